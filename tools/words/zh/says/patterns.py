"""What Hearth says in Chinese of habits, of the unusual, of how long it will take, and of what happened."""

from collections.abc import Mapping

PATTERNS: Mapping[str, str] = {
    # habits
    "typical_each": "{name}{part}通常在 {usual} 左右{state}；一半在 {early} 到 {late} 之间"
    "（{window}，有 {count:day} 的记录）。",
    "typical_first": "{name}{part}通常第一次在 {usual} 左右{state}；一半的日子在 {early} 到 {late} 之间"
    "（{window}，有 {count:day} 的记录）。",
    "typical_last": "{name}{part}通常最后一次在 {usual} 左右{state}；一半的日子在 {early} 到 {late} 之间"
    "（{window}，有 {count:day} 的记录）。",
    "typical_part": "{part}",
    "typical_scattered": "{name}{window}一天中任何时候都有{state}，没有固定时间。",
    "typical_few": "{name}{window}{part}只有 {count:day}{state}过，太少，看不出习惯。",
    "typical_peak": "{name}通常在 {usual} 左右最高，多在 {early} 到 {late} 之间（{window}，"
    "有 {count:day} 的记录）。",
    "typical_trough": "{name}通常在 {usual} 左右最低，多在 {early} 到 {late} 之间"
    "（{window}，有 {count:day} 的记录）。",
    "typical_brief": "{usual}（{early} 到 {late}）",
    "usage": "{name}{window}有 {share}% 的时间{state}，多在 {from_hour} 到 {to_hour}，"
    "{weekday}最多（有 {count:day} 的记录）。",
    "usage_even": "{name}{window}有 {share}% 的时间{state}（有 {count:day} 的记录）。",
    "usage_none": "{name}{window}从未{state}。",
    "usage_brief": "{share}% 的时间，多在 {from_hour} 到 {to_hour}，{weekday}最多",
    "usage_what": "{state}的时间分布",
    "weekday_0": "周一",
    "weekday_1": "周二",
    "weekday_2": "周三",
    "weekday_3": "周四",
    "weekday_4": "周五",
    "weekday_5": "周六",
    "weekday_6": "周日",
    "days_weekdays": "工作日",
    "days_weekend": "周末",
    # is it normal?
    "unusual_usual": "{name}{window}{what}：{value}。这是正常的：这些钟点多为 {low} 到 "
    "{high}（与 {count} 次比较）。",
    "unusual_high": "{name}{window}{what}：{value}。比平时高很多：这些钟点多为 {low} 到 "
    "{high}（与 {count} 次比较）。",
    "unusual_low": "{name}{window}{what}：{value}。比平时低很多：这些钟点多为 {low} 到 "
    "{high}（与 {count} 次比较）。",
    "unusual_unknown": "{name}{window}{what}：{value}。记录太少，说不出平时是多少（只有 {count} 次可比）。",
    # how long until
    "reach_there": "{name}已经是{target}。",
    "reach_coming": "{name}现在 {current}，大约 {at} 达到 {target}，还要{duration}（按{rate}的速度）。",
    "reach_between": "很可能在 {early} 到 {late} 之间。",
    "reach_away": "{name}现在 {current}，正在远离 {target}（{rate}）。",
    "reach_steady": "{name}一直是 {current}；照这样不会达到 {target}。",
    "reach_stops_short": "{name}现在 {current}，大约会停在 {level}，达不到 {target}。",
    "reach_too_far": "{name}现在 {current}，{rate}；离 {target} 太远，说不出什么时候。",
    "reach_unknown": "{name}的记录太少，说不出什么时候达到 {target}。",
    "pattern_no_value": "要到多少？请说出来，例如“22 °C”。",
    # what happened
    "happened_head": "{window}：",
    "happened_nothing": "{window}没有任何事情的记录。",
    "happened_nothing_of": "{window}没有{name}的任何记录。",
    "happened_row": "- {at} {what}",
    "happened_times": "{what}（{count:time}，最近 {at}）",
    "happened_more": "另有 {count} 条次要的。",
    "happened_change": "{name}：{state}",
    "happened_value": "{name}：{before} → {after}",
    "happened_rule": "规则 {id} 运行了",
    "happened_skipped": "规则 {id} 没有运行：{reason}",
    "happened_lost": "{name}：失去联系",
    "happened_back": "{name}：恢复联系",
    "happened_by_user": "您说：“{words}”",
    "happened_by_app": "在应用中手动",
    "happened_by_rule": "由规则 {id}",
    "happened_by_schedule": "由定时任务",
    "happened_by_undo": "撤销",
    "happened_by_scene": "由场景",
    "happened_by_nobody": "不是我",
    "happened_cause": "{what}（{cause}）",
}

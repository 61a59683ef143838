"""What Hearth says in Russian of habits, of the unusual, of how long it will take, and of what happened."""

from collections.abc import Mapping

PATTERNS: Mapping[str, str] = {
    # habits
    "typical_each": "{name}, {state}: обычно около {usual}{part}; половина случаев между {early} и {late} "
    "(по записям за {count:day}, {window}).",
    "typical_first": "{name}, {state}: обычно впервые около {usual}{part}; половина дней "
    "между {early} и {late} "
    "(по записям за {count:day}, {window}).",
    "typical_last": "{name}, {state}: обычно в последний раз около {usual}{part}; половина "
    "дней между {early} "
    "и {late} (по записям за {count:day}, {window}).",
    "typical_part": "({part})",
    "typical_scattered": "{name}, {state}: в любое время суток, обычного времени нет ({window}).",
    "typical_few": "{name}, {state}, {window}{part}: записи только за {count:day}; для привычки этого мало.",
    "typical_peak": "{name}: обычно выше всего около {usual}, чаще всего между {early} и {late} "
    "(по записям за {count:day}, {window}).",
    "typical_trough": "{name}: обычно ниже всего около {usual}, чаще всего между {early} и {late} "
    "(по записям за {count:day}, {window}).",
    "typical_brief": "{usual} (от {early} до {late})",
    "usage": "{name}, {window}, {state}: {share} % времени, чаще всего с {from_hour} до {to_hour}, "
    "больше всего {weekday} (по записям за {count:day}).",
    "usage_even": "{name}, {window}, {state}: {share} % времени (по записям за {count:day}).",
    "usage_none": "{name}, {window}: состояния «{state}» не было ни разу.",
    "usage_brief": "{share} % времени, чаще всего с {from_hour} до {to_hour}, больше всего {weekday}",
    "usage_what": "Сколько и когда {state}",
    "weekday_0": "по понедельникам",
    "weekday_1": "по вторникам",
    "weekday_2": "по средам",
    "weekday_3": "по четвергам",
    "weekday_4": "по пятницам",
    "weekday_5": "по субботам",
    "weekday_6": "по воскресеньям",
    "days_weekdays": "в рабочие дни",
    "days_weekend": "в выходные",
    # is it normal?
    "unusual_usual": "{name}, {what}, {window}: {value}. Это обычно: в эти часы чаще всего "
    "от {low} до {high} "
    "(сравнений: {count}).",
    "unusual_high": "{name}, {what}, {window}: {value}. Это необычно много: в эти часы чаще всего от {low} "
    "до {high} (сравнений: {count}).",
    "unusual_low": "{name}, {what}, {window}: {value}. Это необычно мало: в эти часы чаще всего от {low} "
    "до {high} (сравнений: {count}).",
    "unusual_unknown": "{name}, {what}, {window}: {value}. Записей слишком мало, чтобы сказать, что обычно "
    "(сравнений: {count}).",
    # how long until
    "reach_there": "{name}: уже {target}.",
    "reach_coming": "{name}: сейчас {current}, {target} будет примерно в {at}, через {duration} "
    "(если так пойдёт дальше: {rate}).",
    "reach_between": "Скорее всего между {early} и {late}.",
    "reach_away": "{name}: сейчас {current} и удаляется от {target} ({rate}).",
    "reach_steady": "{name}: держится на {current}; так {target} не будет.",
    "reach_stops_short": "{name}: сейчас {current}, остановится примерно на {level}, не дойдя до {target}.",
    "reach_too_far": "{name}: сейчас {current}, меняется на {rate}; до {target} слишком "
    "далеко, чтобы сказать.",
    "reach_unknown": "{name}: записей слишком мало, чтобы сказать, когда будет {target}.",
    "pattern_no_value": "До какого значения? Назовите его, например «22 °C».",
    # what happened
    "happened_head": "Что было, {window}:",
    "happened_nothing": "Ничего на записи, {window}.",
    "happened_nothing_of": "{name}, {window}: на записи ничего нет.",
    "happened_row": "- {at} {what}",
    "happened_times": "{what} ({count:time}, последний {at})",
    "happened_more": "И ещё менее важное: {count}.",
    "happened_change": "{name}: {state}",
    "happened_value": "{name}: {before} → {after}",
    "happened_rule": "правило {id} сработало",
    "happened_skipped": "правило {id} не выполнилось: {reason}",
    "happened_lost": "{name}: нет связи",
    "happened_back": "{name}: снова на связи",
    "happened_by_user": "вы попросили: «{words}»",
    "happened_by_app": "вручную в приложении",
    "happened_by_rule": "по правилу {id}",
    "happened_by_schedule": "по заданию",
    "happened_by_undo": "отмена",
    "happened_by_scene": "по сцене",
    "happened_by_nobody": "не я",
    "happened_cause": "{what} ({cause})",
}

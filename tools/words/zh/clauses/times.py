"""Chinese for times: clocks, days, stretches and the sun, as patterns for a plain text."""

import re

from tools.words.zh.numbers import number

_SIGNS = "零〇一二两三四五六七八九十百千"
NUMBER = rf"(?:[-−]?\d+(?:[.,]\d+)?|(?:零下|负)?[{_SIGNS}]+(?:点[{_SIGNS}]+)?)"
_PART = "(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|今晚|早|晚)"
_POINT = rf"(?:\d{{1,2}}|[{_SIGNS}]{{1,3}})点(?:钟|整|半|一刻|三刻|(?:\d{{1,2}}|[{_SIGNS}]{{1,3}})分?)?"
_BIT = r"(?!一点(?![钟整半一三\d零〇二四五十]))"
"""What 调暗一点 ends in is a bit, no clock; 晚上一点 is one."""
SURE = rf"(?:午夜|正午|{_PART}的?(?:\d{{1,2}}:\d\d|{_POINT})|\d{{1,2}}:\d\d|{_BIT}{_POINT})"
CLOCK = SURE
SPANS = {
    r"秒钟?": 1.0,
    r"分钟|分(?!之)": 60.0,
    r"个?(?:小时|钟头)": 3600.0,
    r"天": 86400.0,
    r"个?(?:星期|礼拜)|周(?![一二三四五六日天末])": 604800.0,
}
LENGTHS = {r"半个?(?:小时|钟头)": 1800.0, r"一个半(?:小时|钟头)": 5400.0, r"一刻钟": 900.0, r"半分钟": 30.0}
_WEEK = "(?:周|星期|礼拜)"
DAYS = {
    rf"{_WEEK}一": "mon",
    rf"{_WEEK}二": "tue",
    rf"{_WEEK}三": "wed",
    rf"{_WEEK}四": "thu",
    rf"{_WEEK}五": "fri",
    rf"{_WEEK}六": "sat",
    rf"{_WEEK}[日天]": "sun",
    r"工作日|平日|平时": "weekday",
    r"周末": "weekend",
    r"法定节假日|节假日|假日|假期|节日": "holiday",
    r"天|日(?!落|出)": "all",
}
JOINT = r"\s*(?:、|,|和|跟|与|以及|或)\s*"
THROUGH = r"\s*(?:到|至|-|–|~)\s*"
TIMES = {
    "delay": (
        r"(?:再)?过?<t>(?:之后|以后|后)(?:再)?",
        r"(?:再)?(?:过|等|等待|延时|延迟)<t>(?:再|之后|以后|后)?(?:再)?",
    ),
    "hold": (
        r"(?:已经)?(?:持续|连续|保持|维持|达到?|超过)(?:了)?(?:超过|至少)?<t>(?:以上)?",
        r"至少<t>|<t>以上",
        r"<t>(?:没|无)(?=人)",
        r"<t>",
    ),
    "over": (r"(?:在|用)?<t>(?:之内|以内|内|里)", r"用<t>(?:时间)?"),
    "interval": (r"每(?:隔|过)?<t>(?:一次)?", r"每(?:隔)?(?P<u>秒|分钟|个?小时)(?:一次)?"),
    "clock": (r"在?(?:每次)?<x>(?:的时候|时)?",),
    "stretch": (r"(?:只在|仅在|在)?(?:从)?<x>(?:到|至|-|–|~)<y>(?:之间|期间|间)?",),
    "after_clock": (r"(?:只在|仅在|在)?<x>(?:以后|之后|过后|后)",),
    "before_clock": (r"(?:只在|仅在|在)?<x>(?:以前|之前|前)",),
    "until_clock": (r"(?:直到|一直到|到)<x>(?:为止)?",),
    "days": (
        r"(?P<e>每个?逢?|逢)<d>",
        r"(?P<o>除了|除|但不包括|不包括|不含)<d>(?:以外|之外|外)?",
        r"(?P<o>只在|仅在|只有)<d>",
        r"在?<d>",
    ),
    "part": (
        r"(?P<e>每天?)(?P<p>早上|早晨|上午|下午|傍晚|晚上|夜里|早|晚)",
        r"(?P<p>早上|早晨|上午|下午|傍晚|晚上|夜里|今晚|中午)",
    ),
    "day": (r"(?P<k>明天)(?P<p>早上|早晨|上午|下午|傍晚|晚上|夜里)?|(?P<k2>明)(?P<p2>早|晚)", r"(?P<k>今天)"),
    "far_day": (
        rf"(?:每个?月的?|^|(?<=,))(?:\d{{1,2}}|[{_SIGNS}]{{1,3}})[号日](?!线|灯|机|楼|房|门)",
        r"大?后天|下个?(?:周|星期|礼拜|月|年)[一二三四五六日天]?|每隔一天|每月|每年|每周(?![一二三四五六日天末])|一天两次",
    ),
    "sun": (
        r"(?:在)?(?P<s>日落|日出|天黑|天亮|黄昏)(?P<side>之前|之后|以前|以后|前|后)<t>",
        r"(?:在)?(?P<s>日落|日出|天黑|天亮|黄昏)(?:的时候|时分|时)?",
        r"太阳(?P<s>下山|落山|升起)(?:的时候|时)?",
    ),
    "sun_down": (
        r"(?:只在|在)?(?:日落|天黑|黄昏)(?:以后|之后|后)|(?:日出|天亮)(?:以前|之前|前)|天(?:已经)?黑着|夜间|天黑了?的话",
    ),
    "sun_up": (r"(?:只在|在)?(?:日出|天亮)(?:以后|之后|后)|(?:日落|天黑)(?:以前|之前|前)|白天",),
    "soon": (
        r"(?:过|等)?一?会儿?|待会儿?|稍后|晚(?:一?点|些)(?!钟)|几(?:个)?(?:分钟|小时|天)|一段时间|回头",
    ),
}
_AM, _PM = ("凌晨", "清晨", "早", "上午"), ("下午", "傍晚", "晚", "夜里")


def clock_of(words: str) -> tuple[int, int, str] | None:
    """Hour, minute and the half of the day that was said: 晚上七点半 7, 30, pm."""
    said = words.replace("的", "").strip()
    if said == "午夜":
        return 0, 0, "sure"
    if said == "正午":
        return 12, 0, "sure"
    half = "am" if said.startswith(_AM) else "pm" if said.startswith(_PM) or "今晚" in said else ""
    half = "night" if said.startswith(("夜里", "半夜")) else half
    half = "noon" if said.startswith("中午") else half
    bare = re.sub("凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|今晚|^早|^晚", "", said)
    digits = re.fullmatch(r"(\d{1,2}):(\d\d)", bare)
    if digits:
        hour, minute = int(digits[1]), int(digits[2])
    else:
        first, _, second = bare.partition("点")
        hours, minutes = _value(first), _minutes(second)
        if hours is None or minutes is None:
            return None
        hour, minute = int(hours), int(minutes)
    if hour > 24 or minute > 59:
        return None
    return hour, minute, "sure" if hour > 12 else half


def _minutes(said: str) -> float | None:
    fixed = {"": 0.0, "钟": 0.0, "整": 0.0, "半": 30.0, "一刻": 15.0, "三刻": 45.0}
    return fixed[said] if said in fixed else _value(said.removesuffix("分"))


def _value(said: str) -> float | None:
    return float(said) if said.isdigit() else number(said)

"""Chinese for stretches of past time, as patterns for a plain text."""

from datetime import date

from tools.words.spec import Past
from tools.words.zh.clauses.times import NUMBER

_WEEK = "(?:周|星期|礼拜)"
_TO = r"\s*(?:到|至|和|-|–|~)\s*"
_BETWEEN = r"(?:之间|期间|间)?"
_ALL = "(?:我们|大家|所有人|全家|他们)"
_GONE = "(?:离开(?:了)?(?:家)?|出门|出去|走|去上班|上班)(?:了)?"
_BACK = "(?:回(?:到)?家|回来|到家|下班回来)(?:了)?"
_SINCE = "(?:以后|之后|后|以来|到现在|起)"
_OUT = "(?:不在家?|外出|出门在外|出门|出去|在外面?|上班|在公司)"
_WHILE = "(?:的?(?:期间|时候|那段时间|这段时间|时))"
_D = r"(?P<d>[0-3]?\d|[一二三]?十?[一二三四五六七八九十])"
FORMS: dict[str, tuple[str, ...]] = {
    "today": ("今天一天", "今天一整天", "今天", "今日", "当天"),
    "all_day": ("一?整天", "全天", "一天到晚"),
    "yesterday": ("昨天", "昨日", "昨儿"),
    "day_before_yesterday": ("前天",),
    "third_day_back": ("大前天",),
    "this_week": (rf"(?:这一?个?|本){_WEEK}(?![一二三四五六日天末])", "这一周"),
    "last_week": (rf"上一?个?{_WEEK}(?![一二三四五六日天末])",),
    "week_before_last": (rf"上上个?{_WEEK}(?![一二三四五六日天末])",),
    "this_month": ("这个月", "本月", "当月"),
    "last_month": ("上个月", "上月", "上一个月"),
    "month_before_last": ("上上个?月",),
    "this_year": ("今年", "本年"),
    "last_year": ("去年", "上一年"),
    "year_before_last": ("前年",),
    "weekend": ("周末",),
    "this_weekend": ("(?:这个?|本)周末",),
    "last_weekend": ("上个?周末",),
    "weekend_before_last": ("上上个?周末",),
    "weekday": (r"<wd>",),
    "last_weekday": (r"最近(?:的|一个)<wd>",),
    "this_weekday": (r"(?:这个?|本)<wd>",),
    "weekday_of_last_week": (r"上个?<wd>",),
    "weekday_before_last": (r"上上个?<wd>",),
    "ago": (r"<n>\s?<u>(?:以前|之前|前)",),
    "same": (
        r"(?:和|跟|与|比)?上(?:一?个)?(?P<u>周|星期|礼拜|月)的?(?:同一天|同期|同一时间|同样的?时间|这个时候)",
        r"(?:和|跟|与|比)?(?:去|上一?)(?P<u>年)的?(?:同一天|同期|同一时间|今天|这个时候)",
    ),
    "relative": (r"(?P<u>天|周|星期|月|年)之前的?那一?个?(?:天|周|星期|月|年)", r"(?:再)?前一个?<u>"),
    "previous": ("(?:和|跟|与|比)?(?:之前|以前)的?(?:相比|比)?", "上一次", "前一段时间"),
    "date_words": (rf"(?:<y>年)?<mon>{_D}[日号](?!线|灯|机|楼|房|门)",),
    "date_iso": (r"<y>-(?P<m>\d\d)-(?P<d>\d\d)",),
    "date_dots": (r"(?P<d>\d\d?)\.(?P<m>[01]?\d)\.<y>",),
    "date_range": (
        rf"从?(?:<y>年)?<mon>{_D}[日号]?{_TO}(?P<d2>[0-3]?\d|[一二三]?十?[一二三四五六七八九十])[日号]",
    ),
    "day_of_month": (rf"{_D}[号日](?!线|灯|机|楼|房|门)",),
    "month": (r"(?:<y>年)?<mon>份?(?!\d)",),
    "last_month_named": (r"上个<mon>份?",),
    "year": (r"<y>年(?!\d)",),
    "bare_year": (r"<y>",),
    "part": ("(?:在|的)?<p>",),
    "part_bare": ("的<p>",),
    "this_part": ("今天?<p>", "今(?P<p>早)", "这个<p>"),
    "last_night": ("昨晚上?", "昨夜", "昨(?:天|儿|日)的?(?:晚上|夜里|夜晚|夜间|半夜|深夜)"),
    "last_evening": ("昨(?:天|日)?的?傍晚",),
    "night_before_last": ("前晚", "前天的?(?:晚上|夜里|夜晚)", "前一(?:天晚上|晚|夜)"),
    "tonight": ("今晚上?", "今夜", "今天的?(?:晚上|夜里|夜晚)"),
    "range": (rf"(?:从|在)?<x>{_TO}<x2>{_BETWEEN}", rf"(?:从|在)?(?P<c>\d{{1,2}}){_TO}<x2>{_BETWEEN}"),
    "range_bare": (rf"(?:从|在)?<x>{_TO}(?P<c2>\d\d?点)",),
    "after": ("<x>(?:以后|之后|过后|后)",),
    "before_clock": ("<x>(?:以前|之前|前)",),
    "around": ("(?:大约|大概)<x>", "(?:大约|大概)?<x>(?:左右|前后)"),
    "at": ("在?<x>(?:的时候|时)?",),
    "since": ("自从?", "以来", "开始", "起"),
    "from": ("从",),
    "to": ("到", "至", "[-–~]"),
    "until": ("直到", "截至", "截止到?", "为止"),
    "and": ("和", "与", "跟", "同", "比", "相比", "还是", "或"),
    "now": ("到现在(?:为止)?", "到目前(?:为止)?", "至今", "到今天", "目前为止", "迄今"),
    "length": (
        "(?:在)?(?:最近|过去|近|之前|刚才|刚刚过去)的?这?\\s?<n>\\s?<u>(?:里|内|以来|之内|中)?",
        "(?:在)?(?:最近|过去|近|之前)的?<l>(?:里|内|以来|之内|中)?",
        "(?:这|前)(?P<n>[两三四五六七八九十几\\d]+)(?P<u>天|个小时|个钟头|个月)(?:里|内|以来|来)?",
    ),
    "length_one": (
        "(?:在)?(?:最近|过去|刚过去)的?一?<u>(?:里|内)?",
        "(?:最近|过去)一(?P<u>周|星期)",
    ),
    "bare_length": ("<n>\\s?<u>(?:内|里)?", "<l>(?:内|里)?"),
    "left.me": (f"(?:自从|从)?我{_GONE}{_SINCE}",),
    "left.all": (f"(?:自从|从)?{_ALL}(?:都)?{_GONE}{_SINCE}", f"(?:自从)?(?:家里|屋里)没人{_SINCE}"),
    "left.named": (f"自从<who>{_GONE}{_SINCE}",),
    "came.me": (f"(?:自从|从)?我{_BACK}{_SINCE}",),
    "came.all": (f"(?:自从|从)?(?:{_ALL}|有人){_BACK}{_SINCE}",),
    "came.named": (f"自从<who>{_BACK}{_SINCE}",),
    "away.me": (f"(?:在|当)?我{_OUT}{_WHILE}", "我离家期间"),
    "away.all": (
        f"(?:在|当)?{_ALL}(?:都)?{_OUT}{_WHILE}",
        f"(?:在)?(?:家里|家中|屋里)?没有?人(?:在家)?{_WHILE}",
    ),
    "away.named": (f"(?:在|当)<who>{_OUT}{_WHILE}",),
    "home.me": (f"(?:在|当)?我在家{_WHILE}",),
    "home.all": (f"(?:在|当)?(?:{_ALL}|有人)(?:都)?在家{_WHILE}", f"家里有人{_WHILE}"),
    "home.named": (f"(?:在|当)<who>在家{_WHILE}",),
    "last.named": ("自从?上(?:一)?次(?P<what>.+?)(?:以来|以后|之后|后)", "上次(?P<what>.+?)以来"),
    "stray": (
        "明天",
        "后天",
        rf"下一?个?(?:{_WEEK}|月)",
        "明年",
        "季度?",
        "春节|国庆|圣诞节?|元旦|中秋",
        "(?:春|夏|秋|冬)(?:天|季)",
        f"(?:第[一二三四五\\d]|最后一?)个?(?:{_WEEK}|天|月)",
        "(?:上|下)半(?:年|月)",
        "月(?:初|中|底)",
        "年(?:初|中|底)",
        "(?:早|晚)些时候",
    ),
}


def dated(day: date, year: int | None = None) -> str:
    """For instance 10月3日, 2026年10月3日."""
    return f"{f'{year}年' if year else ''}{day.month}月{day.day}日"


def monthly(day: date) -> str:
    """For instance 2026年10月."""
    return f"{day.year}年{day.month}月"


_DAY_SIGNS = ("一", "二", "三", "四", "五", "六", "[日天]")
_MONTH_SIGNS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
PAST = Past(
    forms=FORMS,
    glue=r"(?:[\s,，、()（）的在了]|这段时间|一整天|整天|全天)*",
    number=rf"(?:{NUMBER}|半)",
    counts={"两": 2.0, "几": 0.0},
    units={
        "秒钟?": "second",
        "分钟?": "minute",
        "个?(?:小时|钟头)|h": "hour",
        "天|日|昼夜|个昼夜": "day",
        "个?(?:星期|礼拜)|周": "week",
        "个月|月": "month",
        "年": "year",
    },
    weekdays=tuple(f"{_WEEK}{sign}" for sign in _DAY_SIGNS),
    months=tuple(f"(?:{n}|{sign})月" for n, sign in enumerate(_MONTH_SIGNS, 1)),
    parts={
        "凌晨|清晨": "early",
        "早上|早晨|上午|早间|早": "morning",
        "中午": "noon",
        "白天": "daytime",
        "下午|午后": "afternoon",
        "傍晚|晚上|晚间": "evening",
        "夜里|夜间|半夜|深夜|夜晚": "night",
    },
    lengths={
        "半个?(?:小时|钟头)": 1_800.0,
        "一刻钟": 900.0,
        "一个半(?:小时|钟头)": 5_400.0,
        "两个半(?:小时|钟头)": 9_000.0,
        "半天": 43_200.0,
        "一昼夜": 86_400.0,
    },
    edge="",
    dated=dated,
    monthly=monthly,
)

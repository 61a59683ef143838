"""What the offline brain asks or says in Chinese when a rule or a job is not clear."""

from collections.abc import Mapping

ASKING: Mapping[str, str] = {
    "rule_unclear": "我没听懂其中的“{asked}”，所以没有保存，也没有执行。",
    "rule_needs_time": "具体什么时候？请说出时间，例如“19:30”或“10 分钟后”。",
    "rule_needs_window": "在多长时间内？请说出来，例如“30 分钟内”。",
    "rule_needs_value": "到什么数值？例如“到 40%”。",
    "rule_needs_end": "结束之后要做什么？",
    "rule_or_now": "是现在，还是每次？现在就只说指令；要每次都执行，请说“每当……”。",
}

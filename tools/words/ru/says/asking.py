"""What the offline brain asks or says in Russian when a rule or a job is not clear."""

from collections.abc import Mapping

ASKING: Mapping[str, str] = {
    "rule_unclear": "Я не понял здесь «{asked}», поэтому ничего не сохранено и не сделано.",
    "rule_needs_time": "Когда именно? Назовите время, например «в 19:30» или «через 10 минут».",
    "rule_needs_window": "За какое время? Например, «за 30 минут».",
    "rule_needs_value": "До какого значения? Например, «до 40 %».",
    "rule_needs_end": "Что сделать, когда это закончится?",
    "rule_or_now": "Сейчас или каждый раз? Если сейчас, скажите только приказ, "
    "если всегда, то «каждый раз, когда ...».",
}

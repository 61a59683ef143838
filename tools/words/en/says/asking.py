"""What the offline brain asks or says in English when a rule or a job is not clear."""

from collections.abc import Mapping

ASKING: Mapping[str, str] = {
    "rule_unclear": "I did not understand “{asked}” in that, so nothing was saved or done.",
    "rule_needs_time": "When exactly? Say the time, for instance “at 19:30” or “in 10 minutes”.",
    "rule_needs_window": "Over how long? Say it, for instance “within 30 minutes”.",
    "rule_needs_value": "To which value? For instance “to 40 %”.",
    "rule_needs_end": "What should I do when that is over?",
    "rule_or_now": "Now, or every time? For now say the order alone; for always say “whenever ...”.",
}

"""What Hearth says in English of habits, of the unusual, of how long it will take, and of what happened."""

from collections.abc import Mapping

PATTERNS: Mapping[str, str] = {
    # habits
    "typical_each": "{name} is usually {state} at about {usual}{part}; half of the times "
    "lie between {early} and "
    "{late} ({count:day} on record, {window}).",
    "typical_first": "{name} is usually first {state} at about {usual}{part}; half of the days lie between "
    "{early} and {late} ({count:day} on record, {window}).",
    "typical_last": "{name} is usually last {state} at about {usual}{part}; half of the days lie between "
    "{early} and {late} ({count:day} on record, {window}).",
    "typical_part": "({part})",
    "typical_scattered": "{name} is {state} at all times of the day; there is no usual time ({window}).",
    "typical_few": "{name} was {state} on {count:day} only {window}{part}; too few to call it a habit.",
    "typical_peak": "{name} is usually highest at about {usual}, mostly between {early} and {late} "
    "({count:day} on record, {window}).",
    "typical_trough": "{name} is usually lowest at about {usual}, mostly between {early} and {late} "
    "({count:day} on record, {window}).",
    "typical_brief": "{usual} ({early} to {late})",
    "usage": "{name} {window}: {state} {share} % of the time, mostly from {from_hour} to {to_hour}, "
    "most on {weekday} ({count:day} on record).",
    "usage_even": "{name} {window}: {state} {share} % of the time ({count:day} on record).",
    "usage_none": "{name} was never {state} {window}.",
    "usage_brief": "{share} % of the time, mostly from {from_hour} to {to_hour}, most on {weekday}",
    "usage_what": "How much {state}, and when,",
    "weekday_0": "Mondays",
    "weekday_1": "Tuesdays",
    "weekday_2": "Wednesdays",
    "weekday_3": "Thursdays",
    "weekday_4": "Fridays",
    "weekday_5": "Saturdays",
    "weekday_6": "Sundays",
    "days_weekdays": "on working days",
    "days_weekend": "at the weekend",
    # is it normal?
    "unusual_usual": "{name}, {what}: {value} {window}. That is usual: mostly {low} to {high} at these hours "
    "(compared with {count} others).",
    "unusual_high": "{name}, {what}: {value} {window}. That is unusually much: mostly "
    "{low} to {high} at these "
    "hours (compared with {count} others).",
    "unusual_low": "{name}, {what}: {value} {window}. That is unusually little: mostly "
    "{low} to {high} at these "
    "hours (compared with {count} others).",
    "unusual_unknown": "{name}, {what}: {value} {window}. There is too little on record to say what is usual "
    "(only {count} others).",
    # how long until
    "reach_there": "{name} is at {target} already.",
    "reach_coming": "{name} is {current} and should reach {target} at about {at}, in {duration} "
    "(going on at {rate}).",
    "reach_between": "Likely between {early} and {late}.",
    "reach_away": "{name} is {current} and goes away from {target} ({rate}).",
    "reach_steady": "{name} stays at {current}; at this rate it will not reach {target}.",
    "reach_stops_short": "{name} is {current} and will come to rest at about {level}, short of {target}.",
    "reach_too_far": "{name} is {current} and changes by {rate}; {target} is too far away to say when.",
    "reach_unknown": "There is too little on record of {name} to say when it reaches {target}.",
    "pattern_no_value": "Until which value? Say it, for instance “22 °C”.",
    # what happened
    "happened_head": "{window}:",
    "happened_nothing": "Nothing happened {window} that is on record.",
    "happened_nothing_of": "Nothing happened {window} with {name} that is on record.",
    "happened_row": "- {at} {what}",
    "happened_times": "{what} ({count:time}, last {at})",
    "happened_more": "{count} more of less weight.",
    "happened_change": "{name}: {state}",
    "happened_value": "{name}: {before} → {after}",
    "happened_rule": "rule {id} ran",
    "happened_skipped": "rule {id} did not run: {reason}",
    "happened_lost": "{name}: out of reach",
    "happened_back": "{name}: back again",
    "happened_by_user": "you asked: “{words}”",
    "happened_by_app": "by hand in the app",
    "happened_by_rule": "by rule {id}",
    "happened_by_schedule": "by a job",
    "happened_by_undo": "undone",
    "happened_by_scene": "by a scene",
    "happened_by_nobody": "not by me",
    "happened_cause": "{what} ({cause})",
}

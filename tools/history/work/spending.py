"""What a meter counted or a power came to, and what that costs by a tariff that was said or set."""

from dataclasses import dataclass

from devices.history.analysis.use.cost import cost
from devices.history.analysis.use.tariff import BadTariff, Tariff, read_tariff
from devices.history.analysis.use.used import Used, method_of, used
from devices.history.course.course import Course
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.question import Question
from tools.history.ask.subject import Subject
from tools.history.tell.figure import digits, figure, money, significant, told
from tools.history.tell.finding import Finding, nothing, refused
from tools.outcome import ToolResult
from tools.words.speech import amount, say


@dataclass(frozen=True, slots=True)
class Price:
    """A tariff, and how a reply names it."""

    tariff: Tariff
    text: str


def price_of(said: str | None, context: ToolContext) -> Price | ToolResult:
    """The price that was said, else the house's; the result that says how to give one."""
    if said:
        try:
            tariff = read_tariff(said)
        except BadTariff:
            return refused("history_bad_tariff", context, asked=said)
        return Price(tariff, said)
    tariff_set = context.house.tariff
    if tariff_set is None:
        return refused("history_no_tariff", context)
    prices = [tariff_set.price, *(band.price for band in tariff_set.bands)]
    told_of = [amount(context.language, price, "", 4) for price in dict.fromkeys(prices)]
    return Price(tariff_set, f"{' / '.join(told_of)} {tariff_set.currency}")


def used_of(
    question: Question, subject: Subject, course: Course, context: ToolContext
) -> Finding | ToolResult:
    """What was used over the window, or made: a meter does not tell the one from the other."""
    found = used(course)
    if course.parts and method_of(course) is None:
        return refused("history_not_used", context, name=subject.name, unit=course.unit or "—")
    if found.amount is None:
        return nothing(subject, found.basis, question.window, context)
    places = _places(found, course)
    value = figure(context.language, found.amount, found.unit, places)
    facts = {"name": subject.name, "window": question.window.label}
    document: dict[str, Json] = {"used": told(found.amount, places), "unit": found.unit}
    return Finding(
        subject, found.basis, say(context.language, "history_used", value=value, **facts), value, document
    )


def cost_of(
    question: Question, subject: Subject, course: Course, price: Price, context: ToolContext
) -> Finding | ToolResult:
    """What that costs."""
    found, language = cost(course, price.tariff, context.house.zone), context.language
    if course.parts and method_of(course) is None:
        return refused("history_not_used", context, name=subject.name, unit=course.unit or "—")
    if found.amount is None or found.used is None:
        return nothing(subject, found.basis, question.window, context)
    places = significant(found.used, max(2, digits(course)))
    amount_used = figure(language, found.used, found.unit, places)
    value = money(language, found.amount, found.currency)
    facts = {"name": subject.name, "window": question.window.label, "used": amount_used}
    document: dict[str, Json] = {
        "cost": told(found.amount, 2),
        "currency": found.currency,
        "used": told(found.used, places),
        "unit": found.unit,
        "price": price.text,
    }
    text = say(language, "history_cost", value=value, **facts)
    return Finding(subject, found.basis, text, value, document)


def _places(found: Used, course: Course) -> int:
    return digits(course) if found.unit == course.unit else significant(found.amount or 0.0)

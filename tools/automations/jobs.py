"""The tools for what is to happen once: plan it, list what is planned, cancel it."""

from dataclasses import replace

from devices.automation.rule.rule import Rule
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleAdded
from devices.command import Command
from devices.model import Json
from tools.automations.advice import conflict_lines
from tools.automations.draft.arguments import JobId, Nothing, Schedule
from tools.automations.draft.drafting import drafted_job
from tools.automations.kept import removed
from tools.automations.telling import asking_lines, spoken, standing_lines, stands
from tools.automations.weighing import weighed, withheld
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt, remember, told
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say, there_is


async def schedule(asked: Schedule, context: ToolContext) -> ToolResult:
    """Store the job and say when it runs; the engine takes it away after that."""
    draft = drafted_job(asked, context)
    if isinstance(draft, ToolResult):
        return draft
    judged = context.house.home.judge(context.request(weighed((draft,), context)))
    if not all(verdict.allowed for verdict in judged):
        return receipt(withheld(judged), context)
    job = await context.house.book.add(replace(draft, created_at=context.house.clock.now()))
    undo = await remember((), context, RuleAdded(job.id, rule_to_json(job)))
    lines = [say(context.language, "job_saved", id=job.id, rule=spoken(job, context))]
    lines += standing_lines(job, context)
    lines += asking_lines(job, judged, context)
    lines += conflict_lines(job, context)
    text = told("\n".join(lines), undo, context)
    return ToolResult(Ending.COMPLETED, text, data=_described(job, context), stop=True, undo=undo)


async def list_jobs(_asked: Nothing, context: ToolContext) -> ToolResult:
    """Everything that is planned, as sentences."""
    language, jobs = context.language, context.house.book.jobs()
    if not jobs:
        return ToolResult(Ending.COMPLETED, say(language, "jobs_none"), data=[])
    lines = [say(language, "jobs_list", count=len(jobs))]
    lines += [say(language, "rule_line", id=job.id, rule=spoken(job, context)) for job in jobs]
    return ToolResult(Ending.COMPLETED, "\n".join(lines), data=[_described(job, context) for job in jobs])


async def cancel_job(asked: JobId, context: ToolContext) -> ToolResult:
    """Take a job away before it ran; undo brings it back."""
    job = _found(asked.id, context)
    return _unknown(asked.id, context) if job is None else await removed(job, context)


def _found(job_id: str, context: ToolContext) -> Rule | None:
    """The job of this id; `J1`, `#j1` and `1` are j1."""
    wanted = job_id.strip().casefold().lstrip("#")
    job = context.house.book.rule(f"j{wanted}" if wanted.isdigit() else wanted)
    return job if job is not None and job.once else None


def _unknown(job_id: str, context: ToolContext) -> ToolResult:
    ids = tuple(job.id for job in context.house.book.jobs())
    there = there_is(context.language, ids) or say(context.language, "jobs_none")
    text = say(context.language, "job_unknown", id=job_id, there_is=there)
    return ToolResult(
        Ending.FATAL, text, data={"ids": list(ids)}, error="unknown id", stop=True, reason="unknown_job"
    )


def _described(job: Rule, context: ToolContext) -> Json:
    at = stands(job, context).next_at
    return {"id": job.id, "job": spoken(job, context), "at": at.isoformat() if at else None}


def _check_schedule(asked: Schedule, context: ToolContext) -> ToolResult | None:
    draft = drafted_job(asked, context)
    return draft if isinstance(draft, ToolResult) else None


def _asks(asked: Schedule, context: ToolContext) -> tuple[Command, ...]:
    draft = drafted_job(asked, context)
    return () if isinstance(draft, ToolResult) else weighed((draft,), context)


def _check_cancel(asked: JobId, context: ToolContext) -> ToolResult | None:
    return None if _found(asked.id, context) else _unknown(asked.id, context)


SCHEDULE = Tool(
    name="schedule",
    group=Group.SCHEDULE,
    description=(
        "Do something once, later: after a delay, at a time, or as soon as something happens (then without "
        "action it only tells the user). Times must be in the user's words."
    ),
    arguments=Schedule,
    run=schedule,
    check=_check_schedule,
    asks=_asks,
    writes=True,
    stops=True,
    lasting=True,
    tags=(Topic.TIME, Topic.MESSAGE),
    keywords=(
        *("schedule", "timer", "in", "minutes", "later", "tomorrow", "tonight", "remind", "once", "delay"),
        *(
            "定时",
            "分钟后",
            "小时后",
            "明天",
            "稍后",
            "提醒",
            "таймер",
            "через",
            "минут",
            "завтра",
            "напомни",
        ),
    ),
)
LIST_JOBS = Tool(
    name="list_jobs",
    group=Group.SCHEDULE,
    description="List what is planned to happen once, with ids and times.",
    arguments=Nothing,
    run=list_jobs,
    tags=(Topic.TIME, Topic.KEPT),
    keywords=(
        "jobs",
        "timers",
        "planned",
        "scheduled",
        "任务",
        "定时",
        "задания",
        "таймеры",
        "запланировано",
    ),
)
CANCEL_JOB = Tool(
    name="cancel_job",
    group=Group.SCHEDULE,
    description="Cancel something planned, by its id.",
    arguments=JobId,
    run=cancel_job,
    check=_check_cancel,
    writes=True,
    stops=True,
    tags=(Topic.TIME, Topic.KEPT),
    keywords=("cancel", "timer", "job", "取消", "任务", "定时", "отмени", "задание", "таймер"),
)

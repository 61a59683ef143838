"""English for sentences about rules, jobs, scenes and names that are there already."""

KEPT = {
    "past": (r"was|were|did|last|previously|yesterday",),
    "rehearse": (
        (
            r"(?:how often|how many times|when) would (?P<what>that|this|it|(?:the |that )?(?:rule|"
            r"automation)|(?:rule |automation )?a\d+) (?:have )?(?:run|fired|"
            r"triggered)(?: already)?(?: (?:in|over|during) the (?:last|"
            r"past) (?:(?P<n7>\d+) )?(?P<w>days?|weeks?))?"
        ),
        (
            r"(?:rehearse|simulate|dry[- ]run|try out|test)(?: the| that| this)?(?: rule|"
            r" automation)?(?: a\d+| that| it|$)(?: (?:over|for|on|in) the (?:last|"
            r"past) (?:(?P<n7>\d+) )?(?P<w>days?|weeks?))?"
        ),
        r"would (?:that|it|a\d+|rule a\d+) have (?:run|fired|triggered)",
        r"how often would (?:a|the) (?:rule|automation) have (?:run|fired)(?: that)?",
    ),
    "explain": (
        r"(?:please )?explain(?: the| that| this)?(?: rule| automation)?(?: a\d+| that| it|$)",
        (
            r"what does (?:the |that )?(?:rule |automation )?(?:a\d+|that rule|it) do|how (?:does|"
            r"is) (?:rule |automation )?a\d+ (?:stand|work|doing)|status of (?:rule |automation )?a\d+"
        ),
        (
            r"why (?:didn't|did not|hasn't|has not|doesn't|does not|won't|isn't) (?:the |that )?(?:rule |"
            r"automation )?(?:a\d+|it|that rule|that automation)(?: \w+){0,4}"
        ),
        (
            r"why (?:did|has|does) (?:the |that )?(?:rule |automation )?a\d+(?: not)?(?: \w+){0,3}|"
            r"when (?:will|does|did) (?:rule |automation )?a\d+ (?:last )?run(?: next)?"
        ),
    ),
    "change": (
        (
            r"(?:please )?(?:change|modify|update|edit|adjust|alter|set|make)(?= (?:the )?(?:rule |"
            r"automation )?a\d+\b)"
        ),
    ),
    "jobs": (
        (
            r"(?:scheduled |pending |waiting |open )?(?:jobs?|timers?|schedules?|reminders?|"
            r"countdowns?)(?: j\d+)?|j\d+"
        ),
        (
            r"(?:what|anything) (?:is|have i|do i have|have you|did i) (?:scheduled|planned|coming up|"
            r"pending)|what's (?:scheduled|planned|coming up|pending)|what (?:is|"
            r"are) (?:still )?(?:scheduled|planned|pending|waiting)"
        ),
    ),
    "save_scene": (
        (
            r"(?:save|store|remember|keep|record)(?P<of> .+?)? as (?:a |the )?(?:new )?(?:scene|"
            r"mood)(?: (?:called|named))?(?: (?P<name>.+))?$"
        ),
        (
            r"(?:save|store|remember|create|make|record) (?:a |the |this )?(?:new )?(?:scene|"
            r"mood)(?: (?:called|named))? (?P<name>.+?)(?: (?:with|from|of|for) (?P<of>.+))?$"
        ),
        (
            r"(?:save|store|remember) (?P<of>this|it|that|the (?:lights?|room)|everything|"
            r"how it is(?: now)?) as (?P<name>.+)$"
        ),
    ),
    "scenes": (
        (
            r"(?:which|what|list|show|show me|tell me)(?: all)?(?: the| my)? scenes(?: do i have|"
            r" are there| exist)?|list (?:the |my |all )?scenes|my scenes"
        ),
    ),
    "drop_scene": (
        (
            r"(?:delete|remove|erase|drop|forget) (?:the )?(?:scene|mood)(?: called|"
            r" named)? (?P<name>.+?)$|(?:delete|remove|erase|drop|"
            r"forget) (?:the )?(?P<name2>.+?) (?:scene|mood)$"
        ),
    ),
    "run_scene": (
        (
            r"(?:apply|activate|start|set|use|run|turn on|switch on|switch to|recall|restore|bring up|"
            r"play)(?: on)? (?:the )?(?:scene|mood)(?: called| named)? (?P<name>.+?)$"
        ),
        (
            r"(?:apply|activate|start|set|use|run|turn on|switch on|switch to|recall|restore|"
            r"bring up)(?: on)? (?:the )?(?P<name2>.+?) (?:scene|mood)$"
        ),
        r"(?:scene|mood):? (?P<name3>[^?]+?)(?: on| please)?$",
    ),
    "alias": (
        (
            r"(?:also )?call (?:the )?(?P<of>.+?) (?:the )?['\"“](?P<name>[^'\"”]+)['\"”]$|"
            r"(?:the )?(?P<of2>.+?) is also (?:called|"
            r"known as) (?:the )?['\"“]?(?P<name2>[^'\"”]+?)['\"”]?$"
        ),
    ),
}

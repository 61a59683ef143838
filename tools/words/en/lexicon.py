"""English words that carry a sentence: verbs, limits, questions, times, negation and exceptions."""

from tools.words.spec import Lexicon, Tag, phrases

LEXICON: Lexicon = {
    Tag.ACTION: {
        "turn_on": phrases(
            "turn on, turns on, switch on, switches on, put on, power on, power up, activate, enable, "
            "start, light up, fire up, bring on, illuminate"
        ),
        "turn_off": phrases(
            "turn off, turns off, switch off, switches off, put off, power off, power down, shut off, "
            "deactivate, disable, kill, shut down, bring off, extinguish"
        ),
        "toggle": phrases("toggle, flip"),
        "open": phrases("open, open up, raise, roll up, pull up"),
        "close": phrases("close, shut, close up, lower, roll down, pull down"),
        "stop": phrases("stop, halt"),
        "lock": phrases("lock, lock up"),
        "unlock": phrases("unlock, open the lock, open the lock of, open the lock on"),
    },
    Tag.SET: {
        "set": phrases("set, change, make, adjust, bring, put, warm, cool down, cool, heat up, heat"),
        "turn": phrases("turn, switch, turns"),
    },
    Tag.RELATIVE: {
        "up": phrases(
            "increase, brighten, raise, brighter, warmer, higher, turn up, louder, faster, boost, more"
        ),
        "down": phrases(
            "decrease, dim, lower, dimmer, darker, cooler, colder, reduce, turn down, slower, quieter, less"
        ),
    },
    Tag.PARTICLE: {
        "on": phrases("on"),
        "off": phrases("off"),
    },
    Tag.PRONOUN: {
        "it": phrases("it, that, this, that one, this one, it's"),
        "them": phrases("them, those, these, they"),
    },
    Tag.HERE: {
        "here": phrases("here, in here, this room, my room, the room"),
    },
    Tag.ALL: {
        "all": phrases("all, every, all of the, all the, both, each, any and all, all of"),
        "other": phrases(
            "other, the other, others, the others, all other, all the other, all others, every other, "
            "the rest, the rest of the, the remaining, remaining"
        ),
    },
    Tag.EVERYWHERE: {
        "home": phrases(
            "everywhere, in the house, in the whole house, in the entire house, the whole house, "
            "the house, in the home, in the entire home, the whole home, at home, in every room, "
            "all over, all over the house, in my house, the entire house, whole house, every room, "
            "in all rooms, in all the rooms, throughout the home, throughout the house, across the house, "
            "across every room, in the apartment, the apartment, in every area, in all areas, across the home"
        ),
    },
    Tag.EXCEPT: {
        "except": phrases(
            "except, except for, but not, apart from, other than, besides, excluding, all but, "
            "everything but, but, without, save for, leave out, aside from, not the"
        ),
        "keep": phrases(
            "leave, but leave, and leave, keep, but keep, and keep, don't touch, do not touch, "
            "but don't touch"
        ),
    },
    Tag.NOT: {
        "not": phrases(
            "don't, do not, dont, not, never, no, doesn't, does not, won't, shouldn't, should not, "
            "cannot, can't, must not, mustn't, stop from, avoid, refrain from, forget about, never mind, "
            "nevermind, none, none of them, neither"
        ),
    },
    Tag.AND: {
        "and": phrases("and, and then, then, plus, also, as well as, and also, &, after that"),
    },
    Tag.MASS: {
        "mass": phrases("lighting, illumination"),
    },
    Tag.CREATE: {
        "create": phrases("create, make, add, set up, build, new, define, create an, make me, that, which"),
    },
    Tag.FILLER: {
        "the": phrases("the, a, an, my, our, this, that, these, those, some, it, its, there, their"),
        "in": phrases("in, within, inside, into"),
        "at": phrases("at"),
        "of": phrases("of, for, from, with, as, so, it's"),
        "to": phrases("to"),
        "by": phrases("by"),
        "way": phrases("up, down"),
        "on": phrases("on the, on a"),
        "one": phrases("one, ones, again, currently, now, right now, at the moment, level"),
        "only": phrases("just, only"),
        "rather": phrases("i meant, i mean, sorry, oops, wrong one, rather"),
        "be": phrases(
            "be, is, are, was, were, been, being, will, get, gets, got, become, becomes, goes, went, "
            "go, use, used, uses, draw, drew, come, came, turn out"
        ),
        "status": phrases("status, state, value, reading, room, area, floor, home, house, setting"),
    },
    Tag.POLITE: {
        "can": phrases(
            "can you, could you, would you, will you, can you please, could you please, would you mind, can i"
        ),
        "please": phrases(
            "please, kindly, hey, hi, hello, hearth, i want to, i want you to, i'd like to, "
            "i would like to, i need to, i need you to, let's, let us, help me, make sure, go ahead and, ok, "
            "okay, thanks, thank you, for me, i want, i'd like, i need, i would like, tell me, "
            "show me, me, you, i, just, you please, do you know, do, have"
        ),
    },
    Tag.IF: {
        "if": phrases(
            "if, when, whenever, once, as soon as, every time, each time, in case, while, as long as"
        ),
        "unless": phrases("until, unless, till, except if, except when, if not, only if not"),
    },
    Tag.THEN: {
        "then": phrases("then"),
    },
    Tag.ABOVE: {
        "above": phrases(
            "above, over, exceeds, exceed, higher than, greater than, more than, rises above, "
            "goes above, gets above, goes over, gets over, is above, is over, reaches, hits, "
            "climbs above, rises over, bigger than, larger than, at least, >, ≥, climbs over, "
            "rises to, passes, tops, is more than, beyond"
        ),
        "above.temperature": phrases("warmer than, hotter than"),
        "above.humidity": phrases("wetter than, damper than, more humid than"),
        "above.illuminance": phrases("brighter than"),
    },
    Tag.BELOW: {
        "below": phrases(
            "below, under, lower than, less than, falls below, drops below, goes below, gets below, "
            "goes under, drops under, is below, is under, falls under, smaller than, sinks below, "
            "at most, <, ≤, falls to, drops to, beneath"
        ),
        "below.temperature": phrases("colder than, cooler than"),
        "below.humidity": phrases("dryer than, drier than"),
        "below.illuminance": phrases("darker than"),
    },
    Tag.HOLD: {
        "for": phrases("for, for at least, for more than, for over, longer than, for longer than"),
    },
    Tag.UNIT: {
        "percent": phrases("%, percent, per cent, pct"),
        "celsius": phrases("°, degree, degrees, °c, c, celsius, degrees celsius, ℃, degree celsius, deg"),
        "fahrenheit": phrases("°f, f, fahrenheit, degrees fahrenheit, ℉, degrees f"),
        "kelvin": phrases("k, kelvin"),
        "watt": phrases("w, watt, watts"),
        "kilowatt": phrases("kw, kilowatt, kilowatts"),
        "ppm": phrases("ppm"),
        "lux": phrases("lux, lx"),
        "kwh": phrases("kwh"),
    },
    Tag.SPAN: {
        "second": phrases("second, seconds, sec, secs, s"),
        "minute": phrases("minute, minutes, min, mins"),
        "hour": phrases("hour, hours, hr, hrs, h"),
        "day": phrases("day, days"),
        "week": phrases("week, weeks"),
    },
    Tag.LEVEL: {
        "100": phrases(
            "maximum, max, full, fully, the max, brightest, the brightest, highest, completely, all the way"
        ),
        "50": phrases("half, halfway, half way"),
        "1": phrases("minimum, min, dimmest, lowest, the lowest, the minimum"),
    },
    Tag.TONE: {
        "2700": phrases("warm white, warm light, warm"),
        "4000": phrases("neutral white, natural white, daylight"),
        "6000": phrases("cold white, cool white, cold light"),
    },
    Tag.MODE: {
        "heat": phrases("heat mode, heating mode, to heat, to heating"),
        "cool": phrases("cool mode, cooling mode, to cool, to cooling"),
        "auto": phrases("auto, auto mode, automatic, automatic mode"),
        "dry": phrases("dry mode"),
        "fan_only": phrases("fan only, fan mode"),
    },
    Tag.BRIGHTNESS: {
        "brightness": phrases("brightness, bright"),
        "position": phrases("position"),
        "speed": phrases("speed"),
        "target": phrases("target temperature, setpoint, set point"),
        "tone": phrases("color temperature, colour temperature, white tone"),
    },
    Tag.LAST: {
        "last": phrases(
            "last, past, in the last, in the past, over the last, over the past, previous, "
            "during the last, during the past, within the last"
        ),
    },
    Tag.TIMED: {
        "clock": phrases("o'clock, am, pm, a.m., p.m., noon, midnight, tomorrow, tonight at, later"),
        "every": phrases(
            "every day, every morning, every evening, every night, daily, every hour, weekly, "
            "every minute, every monday, every sunday, every weekday, on weekdays, on weekends, "
            "weekends, every other day"
        ),
        "sun": phrases("sunset, sunrise, dusk, dawn, it gets dark, sundown"),
        "soon": phrases(
            "soon, in a bit, in a while, in a moment, in a minute, for a while, for a bit, for a moment, "
            "for a minute, this evening, in the evening, this morning, in the morning, at night, tonight"
        ),
        "timer": phrases("timer, alarm, schedule, countdown, wait"),
        "reminder": phrases("remind, reminder"),
        "after": phrases("after"),
        "before": phrases("before"),
    },
    Tag.ASK: {
        "what": phrases(
            "what, what's, what is, whats, how, how's, how is, how much, how warm, how cold, how hot, "
            "how humid, how bright, who, where, tell me the, show me the, give me the"
        ),
        "which": phrases("which, what devices, which of"),
        "count": phrases("how many"),
        "is": phrases(
            "whether, is, are, is there, are there, is any, are any, is the, are the, did i, have i, "
            "has the, will the, will it, will my, will there, isn't, aren't, did, does, has, had, do you, "
            "have you, should, shall, may, can, "
            "tell me if, tell me whether, know if, check if, check whether, see if, find out if, "
            "is it safe to, is it ok to, is it okay to, is it possible to, would it be possible to"
        ),
        "or": phrases("or"),
        "any": phrases(
            "is any, are any, is there any, are there any, any, anything, something, anything that, "
            "someone, anyone"
        ),
    },
    Tag.STATE: {
        "on": phrases("on, turned on, switched on, running, active, burning, lit"),
        "off": phrases("off, turned off, switched off, inactive"),
        "open": phrases("open, opened, ajar"),
        "closed": phrases("closed, shut"),
        "locked": phrases("locked, locked up"),
        "unlocked": phrases("unlocked"),
        "wet": phrases("wet, leaking, flooded, leak"),
        "motion": phrases("moving, motion, movement"),
        "unavailable": phrases("offline, unavailable, unreachable, not reachable"),
        "ought": phrases("that should not be, that shouldn't be, should not be, shouldn't be"),
    },
    Tag.STAT: {
        "max": phrases(
            "highest, maximum, max, warmest, hottest, peak, most, hottest it got, how warm did it get, "
            "how hot did it get"
        ),
        "min": phrases("lowest, minimum, min, coldest, coolest, how cold did it get"),
        "mean": phrases("average, mean, on average, averaged, avg"),
        "duration": phrases("how long, for how long, how much time, how many hours, how many minutes"),
        "count": phrases("how many times, how often"),
        "when": phrases(
            "when was, when did, when were, when does, when do, when will, what time, at what time, "
            "and when, when is, when has"
        ),
        "changes": phrases("history, changes, what happened, log, activity, trend"),
    },
    Tag.WHY: {
        "why": phrases(
            "why, why is, how come, what caused, who turned, who switched, who opened, who closed, "
            "who locked, who unlocked, what turned, what made, what is the reason"
        ),
    },
    Tag.UNDO: {
        "undo": phrases(
            "undo, undo that, revert, take that back, undo it, undo the last, roll back, put it back"
        ),
    },
    Tag.RULE: {
        "rule": phrases("automation, rule, automations, rules"),
    },
    Tag.LIST: {
        "list": phrases("list, show, show me, which, what, what are, display, see, view, are there any"),
    },
    Tag.DELETE: {
        "delete": phrases("delete, remove, erase, cancel, get rid of, drop"),
    },
    Tag.ENABLE: {
        "enable": phrases("turn on, resume, switch on"),
        "rule": phrases("enable, activate"),
    },
    Tag.DISABLE: {
        "disable": phrases("turn off, pause, switch off"),
        "rule": phrases("disable, deactivate, suspend"),
    },
    Tag.AT_ONCE: {
        "now": phrases(
            "right away too, and also now, immediately too, if it is already, even if it already is"
        ),
    },
    Tag.SEARCH: {
        "search": phrases(
            "search tools, find a tool, search for a tool, which tools, search tool, find tools, "
            "is there a tool, search the tools, list tools, what tools"
        ),
    },
    Tag.HELP: {
        "help": phrases("help, what can you do, what can i say, how do you work, commands"),
    },
    Tag.GREETING: {
        "hello": phrases(
            "hello, hi, hey there, good morning, good evening, good night, how are you, greetings"
        ),
        "thanks": phrases("thank you, thanks, cheers, well done, good job"),
    },
    Tag.ORDINAL: {
        "1": phrases("first, the first, first one, number one"),
        "2": phrases("second, the second, second one, number two"),
        "3": phrases("third, the third, third one, number three"),
        "4": phrases("fourth, the fourth"),
        "5": phrases("fifth, the fifth"),
        "-1": phrases("the last one, last one"),
        "0": phrases("all of them, both of them, all, both, everything"),
    },
}

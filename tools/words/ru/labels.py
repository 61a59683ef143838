"""Russian words for states (masculine|feminine|neuter|plural), actions, device classes and counted things."""

from collections.abc import Mapping

from tools.words.spec import phrases

STATES: Mapping[str, str] = {
    "on": "включён|включена|включено|включены",
    "off": "выключен|выключена|выключено|выключены",
    "open": "открыт|открыта|открыто|открыты",
    "closed": "закрыт|закрыта|закрыто|закрыты",
    "opening": "открывается|открывается|открывается|открываются",
    "closing": "закрывается|закрывается|закрывается|закрываются",
    "stopped": "остановлен|остановлена|остановлено|остановлены",
    "locked": "заперт|заперта|заперто|заперты",
    "unlocked": "отперт|отперта|отперто|отперты",
    "locking": "запирается|запирается|запирается|запираются",
    "unlocking": "отпирается|отпирается|отпирается|отпираются",
    "jammed": "заклинило",
    "heat": "режим обогрева",
    "cool": "режим охлаждения",
    "heat_cool": "режим обогрева и охлаждения",
    "auto": "автоматический режим",
    "dry": "режим осушения",
    "fan_only": "режим вентиляции",
    "unavailable": "нет связи",
    "unknown": "неизвестно",
    "moisture.on": "вода",
    "moisture.off": "сухо",
    "motion.on": "есть движение",
    "motion.off": "движения нет",
    "occupancy.on": "занято",
    "occupancy.off": "свободно",
    "presence.on": "дома",
    "presence.off": "нет дома",
    "opening.on": "открыт|открыта|открыто|открыты",
    "opening.off": "закрыт|закрыта|закрыто|закрыты",
    "smoke.on": "дым",
    "smoke.off": "чисто",
    "gas.on": "газ",
    "gas.off": "чисто",
    "battery.on": "батарея разряжена",
    "battery.off": "батарея в порядке",
    "problem.on": "есть проблема",
    "problem.off": "всё в порядке",
    "connectivity.on": "на связи",
    "connectivity.off": "нет связи",
    "lock.on": "отперт|отперта|отперто|отперты",
    "lock.off": "заперт|заперта|заперто|заперты",
}

ACTIONS: Mapping[str, str] = {
    "turn_on": "включить «{name}»",
    "turn_off": "выключить «{name}»",
    "toggle": "переключить «{name}»",
    "open": "открыть «{name}»",
    "close": "закрыть «{name}»",
    "stop": "остановить «{name}»",
    "lock": "запереть «{name}»",
    "unlock": "отпереть «{name}»",
    "set_brightness": "задать «{name}» яркость {value} %",
    "set_color_temp": "задать «{name}» {value} К",
    "set_position": "задать «{name}» положение {value} %",
    "set_percentage": "задать «{name}» скорость {value} %",
    "set_temperature": "задать «{name}» {value} {unit}",
    "set_hvac_mode": "перевести «{name}»: {value}",
    "other": "изменить «{name}»",
}

CLASSES: Mapping[str, str] = {
    "temperature": "температура",
    "humidity": "влажность",
    "power": "мощность",
    "energy": "энергия",
    "illuminance": "освещённость",
    "carbon_dioxide": "углекислый газ",
    "battery": "батарея",
    "light": "свет",
    "switch": "выключатель",
    "fan": "вентилятор",
    "cover": "шторы",
    "lock": "замок",
    "climate": "термостат",
    "sensor": "датчик",
    "binary_sensor": "датчик",
}

NOUNS: Mapping[str, tuple[str, ...]] = {
    "thing": ("устройство", "устройства", "устройств"),
    "rule": ("правило", "правила", "правил"),
    "time": ("раз", "раза", "раз"),
    "second": ("секунда", "секунды", "секунд"),
    "minute": ("минута", "минуты", "минут"),
    "hour": ("час", "часа", "часов"),
    "day": ("день", "дня", "дней"),
}
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "yes": phrases("да, ага, угу, конечно, хорошо, ладно, давай, да пожалуйста, подтверждаю, делай"),
    "no": phrases("нет, не надо, отмена, стоп, не нужно, нет спасибо, не делай"),
}
"""What a person types to a question; only a whole answer counts, never a word inside one."""

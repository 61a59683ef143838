"""English words by which a sentence touches a topic; add the words that people really use."""

from collections.abc import Mapping

from tools.words.spec import Topic, phrases

TOPICS: Mapping[Topic, tuple[str, ...]] = {
    Topic.DEVICE: phrases("device, gadget, list, room, everything, what is there, inventory"),
    Topic.LIGHT: phrases(
        "light, lamp, bulb, lighting, illumination, brightness, bright, brighter, dim, dimmer, darker, "
        "colour, color, kelvin, warm white, cold white, chandelier, spotlight, strip"
    ),
    Topic.SWITCH: phrases("switch, plug, socket, outlet, appliance, kettle, heater, pump, coffee maker"),
    Topic.FAN: phrases("fan, ventilator, ventilation, airflow, oscillate, swing"),
    Topic.CLIMATE: phrases(
        "climate, thermostat, heating, heat, heater, radiator, cooling, cool, air conditioner, "
        "air conditioning, ac, hvac, temperature, degree, set point, warmer, colder, warm, cold, "
        "humidity, humid, humidifier, dehumidifier"
    ),
    Topic.COVER: phrases(
        "cover, blind, curtain, shade, shutter, drape, awning, garage door, garage, gate, roller blind"
    ),
    Topic.LOCK: phrases("lock, unlock, locked, unlocked, door lock, key, front door, bolt, latch"),
    Topic.SENSOR: phrases(
        "sensor, reading, measure, state, status, motion, movement, presence, occupancy, leak, smoke, "
        "window, door, battery, illuminance, co2, carbon dioxide, pressure, air quality, anybody home, "
        "open, closed"
    ),
    Topic.ALARM: phrases("alarm, arm, disarm, siren, burglar, intruder, security"),
    Topic.CAMERA: phrases("camera, picture, snapshot, photo, video, who is at the door, doorbell"),
    Topic.MEDIA: phrases(
        "media, music, song, radio, podcast, playlist, album, jazz, play, playback, pause, resume, skip, "
        "track, volume, louder, quieter, mute, speaker, tv, television, announce, announcement, "
        "say out loud"
    ),
    Topic.APPLIANCE: phrases(
        "vacuum, hoover, robot, mop, washing machine, washer, dryer, dishwasher, oven, sprinkler, "
        "irrigation, water the garden, lawn, mower, coffee machine, clean, charging, charger, car"
    ),
    Topic.ENERGY: phrases(
        "energy, electricity, power, watt, kwh, kilowatt, consumption, consume, usage, cost, price, "
        "tariff, bill, pay, paid, spend, spent, expensive, solar, charge, charging, charger, meter"
    ),
    Topic.HISTORY: phrases(
        "history, past, yesterday, last night, last week, last month, last year, average, mean, highest, "
        "lowest, maximum, minimum, max, min, trend, compare, comparison, statistics, how long, "
        "how often, how many times, when was, ago, unusual, anomaly, record, report, since, event"
    ),
    Topic.CAUSE: phrases("why, cause, caused, reason, who turned, who opened, who did, what made, how come"),
    Topic.RULE: phrases(
        "automation, rule, if, when, whenever, as soon as, above, below, warmer than, colder than, "
        "more than, less than, exceed, automatically, always when, trigger, condition"
    ),
    Topic.KEPT: phrases(
        "automations, rules, jobs, delete, remove, cancel, change, edit, modify, enable, disable, pause, "
        "resume"
    ),
    Topic.TIME: phrases(
        "timer, remind, reminder, alarm clock, wake me, schedule, later, in a minute, minute, hour, "
        "tomorrow, every day, every morning, every evening, o'clock"
    ),
    Topic.SCENE: phrases("scene, mood, movie night, cosy, cozy, preset, ambience, atmosphere"),
    Topic.NAMING: phrases("rename, nickname, alias, also called, call the, name the, call my, known as"),
    Topic.UNDO: phrases(
        "undo, revert, take back, take that back, restore, put it back, as it was, roll back"
    ),
    Topic.WEATHER: phrases("weather, forecast, rain, raining, snow, wind, sunny, outside, umbrella"),
    Topic.CALENDAR: phrases("calendar, appointment, meeting, event, agenda, birthday"),
    Topic.MESSAGE: phrases("notify, notification, message, push, tell, text, send, inform, let know"),
    Topic.TOOLS: phrases("tool, ability, able to, what can you do, search tools"),
}

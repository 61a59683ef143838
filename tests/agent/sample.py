"""Sentences that people say and the tool that each needs: of forty tools, and of Hearth's own. Three languages."""

from tests.benchmarks import _toolset
from tools.tool import Tool

FORTY: tuple[Tool, ...] = _toolset.World(_toolset.loaded(_toolset.OWN)).tools

Sample = tuple[tuple[str, str, str], ...]

WISHES: Sample = (
    ("please put the reading lamp on", "en", "lamp_switch"),
    ("all lamps in the kitchen off", "en", "lamps_of_room"),
    ("make the dining lamp a bit dimmer", "en", "lamp_tune"),
    ("I want the dinner mood", "en", "mood_recall"),
    ("set the thermostat to 20 degrees", "en", "heating_target"),
    ("switch the heating to cooling mode", "en", "heating_mode"),
    ("run the fan at half speed", "en", "fan_speed"),
    ("close the curtains in the study", "en", "shutter_move"),
    ("open the garage door", "en", "gate_move"),
    ("lock the back door", "en", "door_bolt"),
    ("arm the alarm for the night", "en", "siren_arm"),
    ("play the news on the kitchen speaker", "en", "speaker_play"),
    ("skip this song", "en", "speaker_steer"),
    ("turn the volume down to 20", "en", "speaker_loudness"),
    ("announce that dinner is ready", "en", "say_aloud"),
    ("start charging the car", "en", "wallbox"),
    ("when the greenhouse is below 5 degrees switch the heater on", "en", "rule_make"),
    ("delete the rule about the greenhouse", "en", "rule_remove"),
    ("set a timer for ten minutes", "en", "countdown"),
    ("call the lawn mower home", "en", "mower"),
    ("turn off the aquarium plug", "en", "plug_switch"),
    ("включи лампу в прихожей", "ru", "lamp_switch"),
    ("закрой шторы в кабинете", "ru", "shutter_move"),
    ("поставь термостат на 20 градусов", "ru", "heating_target"),
    ("включи музыку на кухне", "ru", "speaker_play"),
    ("поставь таймер на десять минут", "ru", "countdown"),
    ("打开走廊的灯", "zh", "lamp_switch"),
    ("把卧室的暖气调到20度", "zh", "heating_target"),
    ("关上书房的窗帘", "zh", "shutter_move"),
    ("在厨房播放音乐", "zh", "speaker_play"),
)
QUESTIONS: Sample = (
    ("how warm is it in the bedroom?", "en", "room_climate"),
    ("is any window open?", "en", "windows_report"),
    ("what did we pay for electricity last month?", "en", "bill_of_period"),
    ("how much power are we using right now?", "en", "power_now"),
    ("which rules are there?", "en", "rule_list"),
    ("what was the highest temperature in the greenhouse yesterday?", "en", "reading_past"),
    ("will it rain tomorrow?", "en", "sky_forecast"),
    ("who is at the front door?", "en", "doorbell_picture"),
    ("какая влажность в спальне?", "ru", "room_climate"),
    ("сколько мы заплатили за электричество?", "ru", "bill_of_period"),
    ("какие есть правила?", "ru", "rule_list"),
    ("卧室现在多少度？", "zh", "room_climate"),
    ("上个月电费多少？", "zh", "bill_of_period"),
    ("有窗户开着吗？", "zh", "windows_report"),
)
OWN: Sample = (
    ("turn off everything in the kitchen", "en", "control_device"),
    ("is the garage door open?", "en", "read_state"),
    ("which lights are on?", "en", "list_devices"),
    ("what was the lowest temperature last night?", "en", "analyze_history"),
    ("why did the heating go on?", "en", "why"),
    ("take that back", "en", "undo"),
    ("when it is colder than 18 degrees switch on the heater", "en", "create_automation"),
    ("delete rule a1", "en", "delete_automation"),
    ("выключи всё на кухне", "ru", "control_device"),
    ("какие лампы горят?", "ru", "list_devices"),
    ("почему включилось отопление?", "ru", "why"),
    ("отмени", "ru", "undo"),
    ("удали правило a1", "ru", "delete_automation"),
    ("关掉厨房所有的灯", "zh", "control_device"),
    ("哪些灯开着？", "zh", "list_devices"),
    ("为什么暖气开了？", "zh", "why"),
    ("撤销", "zh", "undo"),
    ("删除规则a1", "zh", "delete_automation"),
)

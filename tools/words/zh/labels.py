"""Chinese words for states, actions, device classes and counted things."""

from collections.abc import Mapping

from tools.words.spec import phrases

STATES: Mapping[str, str] = {
    "on": "已打开",
    "off": "已关闭",
    "open": "已打开",
    "closed": "已关闭",
    "opening": "正在打开",
    "closing": "正在关闭",
    "stopped": "已停止",
    "locked": "已上锁",
    "unlocked": "未上锁",
    "locking": "正在上锁",
    "unlocking": "正在解锁",
    "jammed": "卡住了",
    "heat": "制热模式",
    "cool": "制冷模式",
    "heat_cool": "冷暖模式",
    "auto": "自动模式",
    "dry": "除湿模式",
    "fan_only": "送风模式",
    "unavailable": "不在线",
    "unknown": "未知",
    "moisture.on": "有水",
    "moisture.off": "干燥",
    "motion.on": "有人移动",
    "motion.off": "无人移动",
    "occupancy.on": "有人",
    "occupancy.off": "无人",
    "presence.on": "在家",
    "presence.off": "离家",
    "opening.on": "开着",
    "opening.off": "关着",
    "smoke.on": "有烟雾",
    "smoke.off": "正常",
    "gas.on": "有燃气",
    "gas.off": "正常",
    "battery.on": "电量低",
    "battery.off": "正常",
    "problem.on": "有问题",
    "problem.off": "正常",
    "connectivity.on": "已连接",
    "connectivity.off": "已断开",
    "lock.on": "未上锁",
    "lock.off": "已上锁",
}

ACTIONS: Mapping[str, str] = {
    "turn_on": "打开{name}",
    "turn_off": "关闭{name}",
    "toggle": "切换{name}",
    "open": "打开{name}",
    "close": "关闭{name}",
    "stop": "停止{name}",
    "lock": "锁上{name}",
    "unlock": "解锁{name}",
    "set_brightness": "把{name}亮度调到 {value}%",
    "set_color_temp": "把{name}色温调到 {value} K",
    "set_position": "把{name}调到 {value}%",
    "set_percentage": "把{name}风速调到 {value}%",
    "set_temperature": "把{name}调到 {value} {unit}",
    "set_hvac_mode": "把{name}设为{value}",
    "other": "更改{name}",
}

CLASSES: Mapping[str, str] = {
    "temperature": "温度",
    "humidity": "湿度",
    "power": "功率",
    "energy": "用电量",
    "illuminance": "光照",
    "carbon_dioxide": "二氧化碳",
    "battery": "电量",
    "light": "灯",
    "switch": "开关",
    "fan": "风扇",
    "cover": "窗帘",
    "lock": "锁",
    "climate": "温控器",
    "sensor": "传感器",
    "binary_sensor": "传感器",
}

NOUNS: Mapping[str, tuple[str, ...]] = {
    "thing": ("个设备",),
    "rule": ("条规则",),
    "time": ("次",),
    "second": ("秒",),
    "minute": ("分钟",),
    "hour": ("小时",),
    "day": ("天",),
}
ANSWERS: Mapping[str, tuple[str, ...]] = {
    "yes": phrases("是, 是的, 好, 好的, 对, 可以, 行, 嗯, 确认, 确定, 同意"),
    "no": phrases("不, 不要, 不是, 不行, 不用, 否, 取消, 别, 不可以, 不同意"),
}
"""What a person types to a question; only a whole answer counts, never a word inside one."""

"""Chinese words that carry a sentence: verbs, limits, questions, times, negation and exceptions."""

from tools.words.spec import Lexicon, Tag, phrases

LEXICON: Lexicon = {
    Tag.ACTION: {
        "turn_on": phrases("启动, 点亮, 亮起, 启用, 开启电源"),
        "turn_off": phrases("熄灭, 停用, 关机, 熄掉"),
        "on_open": phrases(
            "打开, 开, 开启, 开一下, 打开一下, 开开, 开了吧, 弄开, 開, 打開, 开起来, 拉开, 升起"
        ),
        "off_close": phrases("关闭, 关, 关掉, 关上, 关一下, 关了吧, 关了, 關, 關閉, 合上, 拉上, 放下, 降下"),
        "toggle": phrases("切换, 反转"),
        "stop": phrases("停止, 停下, 停, 暂停"),
        "lock": phrases("锁上, 上锁, 锁好, 锁住, 反锁, 锁"),
        "unlock": phrases("解锁, 开锁, 打开锁"),
    },
    Tag.SET: {
        "set": phrases(
            "设置, 设为, 设成, 设定, 调到, 调成, 调整, 调节, 调, 设置为, 设定为, 变成, 改成, 改为, "
            "调整到, 调节到, 调整为, 设置成, 设到, 设, 开到, 打开到, 关到, 换成"
        ),
    },
    Tag.RELATIVE: {
        "up": phrases(
            "调高, 调亮, 亮一点, 增加, 提高, 调大, 热一点, "
            "暖一点, 暖和一点, 快一点, 高一点, 升高, 再亮, 大一点"
        ),
        "down": phrases(
            "调低, 调暗, 暗一点, 降低, 减少, 调小, 冷一点, 凉一点, 慢一点, 凉快一点, 低一点, 再暗, 小一点"
        ),
    },
    Tag.PRONOUN: {
        "it": phrases("它, 把它, 这个, 那个"),
        "them": phrases("它们, 把它们"),
    },
    Tag.HERE: {
        "here": phrases("这里, 这儿, 这个房间, 房间里"),
    },
    Tag.ALL: {
        "all": phrases("所有, 所有的, 全部, 全部的, 全, 都, 每个, 每一个, 一切, 各个, 全都"),
        "other": phrases("其他, 其他的, 其它, 其它的, 其余, 其余的, 别的, 剩下的"),
    },
    Tag.EVERYWHERE: {
        "home": phrases("全屋, 家里, 全家, 整个房子, 屋里, 家里的, 所有房间, 整个家, 到处, 屋子里, 家中"),
    },
    Tag.EXCEPT: {
        "except": phrases("除了, 除, 但不包括, 不包括, 但是不要, 但不要, 但别, 只留, 只留下, 只保留"),
        "after": phrases("之外, 以外, 除外, 外"),
        "keep": phrases("留着, 留下, 保留, 别动, 不要动, 别碰, 不要碰"),
    },
    Tag.NOT: {
        "not": phrases(
            "不要, 别, 不, 勿, 请勿, 不用, 不准, 不许, 不能, 不必, 没, 没有, 莫, 甭, 千万别, 不可以, "
            "无需, 不想, 算了, 都不是, 都不要"
        ),
    },
    Tag.AND: {
        "and": phrases("和, 以及, 并且, 并, 还有, 然后, 同时, 再, 跟, 与, 接着, 顺便, 也, 另外"),
        "take": phrases("把, 将"),
    },
    Tag.MASS: {
        "mass": phrases("灯, 灯光, 照明, 电灯, 燈"),
    },
    Tag.CREATE: {
        "create": phrases("创建, 新建, 添加, 建立, 建, 做, 设置一个, 创建一个, 新增, 加一个, 做个, 弄个"),
    },
    Tag.FILLER: {
        "the": phrases(
            "的, 了, 吧, 啊, 呀, 呢, 哦, 一下, 让, 它, 那个, 这个, 一个, 个, 那, 这, 在, 里, 里面, 中, "
            "上, 里的, 给, 处, 内, 得, 地, 着, 使, 对, 从, 于, 那边, 这边, 盏, 台, "
            "把它, 起来, 掉, 是, 会, 被, 下, 有, 次, 再, 又, 重新"
        ),
        "to": phrases("到, 为, 成, 至"),
        "rather": phrases("我是说, 我的意思是, 不对, 错了, 应该是"),
        "now": phrases("现在, 目前, 当前, 立刻, 马上, 立即, 此刻"),
        "status": phrases("状态, 情况, 数值, 读数, 房间, 家, 模式"),
    },
    Tag.POLITE: {
        "can": phrases(
            "能不能, 可以, 能, 你能, 你可以, 可不可以, 可否, 能否, 好吗, 可以吗, 行吗, 好不好, 行不行"
        ),
        "please": phrases(
            "请, 麻烦, 帮我, 帮忙, 帮, 请帮我, 给我, 请你, 我想, 我要, 我想要, 麻烦你, 劳驾, 我, 你, "
            "好, 好的, 谢谢, 替我, 帮我把, 您, 告诉我, 确保"
        ),
    },
    Tag.IF: {
        "if": phrases(
            "如果, 要是, 假如, 当, 的时候, 时, 一旦, 只要, 每当, 若, 时候, 的话, 倘若, 每次, 等到, 之后就"
        ),
        "unless": phrases("直到, 除非, 除非是"),
    },
    Tag.THEN: {
        "then": phrases("就, 那么, 那就, 则, 便, 自动"),
    },
    Tag.ABOVE: {
        "above": phrases(
            "高于, 大于, 超过, 高过, 多于, 超出, 达到, 升到, 升至, 高出, 升高到, 上升到, 以上, >, ≥, "
            "不低于, 大过, 到达, 超, 亮于"
        ),
        "above.temperature": phrases("热过, 暖于"),
    },
    Tag.BELOW: {
        "below": phrases(
            "低于, 小于, 少于, 低过, 不到, 不足, 降到, 降至, 跌破, 下降到, 以下, <, ≤, 不超过, 跌到, 暗于"
        ),
        "below.temperature": phrases("冷过, 冷于"),
    },
    Tag.HOLD: {
        "for": phrases("持续, 连续, 保持, 维持, 达, 持续了, 持续超过, 超过了"),
    },
    Tag.UNIT: {
        "percent": phrases("%, 百分之, 百分比, 个百分点"),
        "celsius": phrases("度, 摄氏度, °, ℃, °c, c"),
        "fahrenheit": phrases("华氏度, 华氏, ℉, °f, f"),
        "kelvin": phrases("k, 开尔文"),
        "watt": phrases("瓦, w, 瓦特"),
        "kilowatt": phrases("千瓦, kw"),
        "ppm": phrases("ppm"),
        "lux": phrases("勒克斯, lux, lx"),
        "kwh": phrases("千瓦时, kwh, 度电"),
    },
    Tag.SPAN: {
        "second": phrases("秒, 秒钟"),
        "minute": phrases("分钟, 分"),
        "hour": phrases("小时, 个小时, 钟头, 个钟头"),
        "day": phrases("天, 日"),
        "week": phrases("周, 个星期, 星期"),
    },
    Tag.LEVEL: {
        "100": phrases("最大, 最亮, 最高, 全开, 最强, 满"),
        "50": phrases("一半, 半开, 中等"),
        "1": phrases("最小, 最暗, 最低, 最弱"),
    },
    Tag.TONE: {
        "2700": phrases("暖白, 暖白色, 暖光, 暖色, 暖色调"),
        "4000": phrases("自然光, 自然白, 中性白"),
        "6000": phrases("冷白, 冷白色, 冷光, 白光"),
    },
    Tag.MODE: {
        "heat": phrases("制热, 制热模式, 加热模式, 暖风"),
        "cool": phrases("制冷, 制冷模式, 冷风"),
        "auto": phrases("自动模式"),
        "dry": phrases("除湿, 除湿模式"),
        "fan_only": phrases("送风, 送风模式"),
    },
    Tag.BRIGHTNESS: {
        "brightness": phrases("亮度"),
        "position": phrases("位置, 开度"),
        "speed": phrases("风速, 转速, 速度"),
        "target": phrases("目标温度, 设定温度"),
        "tone": phrases("色温"),
    },
    Tag.LAST: {
        "last": phrases("过去, 最近, 近, 过去的, 最近的, 上一个, 前"),
    },
    Tag.TIMED: {
        "clock": phrases("点钟, 点, 点半"),
        "later": phrases(
            "明天, 后天, 早上, 上午, 下午, 凌晨, 中午, 晚上, 今晚, 待会, 待会儿, 稍后, 等会, 等会儿, 晚点, "
            "晚一点, 晚些, 过会, 过会儿, 过一会, 过一会儿, 一会, 一会儿"
        ),
        "every": phrases("每天, 每晚, 每周, 每日, 每小时, 每隔, 每分钟, 工作日, 周末, 每早"),
        "sun": phrases("日落, 日出, 天黑, 天亮, 黄昏"),
        "timer": phrases("定时, 计时器, 闹钟, 倒计时, 计时, 等, 延时, 延迟"),
        "reminder": phrases("提醒"),
        "after": phrases("后, 之后, 以后"),
        "before": phrases("前, 之前, 以前"),
    },
    Tag.ASK: {
        "what": phrases(
            "多少, 几度, 什么, 怎么样, 如何, 多高, 多大, 是多少, 怎样, 多热, 多冷, 谁, 查看, 看看, "
            "查一下, 哪里"
        ),
        "which": phrases("哪些, 哪个, 哪几个, 哪几盏, 哪盏, 哪扇"),
        "count": phrases("几个, 多少个, 几盏, 多少盏, 有几, 有多少, 几扇"),
        "or": phrases("还是, 或者, 或"),
        "is": phrases(
            "要不要, 该不该, 用不用, 需不需要, 吗, 嘛, 是否, 是不是, "
            "有没有, 了没, 没有吗, 了没有, 开没开, 关没关, 没关吗, 么"
        ),
        "any": phrases("有没有, 有, 任何, 什么东西, 东西, 有什么"),
    },
    Tag.STATE: {
        "on_open": phrases("开着, 打开, 开着的, 打开的, 开, 亮着, 亮, 亮着的, 开了, 打开了, 在运行, 运行"),
        "off_closed": phrases(
            "关着, 关闭, 关着的, 关闭的, 关了, 关上, 关好, 关, 熄灭, 关上了, 关好了, 关闭了"
        ),
        "locked": phrases("锁着, 锁了, 上锁, 锁好, 锁上, 锁着的, 锁上了, 锁好了, 上锁了, 锁住"),
        "unlocked": phrases("没锁, 未锁, 没上锁, 未上锁, 解锁, 开锁"),
        "wet": phrases("漏水, 有水, 湿"),
        "motion": phrases("有人, 移动"),
        "unavailable": phrases("离线, 不在线, 断线"),
        "ought": phrases("不该, 不应该, 不该开着, 忘记关, 忘了关, 忘关"),
    },
    Tag.STAT: {
        "max": phrases("最高, 最大, 最热, 峰值, 最暖"),
        "min": phrases("最低, 最小, 最冷"),
        "mean": phrases("平均, 均值, 平均值"),
        "duration": phrases("多久, 多长时间, 多长, 几个小时, 多少小时, 几小时, 多少分钟"),
        "count": phrases("多少次, 几次, 几回"),
        "when": phrases("什么时候, 几点, 何时, 什么时间, 哪个时间"),
        "changes": phrases("历史, 变化, 记录, 发生了什么, 趋势, 曲线"),
    },
    Tag.WHY: {
        "why": phrases(
            "为什么, 为何, 怎么会, 什么原因, 谁打开, 谁打开了, 谁开了, 谁关了, "
            "谁关掉了, 谁开, 谁关, 为啥, 谁把"
        ),
    },
    Tag.UNDO: {
        "undo": phrases("撤销, 撤回, 还原, 恢复原状, 取消刚才, 撤销刚才, 撤消"),
    },
    Tag.RULE: {
        "rule": phrases("自动化, 规则, 自動化, 自动化规则"),
    },
    Tag.LIST: {
        "list": phrases("列出, 显示, 查看, 有哪些, 看看, 列一下, 哪些, 有什么"),
    },
    Tag.DELETE: {
        "delete": phrases("删除, 删掉, 移除, 去掉, 取消, 删"),
    },
    Tag.ENABLE: {
        "enable": phrases("打开, 开启, 恢复"),
        "rule": phrases("启用, 激活"),
    },
    Tag.DISABLE: {
        "disable": phrases("关闭, 暂停, 关掉"),
        "rule": phrases("停用, 禁用"),
    },
    Tag.AT_ONCE: {
        "now": phrases("现在也执行, 已经超过就立即"),
    },
    Tag.SEARCH: {
        "search": phrases("搜索工具, 查找工具, 找工具, 有什么工具, 有哪些工具, 搜工具"),
    },
    Tag.HELP: {
        "help": phrases("帮助, 你能做什么, 你会什么, 你会做什么, 能做什么, 怎么用"),
    },
    Tag.GREETING: {
        "hello": phrases("你好, 您好, 嗨, 早上好, 晚上好, 早安, 晚安"),
        "thanks": phrases("谢谢, 多谢, 感谢"),
    },
    Tag.ORDINAL: {
        "1": phrases("第一个, 第一, 第1个, 一号"),
        "2": phrases("第二个, 第二, 第2个, 二号"),
        "3": phrases("第三个, 第三, 第3个, 三号"),
        "4": phrases("第四个, 第四"),
        "5": phrases("第五个, 第五"),
        "-1": phrases("最后一个"),
        "0": phrases("全部, 都, 所有, 都要"),
    },
}

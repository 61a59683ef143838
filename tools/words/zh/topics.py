"""Chinese words by which a sentence touches a topic; add the words that people really use."""

from collections.abc import Mapping

from tools.words.spec import Topic, phrases

TOPICS: Mapping[Topic, tuple[str, ...]] = {
    Topic.DEVICE: phrases("设备, 装置, 列出, 房间, 所有东西, 有哪些, 清单"),
    Topic.LIGHT: phrases(
        "灯, 灯光, 灯泡, 照明, 亮度, 亮, 调亮, 调暗, 暗一点, 颜色, 色温, 暖光, 冷光, 吊灯, 台灯, 灯带, 燈"
    ),
    Topic.SWITCH: phrases("开关, 插座, 插头, 电器, 水壶, 加热器, 水泵, 咖啡机"),
    Topic.FAN: phrases("风扇, 电扇, 通风, 换气, 摇头, 排气扇"),
    Topic.CLIMATE: phrases(
        "空调, 恒温器, 温控, 暖气, 供暖, 加热, 制热, 制冷, 温度, 度, 设定温度, 暖和, 冷, 热, 湿度, "
        "加湿器, 除湿机"
    ),
    Topic.COVER: phrases("窗帘, 百叶窗, 卷帘, 遮阳, 遮阳篷, 车库门, 车库, 大门, 闸门"),
    Topic.LOCK: phrases("锁, 上锁, 解锁, 开锁, 门锁, 锁上, 锁好, 钥匙, 前门, 反锁"),
    Topic.SENSOR: phrases(
        "传感器, 读数, 测量, 状态, 移动, 有人, 人体, 漏水, 烟雾, 窗户, 门, 电池, 电量, 光照, 二氧化碳, "
        "气压, 空气质量, 开着, 关着"
    ),
    Topic.ALARM: phrases("警报, 报警, 布防, 撤防, 警铃, 小偷, 安防"),
    Topic.CAMERA: phrases("摄像头, 相机, 照片, 快照, 视频, 门铃, 谁在门口"),
    Topic.MEDIA: phrases(
        "媒体, 音乐, 歌, 歌曲, 电台, 广播, 播客, 播放, 暂停, 继续播放, 下一首, 音量, 大声, 小声, 静音, "
        "音箱, 电视, 播报"
    ),
    Topic.APPLIANCE: phrases(
        "扫地机, 吸尘器, 机器人, 拖地, 洗衣机, 烘干机, 洗碗机, 烤箱, 洒水, 灌溉, 浇水, 割草, 打扫, "
        "充电桩, 汽车"
    ),
    Topic.ENERGY: phrases(
        "能源, 用电, 电力, 功率, 瓦, 度电, 耗电, 能耗, 消耗, 费用, 电费, 价格, 电价, 账单, 花了多少, "
        "太阳能, 充电, 电表"
    ),
    Topic.HISTORY: phrases(
        "历史, 过去, 昨天, 昨晚, 上周, 上个月, 去年, 平均, 最高, 最低, 最大, 最小, 趋势, 比较, 对比, "
        "统计, 多久, 多长时间, 几次, 什么时候, 之前, 异常, 记录, 报告, 事件"
    ),
    Topic.CAUSE: phrases("为什么, 为何, 原因, 怎么会, 谁打开, 谁关, 谁开, 谁动"),
    Topic.RULE: phrases(
        "自动化, 规则, 如果, 当, 一旦, 超过, 低于, 高于, 大于, 小于, 的话, 自动, 触发, 条件, 的时候就"
    ),
    Topic.KEPT: phrases("删除, 取消, 修改, 更改, 改成, 启用, 停用, 暂停, 任务"),
    Topic.TIME: phrases(
        "定时, 计时器, 提醒, 闹钟, 叫醒, 日程, 稍后, 分钟, 小时, 明天, 每天, 每天早上, 每天晚上, 点钟"
    ),
    Topic.SCENE: phrases("场景, 情景, 氛围, 观影, 温馨, 模式"),
    Topic.NAMING: phrases("叫做, 叫作, 命名, 改名, 别名, 取名, 起名"),
    Topic.UNDO: phrases("撤销, 撤回, 还原, 恢复, 恢复原样, 取消刚才, 回退"),
    Topic.WEATHER: phrases("天气, 预报, 下雨, 下雪, 风, 晴, 外面, 雨伞"),
    Topic.CALENDAR: phrases("日历, 约会, 会议, 活动, 议程, 生日"),
    Topic.MESSAGE: phrases("通知, 消息, 推送, 告诉, 短信, 发送"),
    Topic.TOOLS: phrases("工具, 功能, 能做什么, 会什么, 搜索工具"),
}

"""Chinese words that wish for something without an order: 太暗了, 我要睡觉了."""

from collections.abc import Mapping

from tools.words.spec import Topic, phrases

HINTS: Mapping[Topic, tuple[str, ...]] = {
    Topic.LIGHT: phrases("暗, 黑, 看不见, 看不清, 看书, 刺眼, 晃眼, 太亮, 亮, 洗澡, 做饭"),
    Topic.CLIMATE: phrases("冷, 冻, 凉, 热, 暖, 出汗, 闷热"),
    Topic.FAN: phrases("热, 闷, 出汗, 透气, 新鲜空气, 通风, 吵"),
    Topic.COVER: phrases("太阳, 阳光, 刺眼, 晒, 反光, 隐私, 起床"),
    Topic.SWITCH: phrases("茶, 咖啡, 烧水, 烧, 开水, 热水, 电视, 看电影, 电影, 省电"),
    Topic.LOCK: phrases("安全, 锁好"),
    Topic.SCENE: phrases(
        "睡觉, 睡了, 休息, 晚安, 困, 出门, 离开, 上班, 度假, 回家, 到家, "
        "电影, 温馨, 舒适, 浪漫, 聚会, 放松, 起床, "
        "氛围, 客人"
    ),
}

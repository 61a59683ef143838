"""English words that wish for something without an order: "it is too dark", "I am going to bed"."""

from collections.abc import Mapping

from tools.words.spec import Topic, phrases

HINTS: Mapping[Topic, tuple[str, ...]] = {
    Topic.LIGHT: phrases(
        "dark, gloomy, pitch black, can't see, cannot see, "
        "see anything, see nothing, read, reading, bright, "
        "blinding, dazzling, glare, shower, bath, study, cook, cooking, work on, fix"
    ),
    Topic.CLIMATE: phrases(
        "cold, chilly, freezing, freeze, frozen, shivering, "
        "cool, warm, hot, boiling hot, sweating, sweltering, "
        "heat"
    ),
    Topic.FAN: phrases(
        "hot, warm, sweating, sweltering, stuffy, muggy, "
        "stale, fresh air, breeze, air out, loud, noisy, noise"
    ),
    Topic.COVER: phrases(
        "sun, sunlight, sunshine, glare, blinding, dazzling, "
        "daylight, privacy, neighbours, wake up, waking up, "
        "heat out"
    ),
    Topic.SWITCH: phrases(
        "tea, coffee, boil, boiling, hot water, watch, movie, film, tv, telly, save power, save energy"
    ),
    Topic.LOCK: phrases("lock up, safe, secure, bolt, burglar"),
    Topic.SCENE: phrases(
        "bed, bedtime, sleep, asleep, sleepy, nap, "
        "good night, tired, leaving, leave the house, going out, "
        "heading out, off to work, holiday, vacation, coming home, home now, "
        "i'm back, movie, film, cosy, cozy, "
        "romantic, romance, dinner, party, relax, "
        "relaxing, wake up, mood, ambience, atmosphere, guests"
    ),
}

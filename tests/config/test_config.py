"""Settings: which source wins, and what is said about a wrong value."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.config import Config, has_password, load, without_password
from assistant.models.key import FILE, IN_KEYRING
from devices.errors import ConfigError


@dataclass(frozen=True)
class Place:
    """Two folders of one test: where the project file and the user file lie."""

    project: Path
    user: Path

    def load(self, flags: dict[str, str | float | bool | None] | None = None, **env: str) -> Config:
        return load(flags, environment=env, folder=self.project)

    def write_project(self, text: str) -> None:
        (self.project / "hearth.toml").write_text(text, encoding="utf-8")

    def write_user(self, text: str) -> None:
        self.user.parent.mkdir(parents=True, exist_ok=True)
        self.user.write_text(text, encoding="utf-8")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    project = tmp_path / "project"
    project.mkdir()
    return Place(project, platformdirs.user_config_path("hearth", appauthor=False) / "config.toml")


def test_load_with_nothing_set_is_the_built_in_home_and_the_offline_model(place: Place) -> None:
    config = place.load()
    assert (config.broker, config.model, config.allow_control) == (None, "offline", False)
    assert config.sim_speed == 1.0
    assert config.data_dir.is_absolute()


def test_load_takes_the_strongest_source(place: Place) -> None:
    place.write_user('language = "ru"\nmodel = "groq:a"\nsim_speed = 2\ntimeout = 11')
    place.write_project('model = "groq:b"\nsim_speed = 3\ntimeout = 12')
    env = {"HEARTH_SIM_SPEED": "4", "HEARTH_TIMEOUT": "13"}
    config = place.load({"timeout": 14.0, "broker": None}, **env)
    assert (config.language, config.model, config.sim_speed, config.timeout) == ("ru", "groq:b", 4.0, 14.0)


def test_load_reads_environment_words_as_types(place: Place) -> None:
    config = place.load(None, HEARTH_ALLOW_CONTROL="yes", HEARTH_SIM_SPEED="60", HEARTH_BROKER="mqtt://h:1")
    assert (config.allow_control, config.sim_speed, config.broker) == (True, 60.0, "mqtt://h:1")


def test_load_when_a_variable_is_empty_ignores_it(place: Place) -> None:
    assert place.load(None, HEARTH_BROKER="", HEARTH_TIMEOUT=" ").broker is None


def test_sim_as_flag_overrides_a_broker_of_the_file(place: Place) -> None:
    place.write_project('broker = "mqtt://192.168.1.5"')
    assert place.load().broker == "mqtt://192.168.1.5"
    assert place.load({"broker": "sim"}).broker is None


def test_groq_key_from_environment_chooses_groq_and_stays_out_of_repr(place: Place) -> None:
    config = place.load(None, GROQ_API_KEY="gsk_secret")
    assert (config.model, config.groq_key) == ("groq", "gsk_secret")
    assert "gsk_secret" not in repr(config)
    assert place.load({"model": "offline"}, GROQ_API_KEY="gsk_secret").model == "offline"


def test_database_is_a_postgresql_address_in_one_form(place: Place) -> None:
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        config = place.load(None, HEARTH_DATABASE=f"{scheme}://me:hunter2@h/home")
        assert config.database == "postgresql+psycopg://me:hunter2@h/home"
        assert "hunter2" not in repr(config)
    assert place.load().database is None


@pytest.mark.parametrize(
    "wrong", ["mysql://me:hunter2@h/x", "postgresql://", "home.db", "postgresql://h:x/y"]
)
def test_database_that_is_none_is_refused_without_its_password(place: Place, wrong: str) -> None:
    with pytest.raises(ConfigError, match=r"^--database: not a database address") as caught:
        place.load({"database": wrong})
    assert "hunter2" not in str(caught.value)


def test_broker_password_stays_out_of_repr(place: Place) -> None:
    config = place.load({"broker": "mqtt://me:hunter2@h:1883"})
    assert "hunter2" not in repr(config)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("# note\n\nbrokr = 'x'", 3, "brokr is not a setting"),
        ("sim_speed = 2\ntimeout = 'long'", 2, "timeout: must be a number"),
        ("sim_speed = 2\nallow_control = 'yes'", 2, "allow_control: must be true or false"),
        ("sim_speed = true", 1, "sim_speed: must be a number"),
        ("sim_speed = nan", 1, "sim_speed: must be from 1 to 3600"),
        ("sim_speed = 0.5", 1, "sim_speed: must be from 1 to 3600"),
        ("model = 'offline'\nbroker = 'http://x'", 2, "broker: not an MQTT address"),
        ("timezone = 'Mars/Olympus'", 1, "timezone: no time zone 'Mars/Olympus'"),
        ("longitude = 13.4\nlatitude = 91", 2, "latitude: must be from -90 to 90"),
        ("latitude = 50\nlongitude = 'east'", 2, "longitude: must be a number"),
        ("timeout = 5\nlatitude = 52.5", 2, "latitude: needs longitude beside it; set both, or neither"),
        ("\nlongitude = 13.4", 2, "longitude: needs latitude beside it; set both, or neither"),
        (
            "country = 'Germany'",
            1,
            "country: no holidays are known for 'Germany'; write a country such as DE",
        ),
        ("country = 'DE-XX'", 1, "country: no holidays are known for 'DE-XX'"),
        ("language = 'de'", 1, "language: must be one of en, ru, zh"),
        ("model = 'gpt'", 1, "model: write auto, offline"),
        ("timeout = 5\n[mqtt]\nhost = 'x'", 2, "mqtt is not a setting"),
        ("timeout = 5\ngroq_api_key = 'gsk_secret'", 2, "secrets come from the environment"),
    ],
)
def test_load_when_a_file_is_wrong_names_file_line_and_key(
    place: Place, text: str, line: int, says: str
) -> None:
    place.write_project(text)
    with pytest.raises(ConfigError) as caught:
        place.load()
    message = str(caught.value)
    assert message.startswith(f"{place.project / 'hearth.toml'}, line {line}: ")
    assert says in message
    assert "gsk_secret" not in message
    assert "\n" not in message


def test_load_when_the_user_file_is_not_toml_names_file_and_line(place: Place) -> None:
    place.write_user("timeout = 5\nmodel = offline\n")
    with pytest.raises(ConfigError, match=r"config\.toml: not valid TOML: .*line 2"):
        place.load()


def test_load_when_the_file_is_not_text_says_so(place: Place) -> None:
    (place.project / "hearth.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="cannot be read"):
        place.load()


def test_load_when_a_variable_is_wrong_names_the_variable(place: Place) -> None:
    with pytest.raises(ConfigError, match="HEARTH_SIM_SPEED: must be a number"):
        place.load(None, HEARTH_SIM_SPEED="fast")


def test_load_when_a_flag_is_wrong_names_the_flag_and_no_password(place: Place) -> None:
    with pytest.raises(ConfigError, match=r"^--broker: not an MQTT address") as caught:
        place.load({"broker": "htp://me:hunter2@h"})
    assert "hunter2" not in str(caught.value)


def test_data_dir_that_is_a_file_is_refused(place: Place) -> None:
    place.write_project("")
    with pytest.raises(ConfigError, match="--data-dir: must name a folder"):
        place.load({"data_dir": str(place.project / "hearth.toml")})


def test_data_dir_expands_home_and_becomes_absolute(place: Place) -> None:
    assert place.load({"data_dir": "~/h"}).data_dir == Path(os.environ["HOME"]) / "h"


def test_url_without_password_keeps_the_rest() -> None:
    assert without_password("mqtts://me:hunter2@h.local:8883") == "mqtts://me@h.local:8883"
    assert without_password("mqtt://[::1]:1883") == "mqtt://[::1]:1883"


_WORDS = st.text(st.characters(min_codepoint=97, max_codepoint=122), min_size=5, max_size=12)


@given(user=_WORDS, password=_WORDS)
def test_no_password_survives_being_shown(user: str, password: str) -> None:
    url = f"mqtt://{user}:{password}@192.168.1.5:1883"
    assert has_password(url)
    assert f":{password}@" not in without_password(url)
    assert not has_password(without_password(url))


@given(st.text())
def test_any_broker_text_is_taken_or_refused_in_one_line(text: str) -> None:
    said = refusal({"broker": text})
    assert not said or said.startswith("--broker")
    assert len(said.splitlines()) <= 1


def refusal(flags: dict[str, str | float | bool | None]) -> str:
    """Return what is said about these flags; empty when they are taken."""
    try:
        load(flags, environment={}, folder=Path("/nonexistent"))
    except ConfigError as error:
        return str(error)
    return ""


def test_model_is_groq_once_a_key_was_kept(place: Place) -> None:
    assert place.load().model == "offline"
    place.write_user("")
    (place.user.parent / FILE).write_text(IN_KEYRING)
    assert place.load().model == "groq"


def test_slip_in_a_name_that_sounds_like_a_secret_names_the_setting_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "hearth.toml").write_text("daly_tokens = 5\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="line 1: daly_tokens is not a setting; did you mean daily_tokens"):
        load(environment={}, folder=tmp_path)


def test_place_and_country_are_read_from_wherever_they_are_set(place: Place) -> None:
    assert (place.load().latitude, place.load().longitude, place.load().country) == (None, None, "")
    place.write_user("latitude = -33.87\nlongitude = 151")
    place.write_project("latitude = 52.52")
    config = place.load(None, HEARTH_LONGITUDE="13.405", HEARTH_COUNTRY="de-BY")
    assert (config.latitude, config.longitude, config.country) == (52.52, 13.405, "DE-BY")


def test_half_a_place_in_the_environment_names_the_variable(place: Place) -> None:
    with pytest.raises(ConfigError, match="HEARTH_LATITUDE: needs longitude beside it"):
        place.load(None, HEARTH_LATITUDE="52.5")


KEEPING = ("keep_readings_days", "keep_states_days", "keep_activity_days", "keep_five_minutes_days")


@pytest.mark.parametrize("name", KEEPING)
def test_how_long_records_are_kept_is_two_days_or_more_or_for_ever(place: Place, name: str) -> None:
    assert [getattr(place.load(), one) for one in KEEPING] == [10, 400, 400, 0]
    place.write_project(f"{name} = 30")
    assert getattr(place.load(), name) == 30
    assert getattr(place.load(None, **{f"HEARTH_{name.upper()}": "0"}), name) == 0
    assert "must be 0, for ever, or from 2 to 36500" in refusal({name: 1.5})
    assert "must be 0, for ever, or from 2 to 36500" in refusal({name: -1.0})
    assert "must be a number" in refusal({name: "long"})

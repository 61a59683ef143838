"""The table of languages: grep here to find what a language brings. English answers for unknown codes."""

from collections.abc import Mapping

from tools.words.en.pack import PACK as EN
from tools.words.ru.pack import PACK as RU
from tools.words.spec import Pack
from tools.words.zh.pack import PACK as ZH

PACKS: Mapping[str, Pack] = {"en": EN, "zh": ZH, "ru": RU}


def pack(language: str) -> Pack:
    """The pack of a language code (`zh-CN` is `zh`); English for an unknown one."""
    return PACKS.get(language[:2].lower(), EN)

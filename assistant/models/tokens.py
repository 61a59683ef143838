"""What model calls cost in tokens: counted by the provider, or guessed where it does not say. Pure."""

from dataclasses import dataclass

from langchain_core.messages import AIMessage

from assistant.models.request import Prompt

_BYTES_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens read, written and read from a cache (a part of those read), as the provider counted them.

    `guessed` are those of requests that failed without a count; they are in none of the others.
    """

    input: int = 0
    output: int = 0
    cached: int = 0
    guessed: int = 0

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(
            self.input + other.input,
            self.output + other.output,
            self.cached + other.cached,
            self.guessed + other.guessed,
        )


NOTHING = Tokens()


def counted(message: AIMessage) -> Tokens:
    """What the provider counted for a message; nothing where it did not."""
    used = message.usage_metadata
    if used is None:
        return NOTHING
    cached = (used.get("input_token_details") or {}).get("cache_read") or 0
    return Tokens(used["input_tokens"], used["output_tokens"], cached)


def guessed(prompt: Prompt, written: str) -> Tokens:
    """What a request that failed after the model had worked may have cost: by the size of its text."""
    size = len(prompt.as_json().encode()) + len(written.encode())
    return Tokens(guessed=round(size / _BYTES_A_TOKEN))

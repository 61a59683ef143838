"""The themes of the house, and the contrast they keep. Colours repeat words, never replace them."""

from textual.color import Color
from textual.theme import Theme

DARK = Theme(
    name="home-dark",
    primary="#f0a35e",
    secondary="#7fb2e5",
    accent="#ffd38a",
    foreground="#ebe5da",
    background="#14161b",
    surface="#191c22",
    panel="#22262e",
    boost="#272c35",
    success="#8ed59a",
    warning="#ffc15e",
    error="#ff7d75",
    dark=True,
    variables={
        "quiet": "#a39f97",
        "pick": "#4a3a2b",
        "edge": "#4a505c",
        "scrollbar": "#4a505c",
        "scrollbar-background": "#14161b",
        "scrollbar-corner-color": "#14161b",
        "footer-key-foreground": "#ffd38a",
        "footer-description-foreground": "#c9c3b8",
        "footer-background": "#191c22",
        "input-selection-background": "#f0a35e 35%",
    },
)

LIGHT = Theme(
    name="home-light",
    primary="#8f4300",
    secondary="#1c5a9c",
    accent="#7a3d00",
    foreground="#26221c",
    background="#fbf8f3",
    surface="#f4efe7",
    panel="#e9e2d6",
    boost="#e2d9ca",
    success="#1b652d",
    warning="#7c4b00",
    error="#ab231b",
    dark=False,
    variables={
        "quiet": "#625c52",
        "pick": "#f3d9bb",
        "edge": "#a79d8d",
        "scrollbar": "#a79d8d",
        "scrollbar-background": "#fbf8f3",
        "scrollbar-corner-color": "#fbf8f3",
        "footer-key-foreground": "#8f4300",
        "footer-description-foreground": "#4b453c",
        "footer-background": "#f4efe7",
    },
)

CONTRAST = Theme(
    name="home-contrast",
    primary="#ffff66",
    secondary="#66ffff",
    accent="#ffff66",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1a1a1a",
    boost="#262626",
    success="#7dff7d",
    warning="#ffd24d",
    error="#ff8080",
    dark=True,
    variables={
        "quiet": "#d9d9d9",
        "pick": "#3a3a00",
        "edge": "#bfbfbf",
        "scrollbar": "#bfbfbf",
        "scrollbar-background": "#000000",
        "scrollbar-corner-color": "#000000",
        "footer-key-foreground": "#ffff66",
        "footer-description-foreground": "#ffffff",
        "footer-background": "#000000",
    },
)

MONO = Theme(
    name="home-mono",
    primary="#ffffff",
    secondary="#c8c8c8",
    accent="#ffffff",
    foreground="#e8e8e8",
    background="#101010",
    surface="#181818",
    panel="#262626",
    boost="#303030",
    success="#ffffff",
    warning="#f2f2f2",
    error="#ffffff",
    dark=True,
    variables={
        "quiet": "#a8a8a8",
        "pick": "#4a4a4a",
        "edge": "#6e6e6e",
        "scrollbar": "#6e6e6e",
        "scrollbar-background": "#101010",
        "scrollbar-corner-color": "#101010",
        "footer-key-foreground": "#ffffff",
        "footer-description-foreground": "#d0d0d0",
        "footer-background": "#181818",
    },
)

THEMES = (DARK, LIGHT, CONTRAST, MONO)
DEFAULTS = {"quiet": "auto 75%", "edge": "#808080", "pick": "#606060"}
"""What the house's own variables mean under a theme that does not define them."""


def ratio(first: str, second: str) -> float:
    """Contrast of two opaque colours as WCAG counts it, 1 to 21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(name: str) -> float:
    red, green, blue = (_linear(part) for part in Color.parse(name).normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

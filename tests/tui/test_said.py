"""What was typed before comes back, and no secret is ever written."""

from pathlib import Path

from assistant.tui.said import FILE, keep, recall


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    for text in ("one", "two\nlines", "включи свет", "/undo"):
        keep(tmp_path, text)
    assert recall(tmp_path) == ["one", "two\nlines", "включи свет", "/undo"]
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_lines_with_a_secret_are_not_written(tmp_path: Path) -> None:
    for text in ("my key is gsk_abcdefghijkl", "mqtt://me:word@10.0.0.2", "Bearer abcdefghijk"):
        keep(tmp_path, text)
    assert recall(tmp_path) == []
    assert not (tmp_path / FILE).exists()


def test_no_folder_and_broken_lines_are_passed_over(tmp_path: Path) -> None:
    keep(tmp_path / "nowhere", "x")
    assert recall(tmp_path / "nowhere") == []
    (tmp_path / FILE).write_text('"good"\nnot json\n7\n', encoding="utf-8")
    assert recall(tmp_path) == ["good"]

"""Entry point of the command line."""

import io
import sys


def main() -> None:
    """Run the command line."""
    from comparatex import interrupts

    try:
        interrupts.end_on_signals()
        _open_outputs()
        from comparatex.cli import main as run

        run()
    finally:
        interrupts.drop_unwritten(sys.stderr)
        interrupts.end_silently()


def _open_outputs() -> None:
    """Have a standard output that is closed fail when it is written to: Python would print to nowhere."""
    import os

    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ:
        for stream in (sys.stdout, sys.stderr):
            in_utf8(stream)


def in_utf8(stream: object) -> None:
    """Write to a file or a pipe as on other systems: Windows has fewer characters, and line ends of its own."""
    if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
        stream.reconfigure(encoding="utf-8", newline="\n")


class _Closed(io.TextIOBase):
    """A standard output that is closed."""

    encoding = "utf-8"

    def write(self, _: str) -> int:
        """Refuse."""
        raise OSError(9, "Standard output is closed")


if __name__ == "__main__":
    main()

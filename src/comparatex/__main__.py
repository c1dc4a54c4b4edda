"""Entry point of the command line."""


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it quietly, too."""
    try:
        from comparatex.files import end_as_interrupted

        end_as_interrupted()
        from comparatex.cli import main as run
    except KeyboardInterrupt:
        raise SystemExit("\nAborted!") from None
    run()


if __name__ == "__main__":
    main()

"""Entry point of the command line."""

from comparatex.cli import main

if __name__ == "__main__":
    main()

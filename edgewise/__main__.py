"""`python -m edgewise`: the command line where its script is not on the path."""

from edgewise.cli import main

if __name__ == "__main__":
    main()

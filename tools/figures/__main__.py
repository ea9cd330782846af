"""Write docs/figures/*.svg.

python -m tools.figures            # all
python -m tools.figures home cube  # some
"""

import sys

from tools.figures.all import DRAW, FOLDER


def main(names):
    names = names or list(DRAW)
    for name in names:
        if name not in DRAW:
            raise SystemExit(f"no figure is called {name!r}; there are: {', '.join(DRAW)}")
    for name in names:
        (FOLDER / f"{name}.svg").write_text(DRAW[name]().svg(), encoding="utf-8")
    print(f"wrote {len(names)} figures to {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])

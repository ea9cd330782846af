"""The results of experiments that are too long for a page: runs over many seeds, kept as small tables.

``python -m tools.sweeps`` makes them again.
"""

import numpy as np


def load(name):
    """Return a table of results as a dict from each column's name to its numbers.

    Args:
        name: ``"widths"``, 100 trainings at each of eight widths (columns width, seed, steps, right), or
            ``"held_out"``, at two widths 50 trainings of 2,000 steps on 48 of the 64 corrections (columns width, seed,
            right_of_48, right_of_16).

    Raises:
        ValueError: There is no such table.

    Examples:
        >>> runs = load("widths")
        >>> print(runs["width"].size, "runs, widths", *sorted(set(runs["width"].tolist())))
        800 runs, widths 3 4 5 6 8 12 16 32
    """
    from pathlib import Path  # here, as `import superhero` is to cost little more than `import numpy`

    folder = Path(__file__).with_name("data")
    tables = sorted(path.stem for path in folder.glob("*.csv"))
    if not isinstance(name, str) or name not in tables:
        raise ValueError(f"there are no results called {name!r}; there are: {', '.join(tables)}")
    header, *rows = (folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    columns = np.array([row.split(",") for row in rows], dtype=int).T
    return dict(zip(header.split(","), columns, strict=True))

"""Make superhero/data/*.csv: the experiments over many seeds that pages read instead of running them.

python -m tools.sweeps            # all, about five minutes on one core
python -m tools.sweeps held_out   # one
"""

import sys
from pathlib import Path

import numpy as np
import torch

from superhero.training import train

FOLDER = Path(__file__).parent.parent / "superhero/data"
WIDTHS = (3, 4, 5, 6, 8, 12, 16, 32)


def widths(widths=WIDTHS, seeds=range(100)):
    """How often, and after how many steps, does a network of a given width get all 64 corrections right?"""
    for width in widths:
        for seed in seeds:
            training = train(width=width, seed=seed)
            yield {"width": width, "seed": seed, "steps": training.steps, "right": training.right}


def held_out(widths=(16, 64), seeds=range(50)):
    """What does a network make of the 16 corrections that it was never shown?"""
    for width in widths:
        for seed in seeds:
            known = np.random.default_rng(seed).permutation(64)[:48]
            training = train(width=width, seed=seed, known=known, max_steps=2000, stop_when_right=False)
            unseen = training.right - training.right_known
            yield {"width": width, "seed": seed, "right_of_48": training.right_known, "right_of_16": unseen}


def main(names):
    torch.set_num_threads(1)  # the network is so small that a second thread only costs time
    experiments = {"widths": widths, "held_out": held_out}
    for name in names or experiments:
        if name not in experiments:
            raise SystemExit(f"no experiment is called {name!r}; there are: {', '.join(experiments)}")
        rows = list(experiments[name]())
        lines = [",".join(rows[0])] + [",".join(str(number) for number in row.values()) for row in rows]
        (FOLDER / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"wrote {FOLDER / name}.csv: {len(rows)} runs")


if __name__ == "__main__":
    main(sys.argv[1:])

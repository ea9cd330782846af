"""Make superhero/data/ffn.json: train the FFN from a fixed seed and write its weights down.

    python -m tools.weights

Four decimals are kept, which is plenty for 64 of 64, and makes a file that a person can read.
"""

import json
from pathlib import Path

from superhero.training import train

FILE = Path(__file__).parent.parent / "superhero/data/ffn.json"


def main():
    training = train(width=16, seed=0)
    if training.right != 64:
        raise SystemExit(f"the training got {training.right} of 64 right; {FILE} is left as it was")
    ffn = training.ffn
    weights = {name: getattr(ffn, name).round(4).tolist() for name in ("W_1", "b_1", "W_2", "b_2")}
    # A row of numbers a line.
    text = json.dumps(weights).replace("], [", "],\n  [").replace('], "', '],\n "')
    FILE.write_text(text + "\n", encoding="utf-8")
    print(f"wrote {FILE}: trained for {training.steps} steps, {training.right} of 64 right")


if __name__ == "__main__":
    main()

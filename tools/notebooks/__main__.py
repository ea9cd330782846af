"""Makes docs/notebooks/ from the chapters: ``make notebooks``."""

import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before a page loads NumPy or PyTorch; conftest.py tells why

from tools.course import ROOT
from tools.notebooks.notebook import FOLDER, StalePageError, all_notebooks


def main() -> int:
    """Write every notebook that is out of step with its chapter, and remove those that have none."""
    try:
        made = all_notebooks()
    except StalePageError as error:
        print(error)
        return 1
    changed = 0
    for path, text in made.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT)}")
            changed += 1
    for path in sorted(set(FOLDER.rglob("*.ipynb")) - set(made)):
        path.unlink()
        print(f"removed {path.relative_to(ROOT)}, which has no chapter")
        changed += 1
    if not changed:
        print(f"all {len(made)} notebooks are in step with their chapters")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""From the save of a page to the moment when `mkdocs serve` gives it: ``make bench-serve``.

A copy of this tree is served, and beside it, if that is asked for, another revision of it; in turn, so that whatever
else the machine does hits both.
"""

import argparse
import io
import random
import subprocess
import tarfile
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.served_site import Served, served
from tests.site_build import ROOT, copy_sources
from tools.course import pages

SOURCE = "attention/object-head.md"


def extract(revision: str, into: Path) -> None:
    """Write a revision of this repository into a folder."""
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        tar.extractall(into, filter="data")
    (into / ".cache").symlink_to(ROOT / ".cache")


def measure(root: Path, site: Served, marker: str) -> float:
    """Save a page with a new paragraph, and return the seconds until the server gives it."""
    source = root / "docs" / SOURCE
    text = source.read_text(encoding="utf-8") + f"\n{marker}\n"
    time.sleep(random.uniform(0.5, 1))  # a save falls anywhere between two looks at the files
    start = time.perf_counter()
    source.write_text(text, encoding="utf-8")
    site.wait_for(marker, SOURCE.removesuffix(".md") + "/", seconds_between_looks=0.01)
    return time.perf_counter() - start


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    options.add_argument("--rounds", type=int, default=10)
    options.add_argument("--beside", metavar="REVISION", help="measure this revision too, such as main")
    options = options.parse_args()
    with ExitStack() as stack:
        roots = {"this tree": Path(stack.enter_context(tempfile.TemporaryDirectory()))}
        copy_sources(roots["this tree"])
        if options.beside:
            roots[options.beside] = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            extract(options.beside, roots[options.beside])
        sites = {name: stack.enter_context(served(root)) for name, root in roots.items()}
        times = {name: [] for name in roots}
        for number in range(options.rounds):
            for name, root in roots.items():
                times[name].append(measure(root, sites[name], f"This is edit number {number}."))
    print(f"Seconds from save to page, of {len(pages())} pages: min / median / max of {options.rounds}")
    for name, row in times.items():
        print(f"{name:14} {min(row):8.3f} {median(row):6.3f} {max(row):6.3f}")


if __name__ == "__main__":
    main()

"""What the mutation run has found, for people to read."""

from collections import defaultdict
from dataclasses import dataclass

from tools.mutants.pages import Result

GOALS = {"prose": 100, "code": 95, "package": 90}  # percent noticed, of what alters something


@dataclass
class Tally:
    """How many changes were made, and what became of them."""

    made: int = 0
    noticed: int = 0
    same: int = 0

    @property
    def survived(self) -> int:
        """How many alter something, and no page noticed."""
        return self.made - self.noticed - self.same

    @property
    def percent(self) -> float:
        """How many were noticed of those that alter something."""
        return 100 * self.noticed / (self.made - self.same) if self.made > self.same else 100.0

    def add(self, result: Result) -> None:
        """Count one more."""
        self.made += 1
        self.noticed += bool(result.failure)
        self.same += result.same


def tallies(results: list[Result]) -> dict[str, Tally]:
    """A tally for each kind and each group of kinds."""
    found: dict[str, Tally] = defaultdict(Tally)
    for result in results:
        found[result.change.kind].add(result)
        found[result.change.group].add(result)
    return dict(found)


def report(results: list[Result]) -> str:
    """The figures by kind, and the survivors with their places."""
    lines = [f"{'':32}{'made':>7}{'noticed':>9}{'same':>7}{'survived':>10}"]
    for name, tally in sorted(tallies(results).items()):
        lines += [""] if ":" not in name else []
        counts = f"{tally.made:7}{tally.noticed:9}{tally.same:7}{tally.survived:10}"
        lines.append(f"{name:32}{counts}{tally.percent:9.1f}%")
    lines += [
        "",
        "same: alters nothing. The page shows the same and ends with the same values in memory; the package gives the",
        "same in thousands of calls; the exercises' checks find the same in thousands of attempts. The percentage is",
        "of those that alter something.",
    ]
    survivors = [result.change for result in results if result.survived]
    for change in sorted(survivors, key=lambda change: (change.group, change.path, change.line, change.kind)):
        lines += ["", f"{change.place}  {change.kind}  survived", f"  - {change.was}", f"  + {change.now}"]
    return "\n".join(lines)

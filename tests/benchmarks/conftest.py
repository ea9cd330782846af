"""Sums each group of benchmarks up in one line: how long its second takes, as a ratio to its first.

The shortest times are compared: whatever else a machine does can only add to a time.
"""

from itertools import groupby


def pytest_terminal_summary(terminalreporter, config):
    for group, members in groupby(config._benchmarksession.benchmarks, key=lambda each: each.group):
        first, *others = members
        for other in others:
            name, yardstick = (each["param"].split("-")[-1] for each in (other, first))
            ratio = other["min"] / first["min"]
            terminalreporter.write_line(f"{group}: {name} takes {ratio:.2f} times as long as {yardstick}")

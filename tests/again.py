"""A browser test that fails is tried once more, and the report says so.

Browsers, servers and a database on two busy cores fail now and then for reasons that are none of the product's. A fault
of the product fails twice. Whatever needed its second try is named at the end of every run: it is to be looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

BROWSERS = Path(__file__).resolve().parent / "browser"
MARK = "needed a second try"


class Again:
    def __init__(self) -> None:
        self.first_tries: dict[str, str] = {}  # in the process that prints: how they ended, by test

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
        if not item.path.is_relative_to(BROWSERS):
            return None
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        if [report.when for report in reports if report.failed] == ["call"]:  # set up well, and taken down again
            item.user_properties.append((MARK, reports[1].longreprtext))
            item._initrequest()  # type: ignore[attr-defined]
            reports = runtestprotocol(item, log=False, nextitem=nextitem)
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, words in report.user_properties:
            if name == MARK:
                self.first_tries[report.nodeid] = str(words)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for nodeid, words in self.first_tries.items():
            terminalreporter.section(f"{nodeid} {MARK}; the first ended so", sep="!")
            terminalreporter.write_line("\n".join(words.splitlines()[-25:]))

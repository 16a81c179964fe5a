# SPDX-License-Identifier: Apache-2.0
"""Runs of `cast conformance`, and checks of the reports that they write."""

import html.parser
import json
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from harness import CAST, OUT, Failed, check

VERDICTS = {"passed", "failed", "finding", "other", "skipped"}
MEMBERS = {"case", "area", "level", "statement", "verdict", "seconds"}
# The elements of HTML that have no end tag.
VOID = {"meta", "br", "link", "img", "hr", "input"}


class Run:
    """A run of `cast conformance` that has ended."""

    def __init__(self, name, *arguments, within=300):
        self.name = name
        command = [CAST, "conformance", *arguments, "--json"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=within, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{name}: `{' '.join(command)}` did not end within {within} s") from error
        self.code, self.errors = done.returncode, done.stderr.strip()
        with open(os.path.join(OUT, f"conformance-{name}.log"), "w") as log:
            log.write(f"{' '.join(command)}\n{done.stdout}{done.stderr}\ncode {self.code}\n")
        try:
            objects = [json.loads(line) for line in done.stdout.splitlines()]
        except ValueError as error:
            raise Failed(f"{name}: --json prints one object in each line; saw {done.stdout[-500:]!r}") from error
        self.results = [each for each in objects if "case" in each]
        self.summary = next((each["summary"] for each in objects if "summary" in each), None)

    def cases(self, *verdicts):
        """The numbers of the cases with these verdicts."""
        return [each["case"] for each in self.results if each["verdict"] in verdicts]

    @property
    def reported(self):
        """The numbers of the cases that report a difference."""
        return set(self.cases("failed", "finding"))

    def differences(self):
        """What the reported cases say, for the report of this suite."""
        return [
            {key: each.get(key) for key in ("case", "expected", "received")}
            for each in self.results
            if each["verdict"] in ("failed", "finding")
        ]

    def check_output(self):
        """The exit status and the output agree with each other."""
        check(bool(self.results) and self.summary is not None, f"{self.name}: the run ends with a summary", self.errors)
        for each in self.results:
            complete = MEMBERS <= each.keys() and each["verdict"] in VERDICTS and each["seconds"] >= 0
            differs = {"expected", "received"} <= each.keys()
            is_difference = each["verdict"] in ("failed", "finding", "other")
            has_reason = (each["verdict"] == "skipped") == ("reason" in each)
            if not (complete and differs == is_difference and has_reason):
                raise Failed(f"{self.name}: a result is incomplete: {each}")
        counts = {verdict: len(self.cases(verdict)) for verdict in VERDICTS}
        check(self.summary == counts, f"{self.name}: the summary counts the results", self.summary)
        expected = 1 if counts["failed"] else 0
        check(self.code == expected, f"{self.name}: the exit status is {expected}", (self.code, self.errors))


class Page(html.parser.HTMLParser):
    """Parses a page whose elements must be closed in order, and which must not refer to other files."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.faults = [], [], []
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "iframe", "object", "link", "base"):
            self.faults.append(f"<{tag}>")
        for name, value in attributes:
            if name in ("src", "href", "action", "srcset") or name.startswith("on"):
                self.faults.append(f"{name}={value}")
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> without its beginning")

    def handle_data(self, text):
        if "td" in self.open:
            self.rows[-1][-1] += text


def check_junit(text, results):
    """Compares a JUnit report with the results: its structure is what continuous integration expects."""
    suite = ElementTree.fromstring(text)
    check(suite.tag == "testsuite" and bool(suite.get("name")), "JUnit: the root is a named testsuite", suite.attrib)
    cases = [element for element in suite if element.tag == "testcase"]
    others = {element.tag for element in suite} - {"testcase", "properties", "system-out", "system-err"}
    check(not others, "JUnit: a testsuite contains test cases and output", others or None)
    outcomes = {"failed": "failure", "skipped": "skipped", "finding": "system-out", "other": "system-out"}
    for element, result in zip(cases, results, strict=True):
        expected = [outcomes[result["verdict"]]] if result["verdict"] in outcomes else []
        if not (
            element.get("classname") == f"cast.{result['area']}"
            and element.get("name", "").startswith(result["case"] + " ")
            and re.fullmatch(r"\d+(\.\d+)?", element.get("time", ""))
            and [child.tag for child in element] == expected
            and all(child.get("message") or child.text for child in element)
        ):
            raise Failed(f"JUnit: {ElementTree.tostring(element)} is not the result {result}")
    counts = {
        "tests": len(cases),
        "failures": len(suite.findall(".//failure")),
        "skipped": len(suite.findall(".//skipped")),
    }
    check(
        all(suite.get(name) == str(count) for name, count in counts.items()),
        f"JUnit: {len(cases)} test cases with their outcomes, counted",
        counts,
    )


def check_page(text, results):
    """Compares the HTML report with the results."""
    check(text.lower().startswith("<!doctype html>") and "<html lang=" in text, "the page has a type and a language")
    page = Page(text)
    check(not page.faults, "the page is well formed, and refers to no other file", page.faults or None)
    rows = [row for row in page.rows if row]
    wrong = [
        (row, result)
        for row, result in zip(rows, results, strict=True)
        if row[:2] != [result["case"], result["level"]] or row[3] != result["verdict"]
    ]
    check(not wrong, f"the page has a row for each of {len(rows)} cases", wrong[:2] or None)


def check_report(text, results):
    """Compares the JSON report with the results."""
    report = json.loads(text)
    check(report["format"] == 1, "the report states the version of its format", report["format"])
    ids = [each["id"] for each in report["results"]]
    check(ids == [each["case"] for each in results], f"the report has all {len(ids)} results")
    check("name" not in report["device"], "the report names the model, not the device", report["device"])

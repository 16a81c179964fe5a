# SPDX-License-Identifier: Apache-2.0
"""axe-core's rules for a page in a browser. Without axe-core a suite fails, because unchecked pages may not be
accessible.
"""

import importlib.util
import os

from harness import Failed, check, say

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """
const [rules, off, done] = arguments;
axe.run(document, {runOnly: rules, rules: Object.fromEntries(off.map((rule) => [rule, {enabled: false}]))}).then(
  (found) => done({
    passed: found.passes.length,
    wrong: found.violations.map((each) => [each.id, each.help, each.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} | ${node.failureSummary?.slice(0, 200)}`)]),
  }),
  (error) => done({passed: 0, wrong: [String(error)]}));
"""


def axe_script():
    """The script of axe-core in the test environment, or None."""
    for package in ("axe_playwright_python", "axe_core_python"):
        spec = importlib.util.find_spec(package)
        path = os.path.join(os.path.dirname(spec.origin), "axe.min.js") if spec and spec.origin else ""
        if os.path.exists(path):
            with open(path, encoding="utf-8") as script:
                return script.read()
    return None


AXE = axe_script()


def violations(driver, without=()):
    """The violations of axe-core's rules, except for `without`, and the number of rules that passed."""
    if not AXE:
        raise Failed("axe-core is not in the Python environment; see Interop/requirements.txt")
    if not driver.execute_script("return typeof axe === 'object'"):
        # The page's own policy forbids the script; the debugger may run it.
        driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
    found = driver.execute_async_script(RUN, RULES, list(without))
    return found["wrong"], found["passed"]


def check_axe(driver, where, without=()):
    """Checks the page against axe-core's rules."""
    wrong, passed = violations(driver, without)
    for each in wrong:
        say(f"axe: {each}")
    check(not wrong and passed > 0, f"{where}: axe-core finds no violations", f"{passed} rules hold")

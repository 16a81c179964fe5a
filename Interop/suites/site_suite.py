# SPDX-License-Identifier: Apache-2.0
"""The documentation site (site/build) in Chromium: links, search, narrow screens, accessibility, no requests to other servers; the pages of
the libraries, if it was built with them.
"""

import html.parser
import json
import os
import pathlib
import subprocess
import sys
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from axe import check_axe
from harness import Failed, Process, check, folder, run_suite, say, wait_for
from remote import DESKTOP, PHONE, RemoteBrowser

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = pathlib.Path(os.environ.get("CAST_SITE", ROOT / ".build/site/html")).resolve()
PORT = 8701
# The path of the published site, which the pages of the libraries contain.
BASE = f"http://127.0.0.1:{PORT}/swift-cast/"
SHOWN = ["", "install/", "guides/shell/", "guides/app/", "faq/", "cli/", "reference/commands/", "devices/", "spec/"]


class Links(html.parser.HTMLParser):
    """The links and the headings of a page."""

    def __init__(self, path):
        super().__init__()
        self.targets, self.names = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value is not None:
                self.targets.append(value)
            elif name == "id" or (tag == "a" and name == "name"):
                self.names.add(value)


def checks_links():
    """Each link within the site leads to a file, and each fragment to a place in it."""
    # The pages of the libraries are made by a program in the browser.
    pages = {path: Links(path) for path in SITE.rglob("*.html") if not path.is_relative_to(SITE / "api")}
    dead, count, others = [], 0, set()
    for path, page in pages.items():
        for target in page.targets:
            url = urllib.parse.urlparse(target)
            if url.scheme or target.startswith("//"):
                others.add(target)
                continue
            if path.name == "404.html":
                continue
            count += 1
            file = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if file.is_dir():
                file = file / "index.html"
            if not file.exists():
                dead.append(f"{path.relative_to(SITE)}: {target}")
            elif url.fragment and file in pages and urllib.parse.unquote(url.fragment) not in pages[file].names:
                dead.append(f"{path.relative_to(SITE)}: {target}")
    check(count > 1000 and not dead, "no link within the site is dead", dead[:10] or f"{count} links of {len(pages)} pages")
    say(f"{len(others)} links lead to other sites and are not followed")


def shows(page, path, size, dark):
    page.resize(*size)
    page.media(dark=dark, reduced=True)
    page.driver.get(BASE + path)
    where = f"/{path} ({'phone' if size == PHONE else 'desktop'}, {'dark' if dark else 'light'})"
    width = page.run("return [document.scrollingElement.scrollWidth, window.innerWidth]")
    check(width[0] <= width[1], f"{where} fits the width of the screen", width)
    check_axe(page.driver, where)


def searches(page):
    page.resize(*DESKTOP)
    page.driver.get(BASE)
    page.run("document.querySelector('.md-search__input').focus()")
    page.run("const field = document.querySelector('.md-search__input'); field.value = 'aliases'; field.dispatchEvent(new KeyboardEvent('keyup', {bubbles: true})); field.dispatchEvent(new Event('change'))")
    found = "return [...document.querySelectorAll('.md-search-result__link')].map(link => link.getAttribute('href'))"
    wait_for("the search finds the settings", lambda: any("cli/" in link for link in page.run(found) or []), 15)
    check(True, "the search finds a word in the reference", page.run(found)[:3])


def makes_no_requests(page):
    page.driver.get(BASE)
    urls = page.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
    others = [url for url in urls if not url.startswith((BASE, "data:", "blob:"))]
    errors = [entry["message"] for entry in page.driver.get_log("browser") if entry["level"] == "SEVERE"]
    check(not errors, "the page reports no errors", errors)
    check(not others, "a page requests nothing from other servers", others or f"{len(urls)} requests")


def symbols_exist():
    """Each page of a library that another one names exists."""
    data = SITE / "api/data"
    pages = {"/" + path.relative_to(data).with_suffix("").as_posix(): json.loads(path.read_text()) for path in data.rglob("*.json")}
    dead, count = [], 0
    for name, page in pages.items():
        for reference in page.get("references", {}).values():
            if reference.get("type") != "topic" or not reference.get("url", "").startswith("/documentation/"):
                continue
            count += 1
            url = reference["url"].partition("#")[0]
            if url not in pages or not (SITE / f"api{url}/index.html").exists():
                dead.append(f"{name}: {url}")
    check(len(pages) > 1000 and not dead, "no page of a library names a page that does not exist", dead[:10] or f"{count} references of {len(pages)} pages")


def shows_libraries(page):
    """The pages of the libraries, which a program in the browser makes, from the link on the site to a declaration."""
    symbols_exist()
    page.resize(*DESKTOP)
    page.media(dark=False, reduced=True)
    page.driver.get(BASE + "reference/libraries/")
    links = page.run("return [...document.querySelectorAll('article a[href*=\"/api/documentation/\"]')].map(link => [link.textContent, link.href])")
    check(len(links) >= 15, "the site links to the libraries", [title for title, _ in links])
    heading = "return document.querySelector('main h1, .content h1, h1.title')?.textContent.trim()"
    for title, link in links:
        page.driver.get(link)
        wait_for(f"the page of {title} has its heading", lambda: page.run(heading) == title, 20)
        errors = [entry["message"] for entry in page.driver.get_log("browser") if entry["level"] == "SEVERE"]
        urls = page.run("return performance.getEntriesByType('resource').map(entry => entry.name)")
        others = [url for url in urls if not url.startswith((BASE, "data:", "blob:"))]
        listed = len(page.run("return [...document.querySelectorAll('#app-main a[href*=\"/documentation/\"]')].map(link => link.href)"))
        # The views of CastSwiftUI exist where SwiftUI does.
        expected = 1 if title == "CastSwiftUI" else 4
        check(not errors and not others and listed >= expected, f"the page of {title} lists its declarations, without errors or other servers", errors or others or listed)
    page.picture("library")
    page.driver.get(BASE + "api/documentation/castsender/castconnection/")
    wait_for("the page of a declaration shows it", lambda: "CastConnection" in (page.run("return document.querySelector('pre.source, .declaration')?.textContent") or ""), 20)
    page.picture("declaration")
    width = page.run("return [document.scrollingElement.scrollWidth, window.innerWidth]")
    check(width[0] <= width[1], "the page of a declaration fits the width of the screen", width)


def suite():
    if not (SITE / "index.html").exists():
        raise Failed(f"there is no site at {SITE}; build it with site/build")
    checks_links()
    served = folder()
    os.symlink(SITE, f"{served}/swift-cast")
    server = Process("site", [sys.executable, "-m", "http.server", str(PORT), "--bind", "127.0.0.1", "--directory", served])
    wait_for("the site is served", lambda: subprocess.run(["curl", "-sf", BASE], capture_output=True).returncode == 0)
    page = RemoteBrowser(BASE, name="site")
    makes_no_requests(page)
    for path in SHOWN:
        shows(page, path, DESKTOP, dark=False)
        shows(page, path, PHONE, dark=True)
    page.driver.get(BASE)
    page.picture("site")
    searches(page)
    if (SITE / "api").exists():
        shows_libraries(page)
    else:
        say("the site was built without the pages of the libraries")
    page.close()
    server.stop()


run_suite(suite)

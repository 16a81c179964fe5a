# SPDX-License-Identifier: Apache-2.0
"""The documentation site (site/build) in Chromium: links, search, narrow screens, accessibility, no requests to other servers; the pages of
the libraries, if it was built with them. And the shell blocks of its pages, run against a virtual device.

A block marked `sh` is run. One marked `console` is only shown, because it needs more than a device (the superuser, the internet, a
compiler, a broker, files of the reader), or another suite runs it. Every block has a mark.
"""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from axe import check_axe
from harness import CAST, FILM, Device, Failed, Process, check, folder, run_suite, say, wait_for
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
    check(len(links) >= 8, "the site links to the libraries", [title for title, _ in links])
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


def blocks(path):
    """The blocks of a page: their lines, marks and texts."""
    text = path.read_text()
    return [(text[: match.start()].count("\n") + 1, match[1], match[2]) for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.M | re.S)]


def written_pages():
    """The pages that this project writes; docs/spec has notations of its own."""
    files = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return [ROOT / file for file in files if not file.startswith("docs/spec/")]


def runs_until_ended(line):
    """Whether a command runs until the user ends it."""
    return re.match(r"cast (receiver(?!.*--list-profiles)|remote|bridge|replay .*--as device|play .*--repeat)", line) is not None


def runs(place, block, directory, environment):
    """Runs a block, which ends with 0; a command that runs until it is ended is ended after its first line of output."""
    lasting = any(runs_until_ended(line) for line in block.splitlines())
    for command in block.splitlines() if lasting else [block]:
        process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", f"exec {command}" if lasting else command], cwd=directory, env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT if runs_until_ended(command) else subprocess.PIPE, text=True,
        )  # fmt: skip
        ready = ""
        if runs_until_ended(command):
            ended = threading.Timer(20, process.kill)
            ended.start()
            ready = process.stdout.readline()
            ended.cancel()
            process.terminate()
        try:
            output, errors = process.communicate(timeout=120)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise Failed(f"{place} did not end: {error.stdout} {error.stderr}") from error
        what = f"the block at {place} runs" + (f": {command}" if lasting else "")
        # A list or a replay that is ended before its end says so.
        check(process.returncode == (130 if re.search("--as device|--repeat", command) else 0), what, ready.strip() or (errors or "")[-400:] or f"{len(output)} characters")


def writes_collections(home, directory):
    """A series and photos, as the guides describe them."""
    for name in ("Series", "Photos"):
        os.mkdir(f"{home}/{name}")
    for number in range(1, 5):
        os.link(f"{directory}/episode.mp4", f"{home}/Series/{number:02}.mp4")
        os.link(f"{directory}/photo.jpg", f"{home}/Photos/{number}.jpg")


def runs_shell_blocks():
    state = folder()
    # Not at the usual ports, which virtual devices of the blocks take.
    device = Device("--headless", "--name", "Living Room", "--port", "8019", "--http-port", "8018", "--https-port", "8453", "--state-dir", state, name="living")
    count, unmarked = 0, []
    with tempfile.TemporaryDirectory() as directory:
        os.mkdir(f"{directory}/bin")
        os.symlink(CAST, f"{directory}/bin/cast")
        # Short, because a block waits for its end.
        subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-t", "3", "-c", "copy", f"{directory}/film.mp4"], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-t", "1", "-c", "copy", f"{directory}/episode.mp4"], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-frames:v", "1", f"{directory}/photo.jpg"], check=True)
        for name in ["one", "two", "three"]:
            subprocess.run(["ffmpeg", "-v", "error", "-i", FILM, "-t", "1", "-vn", f"{directory}/{name}.mp3"], check=True)
        shutil.copy(f"{state}/root-certificate.pem", directory)
        [profile] = [block for _, mark, block in blocks(ROOT / "docs/devices.md") if mark == "json"]
        pathlib.Path(directory, "my-television.json").write_text(profile)
        for path in written_pages():
            # Settings of one page are not those of the next.
            home = tempfile.mkdtemp(dir=directory)
            writes_collections(home, directory)
            environment = {"PATH": f"{directory}/bin:{os.environ['PATH']}", "HOME": home, "CAST_INTERFACE": "lo", "LC_ALL": "C.UTF-8"}
            for line, mark, block in blocks(path):
                place = f"{path.relative_to(ROOT)}:{line}"
                if mark == "":
                    unmarked.append(place)
                elif mark == "sh":
                    runs(place, block, directory, environment)
                    count += 1
    check(not unmarked, "each block of a page has a mark", unmarked)
    check(count >= 22, "the pages have blocks that run", count)
    device.end()


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
    runs_shell_blocks()


run_suite(suite)

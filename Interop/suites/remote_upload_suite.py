# SPDX-License-Identifier: Apache-2.0
"""Uploads to the web remote: files dropped in Chromium, posters in the list, playback of an uploaded file with the line
about its preparation, its uploaded subtitles, refusals, and the form without JavaScript. Uses `cast remote` and `cast receiver`.
"""

import base64
import os
import subprocess
import sys
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from harness import FILM, Device, check, folder, run_suite, wait_for
from remote import Remote, RemoteBrowser

# Drops files with the contents of data URLs on the page.
DROP = """
const [files, done] = arguments;
(async () => {
  const transfer = new DataTransfer();
  for (const [name, data] of files) {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    transfer.items.add(new File([bytes], name));
  }
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  done(true);
})();
"""


def encoded(path):
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


def song(place):
    """A song with a cover."""
    path = os.path.join(place, "Song.mp3")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=2", "-f", "lavfi", "-i", "testsrc2=size=64x64:duration=1",
         "-map", "0:a", "-map", "1:v", "-frames:v", "1", "-c:v", "mjpeg", "-id3v2_version", "3", "-disposition:v", "attached_pic", path],
        check=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return path


def names(page):
    return page.run("return [...document.querySelectorAll('.uploaded [data-intent^=castFile] .name')].map(n => n.textContent)")


def drops_files(page, place):
    subtitles = base64.b64encode(b"1\n00:00:00,000 --> 00:00:40,000\nThe words that were uploaded\n").decode()
    files = [["Film.mp4", encoded(FILM)], ["Song.mp3", encoded(song(place))], ["Film.en.srt", subtitles], ["None.srt", "bm90aGluZw=="]]
    page.driver.execute_async_script(DROP, files)
    wait_for("both files are listed", lambda: names(page) == ["Film.mp4", "Song.mp3"], 30, 0.2)
    page.wait_for_text("#uploading", "no subtitles", 20)
    page.press("#uploading button")
    wait_for("no upload is in progress", lambda: not page.all("#uploading li"), 10, 0.1)
    check("Film.en.srt" in page.text(".uploaded"), "the subtitles are listed")
    wait_for(
        "the song has a poster",
        lambda: page.run("return [...document.querySelectorAll('.uploaded img')].at(-1)?.naturalWidth") == 64,
        20,
        0.2,
    )
    page.picture("uploaded")


def refuses_files(page, place):
    large = os.path.join(place, "Large.mp4")
    with open(FILM, "rb") as film, open(large, "wb") as file:
        file.write(film.read() + b"\x00" * 4_000_000)
    page.one("#upload-files").send_keys(large)
    page.wait_for_text("#uploading", "too large", 20)
    text = os.path.join(place, "List.mp4")
    with open(text, "w") as file:
        file.write("#EXTM3U\nfile:///etc/passwd\n")
    page.one("#upload-files").send_keys(text)
    page.wait_for_text("#uploading", "Only videos", 20)
    check(names(page) == ["Film.mp4", "Song.mp3"], "refused files are not listed")


def connects(page):
    wait_for("a device is found", lambda: page.attribute("#cast", "data-phase") == "ready", 20, 0.1)
    page.press("#cast")
    page.press("#dialog .row")
    wait_for("the device is connected", lambda: page.attribute("#cast", "data-phase") == "connected", 20, 0.1)
    if page.one("#dialog dialog"):
        page.intent("dismissDialog")
    wait_for("the dialog closes", lambda: not page.all("#dialog dialog"), 10, 0.1)


def plays_a_file(page, television):
    page.run(
        "window.seen = []; new MutationObserver(() => {"
        " const text = document.getElementById('cast-progress')?.innerText;"
        " if (text && seen.at(-1) !== text) seen.push(text);"
        "}).observe(document.getElementById('progress'), { childList: true, subtree: true, characterData: true })"
    )
    page.press('.uploaded [aria-label*="Film"]')
    page.wait_for_text("#player-title", "Film", 20)
    wait_for("the device's page shows the first frames", lambda: (television.element() or {}).get("time", 0) > 0.5, 30, 0.2)
    television.wait_for_text("#captions", "The words that were uploaded", 15)
    wait_for("the page says that it plays", lambda: any("Playing" in text for text in page.run("return seen")), 10, 0.1)
    seen = page.run("return seen")
    check(any("Loading" in text for text in seen), "the page says that the device loads the file", seen)


def deletes_a_file(page):
    page.press('.uploaded [data-intent^="removeUpload"][title*="Song"]')
    wait_for("the song is not listed any more", lambda: names(page) == ["Film.mp4"], 10, 0.1)


def explains_a_failure(page, place):
    broken = os.path.join(place, "Broken.mp4")
    with open(FILM, "rb") as film, open(broken, "wb") as file:
        file.write(film.read(24) + b"\x00" * 4096)
    page.one("#upload-files").send_keys(broken)
    wait_for("the file is listed", lambda: "Broken.mp4" in names(page), 20, 0.1)
    page.press('.uploaded [aria-label*="Broken"]')
    page.wait_for_text("#progress .explanation", "incomplete", 30)
    page.picture("explanation")
    page.intent("dismissProgress")
    wait_for("the explanation closes", lambda: not page.all("#progress .explanation"), 10, 0.1)


def uploads_without_script(remote):
    """The form, as a browser without JavaScript sends it."""
    html = urllib.request.urlopen(remote.url, timeout=10).read().decode()
    page, secret = (html.split(f'name="{name}" value="')[1].split('"')[0] for name in ("page", "secret"))
    check(html.index('id="upload-form"') < html.index('id="upload-files"'), "the secret precedes the files")

    def send(secret):
        with open(FILM, "rb") as film:
            parts = [(f'name="{name}"', value.encode()) for name, value in (("page", page), ("secret", secret))]
            parts.append(('name="file"; filename="../../Plain.mp4"', film.read()))
        body = b"".join(
            b"--edge\r\nContent-Disposition: form-data; " + head.encode() + b"\r\n\r\n" + content + b"\r\n"
            for head, content in parts
        )
        headers = {"Content-Type": "multipart/form-data; boundary=edge", "Origin": "null"}
        request = urllib.request.Request(remote.url + "upload", body + b"--edge--\r\n", headers, method="POST")
        return urllib.request.urlopen(request, timeout=20).read().decode()

    check(">Plain.mp4<" in send(secret), "the page lists the file that the form uploads")
    try:
        send("wrong")
        check(False, "a form without the secret is rejected")
    except urllib.error.HTTPError as error:
        check(error.code == 403, "a form without the secret is rejected", error.code)
    except (BrokenPipeError, ConnectionResetError, urllib.error.URLError):
        # The server closed the connection before the whole file was sent.
        pass


def suite():
    place, storage = folder(), folder()
    device = Device()
    television = Browser(device.ready["page"], name="television")
    limit = os.path.getsize(FILM) + 1_000_000
    remote = Remote("--upload-limit", str(limit), environment={"TMPDIR": storage})
    page = RemoteBrowser(remote.url)
    wait_for("the page is connected", page.is_linked, 20, 0.1)
    drops_files(page, place)
    refuses_files(page, place)
    connects(page)
    plays_a_file(page, television)
    deletes_a_file(page)
    explains_a_failure(page, place)
    uploads_without_script(remote)
    page.close()
    television.close()
    remote.end()
    check(os.listdir(storage) == [], "all uploaded files are deleted at the end", os.listdir(storage))
    device.end()


run_suite(suite)

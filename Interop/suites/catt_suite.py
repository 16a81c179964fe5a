# SPDX-License-Identifier: Apache-2.0
"""catt casts a local file to the device's page by the device's address, and controls it with one process for each
command. A web page with a video is cast by `cast play`, with the yt-dlp that catt has installed.
"""

import json
import os
import subprocess
import sys
import time

LIB = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib")
sys.path.insert(0, LIB)

from browser import Browser
from film_server import FilmServer, FolderServer
from harness import CAST, FILM, FILM_SECONDS, HOST, NAME, PYTHON, Device, Failed, Process, check, folder, run_suite, wait_for

# Unmodified catt, with the threads of its library taking turns on the TLS socket (see one_at_a_time).
CATT = [PYTHON, "-c", "import one_at_a_time; from catt.cli import main; main()"]
ENVIRONMENT = dict(os.environ, HOME=folder(), LC_ALL="C.UTF-8", PYTHONPATH=LIB)


def catt(*arguments):
    """Runs a command to its end. Returns its output."""
    done = subprocess.run(
        [*CATT, "-d", HOST, *arguments], capture_output=True, text=True, timeout=60, env=ENVIRONMENT
    )
    if done.returncode != 0:
        raise Failed(f"catt {' '.join(arguments)}: code {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def info():
    text = catt("info", "-j")
    return json.loads(text) if text.strip() else {}


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    casting = Process("catt-cast", [*CATT, "-d", HOST, "cast", FILM], env=ENVIRONMENT)

    wait_for("catt found the device and plays", lambda: any("Playing" in line for line in casting.lines), 30)

    def playing():
        if not casting.is_running:
            raise Failed(f"catt cast ended with code {casting.process.returncode}")
        status = info()
        return status if status.get("player_state") == "PLAYING" else None

    status = wait_for("the device's status is PLAYING", playing, 30, every=0.3)
    check(any(NAME in line for line in casting.lines), "catt has the device's name", casting.lines[:2])
    check(status["content_id"].startswith(f"http://{HOST}:"), "the media comes from catt's own server", status["content_id"])
    check(status["app_id"] == "CC1AD845", "the default media receiver runs")
    check(status["stream_type"] == "BUFFERED", "the stream is BUFFERED", status["stream_type"])
    check(abs(status["duration"] - FILM_SECONDS) < 0.5, "the duration is the file's", status["duration"])
    page.wait_until_playing(status["content_id"])
    again = info()
    check(again["current_time"] > status["current_time"], "the position advances", again["current_time"])

    text = catt("status")
    check("State: PLAYING" in text, "catt status reports PLAYING", text.split("\n"))

    catt("pause")
    first = info()
    check(first["player_state"] == "PAUSED", "paused", first["player_state"])
    check(page.element()["paused"], "the page is paused")
    time.sleep(0.5)
    check(info()["current_time"] == first["current_time"], "the position stands still while paused", first["current_time"])

    catt("seek", "30")
    check(30 <= info()["current_time"] < 35, "seek moved the position", info()["current_time"])
    catt("rewind", "10")
    check(18 <= info()["current_time"] < 30, "rewind moved the position back", info()["current_time"])
    catt("play")
    check(info()["player_state"] == "PLAYING", "playing again")

    catt("volume", "40")
    check(abs(info()["volume_level"] - 0.4) < 0.01, "volume 40 %", info()["volume_level"])
    catt("volumeup", "10")
    check(abs(info()["volume_level"] - 0.5) < 0.01, "volumeup adds 10 %", info()["volume_level"])
    check(abs(page.element()["volume"] - 0.5) < 0.01, "the page has the same volume", page.element()["volume"])
    catt("volumemute", "True")
    check(info()["volume_muted"], "muted")
    catt("volumemute", "False")
    check(not info()["volume_muted"], "unmuted")

    catt("stop")
    wait_for("stopped: the app has ended", lambda: info().get("app_id") != "CC1AD845", 10, every=0.3)
    wait_for("catt cast has ended", lambda: not casting.is_running, 15)
    page.wait_for_text("#idle .device", NAME)
    web_page(page, device)
    page.close()
    check(device.is_running, "the device still runs")


def web_page(page, device):
    """`cast play` and `cast inspect` with a web page, on which yt-dlp finds the media."""
    film = FilmServer()
    path = folder()
    with open(os.path.join(path, "en.vtt"), "w") as text:
        text.write("WEBVTT\n\n00:00.000 --> 00:40.000\nHello from the page\n")
    server = FolderServer(path)
    with open(os.path.join(path, "watch.html"), "w") as html:
        html.write(
            f"<html><head><title>A page</title></head><body><video><source src='{film.url}' type='video/mp4'>"
            f"<track src='{server.address}/en.vtt' kind='subtitles' srclang='en'></video></body></html>"
        )
    url = f"{server.address}/watch.html"
    environment = dict(os.environ, PATH=f"{os.path.dirname(PYTHON)}:{os.environ['PATH']}")
    inspected = subprocess.run(
        [CAST, "inspect", url, "--json"], capture_output=True, text=True, timeout=60, env=environment
    )
    report = json.loads(inspected.stdout)
    check(inspected.returncode == 0 and report["media"]["url"] == film.url, "cast inspect finds the media of the page", report)
    playing = Process("cast-page", [CAST, "play", url, "--host", HOST, "--json"], env=environment)
    # yt-dlp names a referer, which the device does not send, so the media is relayed.
    page.wait_until_playing(f"http://{HOST}:")
    status = json.loads(
        subprocess.run([CAST, "status", "--host", HOST, "--json"], capture_output=True, text=True, timeout=30).stdout
    )
    check(status["media"]["title"] == "A page", "the title is the page's", status["media"])
    loads = [json.loads(frame["text"]) for frame in device.frames() if '"type":"LOAD"' in frame.get("text", "")]
    loaded = loads[-1]["media"]["contentId"]
    check(loaded != film.url and loaded.endswith("/film.mp4"), "the media is the page's, relayed", loaded)
    tracks = [(track["language"], track["trackContentType"]) for track in loads[-1]["media"]["tracks"]]
    check(tracks == [("en", "text/vtt")], "the subtitles are the page's", tracks)
    # The relay ends with the command, and so does playback.
    playing.stop()
    page.wait_for_text("#idle .device", NAME)
    nothing = subprocess.run(
        [CAST, "play", f"{server.address}/", "--host", HOST, "--json"],
        capture_output=True, text=True, timeout=60, env=environment,
    )
    error = json.loads(nothing.stdout.splitlines()[-1])["error"]
    check("yt-dlp found no media: " in error["message"], "a page without media fails with yt-dlp's reason", error)


run_suite(suite)

# SPDX-License-Identifier: Apache-2.0
"""The device's page as a screen: pages are opened and closed during playback, play in parallel, show audio and
images, wait for a click if the browser requires one, and find the device again.
"""

import json
import os
import subprocess
import sys
import time
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer
from harness import FILM, NAME, OUT, Device, Process, check, folder, run_suite, wait_for
from sender import ask, connect

Browser.scale = 1


def made(name, *arguments):
    """A file that ffmpeg creates for this suite."""
    path = os.path.join(OUT, name)
    subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments, path], check=True, stdin=subprocess.DEVNULL)
    return path


def joins_and_leaves(device, films, cast, media):
    media.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("the media plays without a page", lambda: media.status.player_state == "PLAYING")
    time.sleep(2)
    page = Browser(device.ready["page"])
    told = ask(media).adjusted_current_time
    first = wait_for("a page that is opened shows the media", lambda: (page.element() or {}).get("frames") and page.element())
    check(first["time"] >= told - 0.5, "it starts at the current position", (first["time"], told))
    page.wait_for_scene("playing")

    watcher = Browser(device.ready["page"], name="watcher")
    wait_for("a second page shows the media, too", lambda: (watcher.element() or {}).get("frames"))
    check(watcher.element()["muted"] and not page.element()["muted"], "only the first page has sound")
    wait_for("both pages have the same position", lambda: abs(watcher.element()["time"] - page.element()["time"]) < 0.8)
    page.close()
    wait_for("when the first page is closed, the second one takes over with sound", lambda: not watcher.element()["muted"])
    gap = abs(ask(media).adjusted_current_time - watcher.element()["time"])
    check(gap < 0.5, "its position is the device's", round(gap, 3))

    watcher.driver.refresh()
    wait_for("a reloaded page continues", lambda: (watcher.element() or {}).get("time", 0) > 3)
    watcher.wait_for_scene("playing")
    before, clock = ask(media).adjusted_current_time, time.monotonic()
    watcher.close()
    time.sleep(1.5)
    check(media.status.player_state == "PLAYING", "without a page the media plays on")
    advanced, passed = ask(media).adjusted_current_time - before, time.monotonic() - clock
    check(abs(advanced - passed) < 0.6, f"the position advances in real time: {passed:.2f} s later", round(advanced, 2))
    media.stop()
    wait_for("stopped", lambda: media.status.player_state == "IDLE")


def sound_and_pictures(device, page, media):
    cover = made("cover.png", "-f", "lavfi", "-i", "gradients=s=600x600:c0=orange:c1=purple:x0=0:y0=0:x1=600:y1=600", "-frames:v", "1")
    song = made("song.mp3", "-f", "lavfi", "-i", "sine=frequency=330:duration=30", "-b:a", "64k")
    covers, songs = FilmServer(cover, "image/png"), FilmServer(song, "audio/mpeg")
    media.play_media(
        songs.url,
        "audio/mpeg",
        title="A quiet tone",
        thumb=covers.url,
        metadata={"metadataType": 3, "artist": "Interop", "images": [{"url": covers.url}]},
    )
    page.wait_for_scene("playing")
    page.wait_for_text("#card h1", "A quiet tone")
    wait_for("the audio plays", lambda: (page.element() or {}).get("time", 0) > 0.5)
    time.sleep(0.8)
    page.picture("music")
    media.play_media(covers.url, "image/png", title="A picture", stream_type="NONE")
    wait_for(
        "an image is shown",
        lambda: page.driver.execute_script(
            "const i = document.querySelector('#image'); return i.naturalWidth === 600 && getComputedStyle(i).opacity > 0.9"
        ),
    )
    page.picture("picture")
    media.stop()


def stalls(page, media):
    """The network stalls during playback, and recovers."""
    film = made(
        "heavy.mp4", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25", "-t", "40", "-c:v", "libx264", "-preset",
        "ultrafast", "-b:v", "6M", "-pix_fmt", "yuv420p", "-movflags", "+faststart",
    )  # fmt: skip
    films = FilmServer(film)
    films.goes_on.clear()
    media.play_media(films.url, "video/mp4", title="A slow film", stream_type="BUFFERED")
    page.wait_for_scene("playing", 15)
    wait_for("without data the device reports BUFFERING", lambda: media.status.player_state == "BUFFERING", 30)
    page.wait_for_scene("buffering")
    stood = ask(media).adjusted_current_time
    time.sleep(1)
    check(abs(ask(media).adjusted_current_time - stood) < 0.1, "its position stands still", stood)
    page.picture("buffering")
    films.goes_on.set()
    wait_for("with data it plays again", lambda: media.status.player_state == "PLAYING", 15)
    media.stop()
    wait_for("stopped", lambda: media.status.player_state == "IDLE")


def last_media(device):
    """The media of the last status that has any: senders keep media that a status leaves out."""
    statuses = [
        status
        for frame in device.frames()
        if frame["direction"] == "out" and '"MEDIA_STATUS"' in (frame.get("text") or "")
        for status in json.loads(frame["text"])["status"]
    ]
    return [status["media"] for status in statuses if "media" in status][-1]


def playlists(device, page, media):
    """HLS, on demand and live."""
    place = folder()
    encode = ["-c:v", "libx264", "-profile:v", "main", "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-g", "25", "-c:a", "aac"]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-i", FILM, "-t", "20", *encode, "-f", "hls", "-hls_time", "2"]
        + ["-hls_playlist_type", "vod", os.path.join(place, "film.m3u8")],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    server = FolderServer(place)
    media.play_media(f"{server.address}/film.m3u8", "application/x-mpegURL", title="A playlist", stream_type="BUFFERED")
    wait_for("a playlist plays", lambda: (page.element() or {}).get("time", 0) > 1, 15)
    check(abs(media.status.duration - 20) < 0.5, "it has a duration", media.status.duration)

    live = Process(
        "live",
        ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", FILM, *encode, "-f", "hls", "-hls_time", "1"]
        + ["-hls_list_size", "6", "-hls_flags", "delete_segments", os.path.join(place, "live.m3u8")],
    )
    wait_for("the live stream is available", lambda: os.path.exists(os.path.join(place, "live4.ts")), 20)
    media.play_media(f"{server.address}/live.m3u8", "application/x-mpegURL", title="Live", stream_type="LIVE")
    # The previous playlist may still be on the screen.
    page.wait_until_playing(f"{server.address}/live.m3u8")
    wait_for("the live stream plays", lambda: (page.element() or {}).get("frames", 0) > 20 and page.scene == "playing", 20)
    status = last_media(device)
    check(status.get("streamType") == "LIVE" and "duration" not in status, "it has no duration", status.get("duration"))
    page.picture("live")
    media.stop()
    wait_for("stopped", lambda: media.status.player_state == "IDLE")
    live.stop()


def subtitles_and_keys(page, films, media):
    """Subtitles and the page's keyboard shortcuts."""
    place = folder()
    with open(os.path.join(place, "words.vtt"), "w", encoding="utf-8") as file:
        file.write("WEBVTT\n\n00:00.000 --> 00:59.000\nThe words of the film\n")
    server = FolderServer(place)
    media.play_media(
        films.url, "video/mp4", title="Interop film", stream_type="BUFFERED",
        subtitles=f"{server.address}/words.vtt", subtitles_mime="text/vtt", subtitles_lang="en-US",
    )  # fmt: skip
    shown = lambda: page.text("#captions") or ""
    wait_for("the subtitles are shown", lambda: shown() == "The words of the film", 15)
    page.picture("subtitles")
    media.disable_subtitle()
    wait_for("they disappear when the sender disables them", lambda: shown() == "")
    keyboard = page.driver.find_element("tag name", "body")
    keyboard.send_keys("k")
    wait_for("a key pauses, and the sender is notified", lambda: media.status.player_state == "PAUSED")
    keyboard.send_keys("k")
    wait_for("it resumes playback", lambda: media.status.player_state == "PLAYING")
    keyboard.send_keys("s")
    wait_for("another key stops", lambda: media.status.player_state == "IDLE")


def advertisement(page, films, media):
    """An ad break within the media: a clip of two seconds, then the media from its position."""
    clip = made("clip.mp4", "-i", FILM, "-t", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac")
    clips = FilmServer(clip)
    media.play_media(
        films.url, "video/mp4", title="Interop film", stream_type="BUFFERED",
        media_info={
            "breaks": [{"id": "break", "breakClipIds": ["gone", "clip"], "position": 2}],
            "breakClips": [{"id": "clip", "contentId": clips.url, "contentType": "video/mp4", "duration": 2}],
        },
    )  # fmt: skip
    page.wait_for_text("#advertisement", "Advertisement", 15)
    wait_for("the clip plays", lambda: (page.element() or {}).get("source") == clips.url)
    check(abs(ask(media).current_time - 2) < 0.01, "the media's position stands still meanwhile", media.status.current_time)
    page.picture("advertisement")
    wait_for("the media follows the clip", lambda: (page.element() or {}).get("source") == films.url, 15)
    wait_for("it continues at its position", lambda: (page.element() or {}).get("time", 0) > 2.3)
    check(page.text("#advertisement") is None, "the ad label disappears")
    media.stop()
    wait_for("stopped", lambda: media.status.player_state == "IDLE")


def blocked_sound(device, films, media):
    page = Browser(device.ready["page"], plays_sound=False, name="silent-page")
    media.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    wait_for("it plays although the browser blocks sound", lambda: (page.element() or {}).get("time", 0) > 0.5)
    check(page.element()["muted"], "it is muted")
    page.wait_for_text("#sound", "click for sound")
    page.picture("sound")
    page.click()
    wait_for("a click unmutes it", lambda: not page.element()["muted"] and not page.element()["paused"])
    wait_for("the hint disappears", lambda: page.text("#sound") is None)
    media.stop()
    page.close()


def comes_back(device, page):
    device.end()
    page.wait_for_text("#link", "not responding")
    page.picture("alone")
    again = Device(name="device-again")
    wait_for("the page finds the device again", lambda: page.text("#link") is None and page.scene == "idle", 15)
    return again


def refuses_strangers(device):
    """Requests that a page of another site could make through the user's browser."""
    address = device.ready["page"]
    requests = [
        ("a host name", urllib.request.Request(address, headers={"Host": "tv.example"})),
        ("another origin", urllib.request.Request(f"{address}screen/events", headers={"Origin": "http://evil.example", "Accept": "text/event-stream"})),
        ("no token", urllib.request.Request(f"{address}screen/report", b"{}", {"Content-Type": "application/json"})),
    ]
    for what, request in requests:
        try:
            urllib.request.urlopen(request, timeout=5).close()
            status = 200
        except urllib.error.HTTPError as error:
            status = error.code
        check(status == 403, f"{what} is rejected", status)


def suite():
    device = Device()
    films = FilmServer()
    cast = connect()
    media = cast.media_controller
    joins_and_leaves(device, films, cast, media)
    blocked_sound(device, films, media)
    page = Browser(device.ready["page"])
    sound_and_pictures(device, page, media)
    stalls(page, media)
    playlists(device, page, media)
    subtitles_and_keys(page, films, media)
    advertisement(page, films, media)
    refuses_strangers(device)
    cast.quit_app()
    page.wait_for_text("#idle .device", NAME)
    cast.disconnect(5)
    again = comes_back(device, page)
    check(page.errors() == [], "no errors on the page")
    check(again.is_running, "the device still runs")


run_suite(suite)

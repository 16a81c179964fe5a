# SPDX-License-Identifier: Apache-2.0
"""DC 57: the device's page is readable over the brightest possible video, white noise.

Compares each text with a picture of the same screen without text.
"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from browser import Browser
from film_server import FilmServer, FolderServer
from harness import NAME, Device, folder, run_suite
from sender import connect
from television import check_contrast
from television_media import SUBTITLE, TITLE, Stage, load, made, music, paused

Browser.scale = 1

SNOW = ["-f", "lavfi", "-i", "color=white:s=1280x720:r=25", "-t", "100", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]


def over_the_film(page, cast, media, stage, snow):
    words = FolderServer(folder_with("words.vtt", "WEBVTT\n\n00:00.000 --> 02:00.000\nSnow, and snow on top of it\n"))
    track = {"trackId": 1, "type": "TEXT", "trackContentId": f"{words.address}/words.vtt", "trackContentType": "text/vtt", "language": "en", "subtype": "SUBTITLES"}
    film = {"contentId": snow.url, "contentType": "video/mp4", "streamType": "BUFFERED", "tracks": [track], "metadata": {"title": TITLE, "subtitle": SUBTITLE}}
    after = {"contentId": stage.song.url, "contentType": "audio/mpeg", "metadata": {"metadataType": 3, "title": "A quiet tone", "artist": "The Oscillators"}}
    media.send_message({"type": "QUEUE_LOAD", "items": [{"media": film, "activeTrackIds": [1]}, {"media": after}]}, inc_session_id=True)
    page.wait_for_text("#captions", "Snow")
    page.wait_for_scene("playing")
    time.sleep(0.6)
    paused(page, media)
    time.sleep(0.6)
    check_contrast(page, "over noise, paused, with subtitles")
    page.picture("snow-paused")
    media.seek(40)
    page.wait_for_text("#overlay .leap span", "+")
    time.sleep(0.5)
    check_contrast(page, "over noise, after a seek")
    media.seek(75)
    page.wait_for_text("#upnext .when", "Up next")
    time.sleep(0.6)
    check_contrast(page, "over noise, with the next item")
    page.picture("snow-upnext")
    cast.set_volume(0.45)
    page.wait_for_text("#volume", "Volume")
    time.sleep(0.4)
    check_contrast(page, "over noise, with the volume")
    breaks = {
        "breaks": [{"id": "break", "breakClipIds": ["one"], "position": 0}],
        "breakClips": [{"id": "one", "contentId": snow.url, "contentType": "video/mp4", "duration": 100, "whenSkippable": 60, "title": "Buy now"}],
    }
    load(media, stage, media_info=breaks)
    page.wait_for_text("#advertisement", "Advertisement", 15)
    page.wait_for_scene("playing")
    time.sleep(0.8)
    check_contrast(page, "over noise, with an ad")
    page.picture("snow-advertisement")
    media.stop()


def folder_with(name, text):
    place = folder()
    with open(os.path.join(place, name), "w", encoding="utf-8") as file:
        file.write(text)
    return place


def beside_a_cover(page, media, stage):
    """The artwork of music is blurred and dimmed behind the text."""
    cover = FilmServer(made("white.png", "-f", "lavfi", "-i", "color=white:s=600x600", "-frames:v", "1"), "image/png")
    music(media, stage, images=[cover.url])
    page.wait_for_scene("playing")
    page.wait_for_text("#card h1", "A quiet tone")
    time.sleep(2)
    check_contrast(page, "music with a white cover")
    page.picture("snow-music")


def suite():
    device = Device()
    page = Browser(device.ready["page"])
    page.wait_for_text("#idle .device", NAME)
    stage = Stage()
    cast = connect()
    media = cast.media_controller
    over_the_film(page, cast, media, stage, FilmServer(made("snow.mp4", *SNOW)))
    beside_a_cover(page, media, stage)
    cast.quit_app()
    cast.disconnect(5)
    page.close()
    device.end()


run_suite(suite)

# SPDX-License-Identifier: Apache-2.0
"""pychromecast finds the virtual device, plays media on it and controls it; a second sender sees every change."""

import json
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

import one_at_a_time  # noqa: F401
import pychromecast
import zeroconf
from pychromecast.controllers.multizone import MultizoneController
from pychromecast.models import HostServiceInfo

from film_server import FilmServer
from harness import FILM_SECONDS, HOST, NAME, Device, Observer, check, run_suite, wait_for


def found_by_mdns(device):
    zc = zeroconf.Zeroconf(interfaces=[HOST])
    browser = pychromecast.discovery.CastBrowser(pychromecast.discovery.SimpleCastListener(), zc)
    browser.start_discovery()
    info = wait_for("found by multicast DNS", lambda: next(iter(browser.devices.values()), None), 15)
    check(info.friendly_name == NAME, "it has its name", info.friendly_name)
    check((info.host, info.port) == (HOST, 8009), "it is at its address", (info.host, info.port))
    identity = str(info.uuid).replace("-", "")
    check(identity == device.ready["id"].replace("-", "").lower(), "it has the device's identity", identity)
    check(bool(info.model_name), "it has a model", info.model_name)
    return browser, zc, info


def found_by_address():
    """As in Home Assistant without multicast: the name comes from the device's HTTP responses."""
    casts, browser = pychromecast.get_listed_chromecasts(
        friendly_names=[NAME], known_hosts=[HOST], discovery_timeout=15, zeroconf_instance=None
    )
    check(len(casts) == 1, "found by address", [cast.cast_info.friendly_name for cast in casts])
    services = casts[0].cast_info.services
    check(any(isinstance(service, HostServiceInfo) for service in services), "the device was asked at that address", services)
    casts[0].wait(10)
    check(casts[0].status is not None, "it is connected")
    casts[0].disconnect(5)
    pychromecast.discovery.stop_discovery(browser)


def position_now(media):
    """Requests the status, so that the position is the device's and not an estimate."""
    before = media.status.last_updated
    media.update_status()
    wait_for_quietly(lambda: media.status.last_updated != before)
    return media.status.current_time


def wait_for_quietly(condition, seconds=5):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.005)


def suite():
    device = Device("--headless")
    browser, zc, info = found_by_mdns(device)
    found_by_address()
    films = FilmServer()
    observer = Observer()

    cast = pychromecast.get_chromecast_from_cast_info(info, zc)
    cast.wait(10)
    check(cast.status is not None, "connected, with a receiver status")
    # pychromecast does not know the model, and asked the device over HTTPS what it is.
    check(cast.cast_info.cast_type == "cast", "it is a device with a screen, not a group", cast.cast_info.cast_type)
    check(0 <= cast.status.volume_level <= 1, "it has a volume", cast.status.volume_level)
    check(cast.media_controller.status.player_state == "UNKNOWN", "no media yet")

    media = cast.media_controller
    media.play_media(films.url, "video/mp4", title="Interop film", stream_type="BUFFERED")
    media.block_until_active(10)
    check(cast.app_id == "CC1AD845", "the media receiver runs", cast.app_display_name)
    wait_for("PLAYING", lambda: media.status.player_state == "PLAYING")
    check(media.status.content_id == films.url, "it plays the requested media", media.status.content_id)
    check(media.status.title == "Interop film", "it kept the title", media.status.title)
    check(media.status.stream_type == "BUFFERED", "its stream is BUFFERED", media.status.stream_type)
    check(media.status.supports_pause and media.status.supports_seek, "it supports pause and seek")
    wait_for("the duration is known", lambda: media.status.duration)
    check(abs(media.status.duration - FILM_SECONDS) < 0.5, "the duration is the file's", media.status.duration)
    check(len(films.requests) > 0, "the device requested the file from its server", films.requests[0][:2])
    observer.wait(
        "the second sender sees it play",
        lambda seen: seen.media.get("state") == "PLAYING" and seen.media.get("url") == films.url,
    )

    first, clock = position_now(media), time.monotonic()
    time.sleep(1.5)
    second, passed = position_now(media), time.monotonic() - clock
    check(abs((second - first) - passed) < 0.25, f"in {passed:.2f} s the position advanced as much", second - first)

    media.pause()
    check(media.status.player_state == "PAUSED", "pause answers with PAUSED", media.status.player_state)
    first = position_now(media)
    time.sleep(0.7)
    check(position_now(media) == first, "the position stands still while paused", first)
    observer.wait("the second sender sees it paused", lambda seen: seen.media.get("state") == "PAUSED")

    media.seek(30)
    wait_for("PLAYING after a seek that requests it", lambda: media.status.player_state == "PLAYING")
    now = position_now(media)
    check(30 <= now < 33, "seek moved the position", now)
    observer.wait("the second sender sees the new position", lambda seen: 30 <= seen.media.get("time", 0) < 33)

    media.pause()
    media.play()
    wait_for("play after pause plays", lambda: media.status.player_state == "PLAYING")
    observer.wait("the second sender sees it play again", lambda seen: seen.media.get("state") == "PLAYING")

    cast.set_volume(0.3)
    wait_for("volume 0.3", lambda: abs(cast.status.volume_level - 0.3) < 0.01)
    observer.wait("the second sender sees the volume", lambda seen: abs(seen.receiver["volume"] - 0.3) < 0.01)
    cast.set_volume_muted(True)
    wait_for("muted", lambda: cast.status.volume_muted)
    observer.wait("the second sender sees it muted", lambda seen: seen.receiver["muted"])
    check(abs(cast.status.volume_level - 0.3) < 0.01, "muting keeps the level", cast.status.volume_level)
    cast.set_volume_muted(False)
    observer.wait("the second sender sees it unmuted", lambda seen: not seen.receiver["muted"])

    media.stop()
    wait_for("stopped: IDLE", lambda: media.status.player_state == "IDLE")
    check(media.status.idle_reason == "CANCELLED", "the idle reason is CANCELLED", media.status.idle_reason)
    observer.wait(
        "the second sender sees it stopped",
        lambda seen: seen.media.get("state") == "IDLE" and seen.media.get("idle") == "CANCELLED",
    )

    media.play_media(f"{films.address}/missing.mp4", "video/mp4", stream_type="BUFFERED")
    wait_for(
        "missing media ends in an error",
        lambda: media.status.player_state == "IDLE" and media.status.idle_reason == "ERROR",
        15,
    )

    cast.quit_app()
    wait_for("the media receiver has ended", lambda: cast.app_id != "CC1AD845")
    observer.wait("the second sender sees that it has ended", lambda seen: seen.receiver["app"] != "CC1AD845")

    cast.disconnect(5)
    check(device.is_running, "the device still runs")
    pychromecast.discovery.stop_discovery(browser)
    types = {frame_type(frame) for frame in device.frames()}
    for kind in ("LOAD", "PAUSE", "SEEK", "SET_VOLUME", "STOP", "MEDIA_STATUS", "RECEIVER_STATUS", "PING", "PONG"):
        check(kind in types, f"{kind} is in the frame log")


    device.end()
    group_suite(films)


def group_suite(films):
    """Two devices at different addresses and a group of them: three devices, one of which is a group."""
    device = Device(
        "--headless", "--address", HOST, "--also", "Kitchen@127.0.0.2", "--group", f"Downstairs={NAME},Kitchen",
        name="group",
    )
    zc = zeroconf.Zeroconf(interfaces=[HOST])
    browser = pychromecast.discovery.CastBrowser(pychromecast.discovery.SimpleCastListener(), zc)
    browser.start_discovery()
    wait_for("three devices are found", lambda: len(browser.devices) == 3, 20)
    found = {info.friendly_name: info for info in browser.devices.values()}
    check(set(found) == {NAME, "Kitchen", "Downstairs"}, "they have their names", sorted(found))
    check(found["Kitchen"].host == "127.0.0.2", "each has its address", found["Kitchen"].host)
    group = found["Downstairs"]
    check(group.cast_type == "group", "the group is reported as a group", group.cast_type)
    check(group.model_name == "Google Cast Group", "it has the model of groups", group.model_name)
    check(group.host == HOST and group.port != 8009, "it has its leader's host and its own port", (group.host, group.port))

    cast = pychromecast.get_chromecast_from_cast_info(group, zc)
    zone = MultizoneController(group.uuid)
    cast.register_handler(zone)
    cast.wait(10)
    wait_for("the group lists its members", lambda: len(zone.members) == 2)
    identities = {str(found[name].uuid) for name in (NAME, "Kitchen")}
    check({str(member) for member in zone.members} == identities, "its members are the two devices", zone.members)
    media = cast.media_controller
    media.play_media(films.url, "video/mp4", stream_type="BUFFERED")
    media.block_until_active(10)
    wait_for("the group plays", lambda: media.status.player_state == "PLAYING")

    speaker = pychromecast.get_chromecast_from_cast_info(found["Kitchen"], zc)
    speaker.wait(10)
    wait_for("the follower runs the follower app", lambda: speaker.app_id == "705D30C6")
    leader = pychromecast.get_chromecast_from_cast_info(found[NAME], zc)
    leader.wait(10)
    wait_for("the leader runs the leader app", lambda: leader.app_id == "531A4F84")
    check(leader.status.session_id == cast.status.session_id, "it has the group's session", leader.status.session_id)
    cast.set_volume(0.4)
    wait_for("the group's volume changes its members' volumes", lambda: abs(speaker.status.volume_level - 0.4) < 0.01)
    cast.quit_app()
    wait_for("at the end both devices are idle", lambda: speaker.app_id != "705D30C6" and leader.app_id != "531A4F84")
    for each in (cast, speaker, leader):
        each.disconnect(5)
    pychromecast.discovery.stop_discovery(browser)
    device.end()


def frame_type(frame):
    try:
        return json.loads(frame["text"])["type"]
    except (KeyError, ValueError, TypeError):
        return None


run_suite(suite)

# SPDX-License-Identifier: Apache-2.0
"""The media player of the Default Media Receiver: one media session with a clock and a queue."""

import asyncio
import http.client
import random
import struct
import time
import urllib.request

DURATION = 60.0
# PAUSE, SEEK, STREAM_VOLUME, STREAM_MUTE, EDIT_TRACKS, PLAYBACK_RATE; and QUEUE_NEXT, QUEUE_PREV, QUEUE_SHUFFLE.
BASIC, QUEUE = 12303, 64 | 128 | 256
# The options of GET_STATUS.
NO_METADATA, NO_QUEUE_ITEMS = 1, 2
PLAYABLE = ("audio/", "video/", "image/", "application/x-mpegurl", "application/vnd.apple.mpegurl")
REPEAT_MODES = ("REPEAT_OFF", "REPEAT_ALL", "REPEAT_SINGLE", "REPEAT_ALL_AND_SHUFFLE")
MEDIA_SOURCE_NOT_SUPPORTED = 104


class Refused(Exception):
    """A request that is answered with INVALID_REQUEST and a reason."""


def number(value):
    """A finite number that is not a Boolean."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value or abs(value) > 1e12:
        raise Refused("INVALID_PARAMS")
    return value


def objects(value):
    if not isinstance(value, list) or not all(isinstance(element, dict) for element in value):
        raise Refused("INVALID_PARAMS")
    return value


def identifiers(value):
    if not isinstance(value, list) or not all(type(element) is int for element in value):
        raise Refused("INVALID_PARAMS")
    return value


def wave_duration(data):
    """The duration of the beginning of a WAVE file; None if it is something else."""
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        return None
    index, rate = 12, 0
    while index + 8 <= len(data):
        kind, size = data[index : index + 4], struct.unpack("<I", data[index + 4 : index + 8])[0]
        if kind == b"fmt ":
            (rate,) = struct.unpack("<I", data[index + 16 : index + 20])
        if kind == b"data" and rate:
            return size / rate
        index += 8 + size + size % 2
    return None


def fetch(url):
    """Requests the beginning of the media. Returns its duration; None if it is not stated. Raises OSError."""
    if not url.startswith(("http://", "https://")):
        raise OSError("not a URL")
    request = urllib.request.Request(url, headers={"Range": "bytes=0-65535", "User-Agent": "CrKey/1.56.500000"})
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            if not response.headers.get_content_type().lower().startswith(PLAYABLE):
                raise OSError("no media")
            return wave_duration(response.read(65536))
    except (ValueError, http.client.HTTPException) as error:
        raise OSError("not a URL") from error


class Player:
    """Answers requests of the media namespace.

    `reply(message, request)` sends a message to the requester alone; `broadcast(message, request)` sends it to all senders,
    with the ID of the request, or with 0 if it is None.
    """

    def __init__(self, oddities, reply, broadcast, plays_anything):
        self._odd = oddities
        self._reply = reply
        self._broadcast = broadcast
        self._plays_anything = plays_anything
        self._sessions = 0
        self._is_active = False
        self._items = []
        self._index = 0
        self._next_item = 1
        self._state = "IDLE"
        self._rate = 1
        self._base = 0.0
        self._since = time.monotonic()
        self._duration = DURATION
        self._volume = {"level": 1, "muted": False}
        self._repeat = "REPEAT_OFF"
        self._active_tracks = []
        self._loading = None
        self._loading_request = None
        self._deferred = []
        self._end = None
        # Whether a status with all fields was sent since the items changed or GET_STATUS was received.
        self._has_sent_media = False

    def close(self):
        for pending in (self._loading, self._end):
            if pending:
                pending.cancel()

    # Requests

    def handle(self, message, request):
        """Answers a request. `request` identifies its sender."""
        kind = message.get("type")
        try:
            if kind == "GET_STATUS":
                self._has_sent_media = False
                self._reply(self._status(True, message.get("options") or 0), request)
            elif kind in ("LOAD", "QUEUE_LOAD"):
                self._load(kind, message, request)
            elif self._loading:
                self._deferred.append((message, request))
            elif kind not in self._COMMANDS:
                raise Refused("INVALID_COMMAND")
            elif not self._is_active or message.get("mediaSessionId") != self._sessions:
                raise Refused("INVALID_MEDIA_SESSION_ID")
            elif kind.startswith("QUEUE_") and "no-queue" in self._odd:
                raise Refused("INVALID_COMMAND")
            else:
                self._COMMANDS[kind](self, message, request)
        except Refused as refusal:
            self._reply({"type": "INVALID_REQUEST", "reason": str(refusal)}, request)

    def _changed(self, request, with_media=False):
        self._schedule_end()
        self._broadcast(self._status(with_media), request)

    # Loading

    def _load(self, kind, message, request):
        data = message if kind == "QUEUE_LOAD" else message.get("queueData") or {}
        single = [{"media": message["media"]}] if kind == "LOAD" and "media" in message else []
        items = objects(data.get("items") or single)
        start = data.get("startIndex") or 0
        if not items or type(start) is not int or not 0 <= start < len(items):
            raise Refused("INVALID_PARAMS")
        if any("itemId" in item or not isinstance(item.get("media"), dict) for item in items):
            raise Refused("INVALID_PARAMS")
        if "no-queue" in self._odd and (len(items) > 1 or kind == "QUEUE_LOAD"):
            raise Refused("INVALID_COMMAND")
        repeat = data.get("repeatMode") or "REPEAT_OFF"
        if repeat not in REPEAT_MODES:
            raise Refused("INVALID_PARAMS")
        position = message.get("currentTime")
        position = 0 if position is None else max(0, number(position))
        rate = message.get("playbackRate")
        rate = 1 if rate is None else number(rate)
        if not 0.5 <= rate <= 2:
            raise Refused("INVALID_PARAMS")
        tracks = self._known_tracks(items[start]["media"], message.get("activeTrackIds") or [])
        if self._loading:
            self._loading.cancel()
            self._reply({"type": "LOAD_CANCELLED"}, self._loading_request)
        elif self._is_active:
            self._end_session("INTERRUPTED", None)
        self._sessions += 1
        self._next_item, self._repeat, self._rate, self._active_tracks = 1, repeat, rate, tracks
        self._items, self._index = self._numbered(items), start
        # VLC writes it as a string.
        autoplay = message.get("autoplay") not in (False, "false")
        self._loading_request = request
        self._loading = asyncio.get_running_loop().create_task(self._begin(position, autoplay, request))

    async def _begin(self, position, autoplay, request):
        """Loads the current item: the request is answered before anything is requested from the server of the media."""
        media = self._items[self._index]["media"]
        loading = {"playerState": "LOADING", "mediaSessionId": self._sessions, "media": media}
        status = {"mediaSessionId": self._sessions, "playerState": "IDLE", "currentTime": 0, "playbackRate": 1}
        status.update(supportedMediaCommands=0, volume=self._volume, extendedStatus=loading)
        self._broadcast({"type": "MEDIA_STATUS", "status": [status]}, request)
        try:
            found = None if self._plays_anything else await asyncio.to_thread(fetch, self._url(media))
        except OSError:
            self._loading, self._is_active = None, False
            self._reply({"type": "LOAD_FAILED", "detailedErrorCode": MEDIA_SOURCE_NOT_SUPPORTED}, request)
            failed = {"mediaSessionId": self._sessions, "playerState": "IDLE", "idleReason": "ERROR"}
            self._broadcast({"type": "MEDIA_STATUS", "status": [failed]}, None)
        else:
            stated = media.get("duration")
            is_stated = isinstance(stated, (int, float)) and not isinstance(stated, bool) and stated > 0
            self._duration = found or (float(stated) if is_stated else DURATION)
            self._loading, self._is_active, self._has_sent_media = None, True, False
            self._set(min(position, self._duration), "PLAYING" if autoplay else "PAUSED")
            self._changed(None, with_media=True)
        deferred, self._deferred = self._deferred, []
        for message, sender in deferred:
            self.handle(message, sender)

    @staticmethod
    def _url(media):
        return str(media.get("contentUrl") or media.get("contentId") or "")

    @staticmethod
    def _known_tracks(media, active):
        """The IDs of active tracks, which the media must have."""
        tracks = media.get("tracks") or []
        known = {track.get("trackId") for track in tracks if isinstance(track, dict)}
        if not set(identifiers(active)) <= known:
            raise Refused("INVALID_PARAMS")
        return active

    def _numbered(self, items):
        numbered = []
        for item in items:
            numbered.append(dict(item, itemId=self._next_item))
            self._next_item += 1
        return numbered

    # The clock

    def _position(self):
        elapsed = (time.monotonic() - self._since) * self._rate if self._state == "PLAYING" else 0
        return min(self._base + elapsed, self._duration)

    def _set(self, position=None, state=None):
        self._base = self._position() if position is None else position
        self._since = time.monotonic()
        self._state = state or self._state

    def _schedule_end(self):
        if self._end:
            self._end.cancel()
            self._end = None
        if self._is_active and self._state == "PLAYING":
            left = (self._duration - self._position()) / self._rate
            self._end = asyncio.get_running_loop().call_later(left, self._finish, None)

    def _finish(self, request):
        """The end of the current item: the next one follows, or the session ends."""
        if self._repeat == "REPEAT_SINGLE":
            self._move(self._index, request, "FINISHED")
        else:
            self._move(self._index + 1, request, "FINISHED")

    def _move(self, index, request, reason):
        if index >= len(self._items) and self._repeat.startswith("REPEAT_ALL"):
            index = 0
        if index >= len(self._items):
            return self._end_session(reason, request)
        self._index = max(0, index)
        self._has_sent_media = False
        self._set(0, "PLAYING")
        self._changed(request, with_media=True)

    def _end_session(self, reason, request):
        status = {"mediaSessionId": self._sessions, "playerState": "IDLE", "idleReason": reason, "playbackRate": 1}
        status.update(currentTime=0, supportedMediaCommands=0, volume=self._volume)
        self._is_active = False
        self._set(0, "IDLE")
        self._schedule_end()
        self._broadcast({"type": "MEDIA_STATUS", "status": [status]}, request)

    # Statuses

    def _media(self, item, is_current):
        media = dict(item.get("media") or {})
        if is_current:
            media["duration"] = self._duration
        # Media with an end is not live, also if a sender says so.
        media["streamType"] = "BUFFERED"
        media.setdefault("contentType", "video/mp4")
        if "numeric-stream" in self._odd:
            media["streamType"] = 2
        if "empty-title" in self._odd:
            media["metadata"] = dict(media.get("metadata") or {}, title="")
        return media

    def _listed(self):
        current = self._items[self._index]
        return [dict(item, media=self._media(item, item is current)) for item in self._items]

    def _status(self, with_media=False, options=0):
        if not self._is_active:
            return {"type": "MEDIA_STATUS", "status": []}
        status = {"mediaSessionId": self._sessions, "playerState": self._state, "playbackRate": self._rate}
        if "sparse" in self._odd and self._has_sent_media:
            return {"type": "MEDIA_STATUS", "status": [status]}
        status.update(
            currentTime=round(self._position(), 3),
            supportedMediaCommands=BASIC if "no-queue" in self._odd else BASIC | QUEUE,
            volume=dict(self._volume),
            currentItemId=self._items[self._index]["itemId"],
            repeatMode=self._repeat,
            activeTrackIds=self._active_tracks,
        )
        if with_media or not self._has_sent_media:
            status["media"] = self._media(self._items[self._index], True)
            if "no-queue" not in self._odd and not options & NO_QUEUE_ITEMS:
                status["items"] = self._listed()
            if options & NO_METADATA:
                for media in [status["media"], *(item["media"] for item in status.get("items", []))]:
                    media.pop("metadata", None)
        self._has_sent_media = True
        return {"type": "MEDIA_STATUS", "status": [status]}

    # Commands

    def _play(self, message, request):
        self._set(state="PLAYING")
        self._changed(request)

    def _pause(self, message, request):
        if "ignores-pause" not in self._odd:
            self._set(state="PAUSED")
        self._changed(request)

    def _stop(self, message, request):
        self._end_session("CANCELLED", request)

    def _seek(self, message, request):
        if "relativeTime" in message:
            position = self._position() + number(message["relativeTime"])
        else:
            position = number(message.get("currentTime"))
        if position >= self._duration:
            return self._finish(request)
        states = {"PLAYBACK_START": "PLAYING", "PLAYBACK_PAUSE": "PAUSED"}
        self._set(max(0, position), states.get(message.get("resumeState")))
        self._changed(request)

    def _set_volume(self, message, request):
        volume = message.get("volume")
        if not isinstance(volume, dict):
            raise Refused("INVALID_PARAMS")
        if volume.get("level") is not None:
            self._volume["level"] = min(max(number(volume["level"]), 0), 1)
        if isinstance(volume.get("muted"), bool):
            self._volume["muted"] = volume["muted"]
        self._changed(request)

    def _set_rate(self, message, request):
        if "relativePlaybackRate" in message:
            rate = min(max(self._rate * number(message["relativePlaybackRate"]), 0.5), 2)
        else:
            rate = number(message.get("playbackRate"))
        if not 0.5 <= rate <= 2:
            raise Refused("INVALID_PARAMS")
        self._set()
        self._rate = rate
        self._changed(request)

    def _edit_tracks(self, message, request):
        item = self._items[self._index]
        if message.get("activeTrackIds") is not None:
            self._active_tracks = self._known_tracks(item["media"], message["activeTrackIds"])
        if isinstance(message.get("textTrackStyle"), dict):
            item["media"] = {**item["media"], "textTrackStyle": message["textTrackStyle"]}
            return self._changed(request, with_media=True)
        self._changed(request)

    # The queue

    def _ids(self):
        return [item["itemId"] for item in self._items]

    def _place(self, message):
        """The index before which items are inserted: the end if `insertBefore` is absent or unknown."""
        before = message.get("insertBefore")
        return self._ids().index(before) if before in self._ids() else len(self._items)

    def _keep_current(self, items, current):
        self._items = items
        self._index = self._ids().index(current)
        self._has_sent_media = False

    def _queue_insert(self, message, request):
        items = objects(message.get("items"))
        if not items or any("itemId" in item or not isinstance(item.get("media"), dict) for item in items):
            raise Refused("INVALID_PARAMS")
        place, current = self._place(message), self._ids()[self._index]
        before, items = self._items[place:][:1], self._numbered(items)
        self._keep_current(self._items[:place] + items + self._items[place:], current)
        self._changed(request, with_media=True)
        change = {"type": "QUEUE_CHANGE", "changeType": "INSERT", "itemIds": [item["itemId"] for item in items]}
        self._broadcast({**change, **({"insertBefore": before[0]["itemId"]} if before else {})}, None)

    def _queue_remove(self, message, request):
        removed = identifiers(message.get("itemIds"))
        left = [item for item in self._items if item["itemId"] not in removed]
        if not removed:
            raise Refused("INVALID_PARAMS")
        if not left:
            return self._end_session("INTERRUPTED", request)
        current = self._ids()[self._index]
        if current not in removed:
            self._keep_current(left, current)
            return self._changed(request, with_media=True)
        following = [item for item in self._items[self._index :] if item in left]
        self._items = left
        self._move(left.index(following[0]) if following else len(left), request, "FINISHED")

    def _queue_reorder(self, message, request):
        moved = [identifier for identifier in identifiers(message.get("itemIds")) if identifier in self._ids()]
        if not moved or message.get("insertBefore") in moved:
            raise Refused("INVALID_PARAMS")
        by_id, current = {item["itemId"]: item for item in self._items}, self._ids()[self._index]
        rest = [identifier for identifier in self._ids() if identifier not in moved]
        before = message.get("insertBefore")
        place = rest.index(before) if before in rest else len(rest)
        order = rest[:place] + moved + rest[place:]
        self._keep_current([by_id[identifier] for identifier in order], current)
        self._changed(request)

    def _queue_update(self, message, request):
        if message.get("repeatMode") is not None:
            if message["repeatMode"] not in REPEAT_MODES:
                raise Refused("INVALID_PARAMS")
            self._repeat = message["repeatMode"]
        if message.get("shuffle") is True:
            random.shuffle(self._items)
            self._index, self._has_sent_media = 0, False
            self._set(0)
        if message.get("currentItemId") in self._ids():
            return self._move(self._ids().index(message["currentItemId"]), request, "INTERRUPTED")
        if type(message.get("jump")) is int and message["jump"]:
            return self._move(self._index + message["jump"], request, "INTERRUPTED")
        self._changed(request)

    def _queue_next(self, message, request):
        self._move(self._index + 1, request, "INTERRUPTED")

    def _queue_previous(self, message, request):
        self._move(self._index - 1, request, "INTERRUPTED")

    def _queue_ids(self, message, request):
        if "refused-ids" in self._odd:
            raise Refused("INVALID_COMMAND")
        if "silent-ids" not in self._odd:
            self._reply({"type": "QUEUE_ITEM_IDS", "itemIds": self._ids()}, request)

    def _queue_items(self, message, request):
        wanted = identifiers(message.get("itemIds"))
        self._send_items([item for item in self._listed() if item["itemId"] in wanted], request)

    def _queue_range(self, message, request):
        if message.get("itemId") not in self._ids():
            raise Refused("INVALID_PARAMS")
        index = self._ids().index(message["itemId"])
        before, after = (int(number(message.get(key) or 0)) for key in ("prevCount", "nextCount"))
        self._send_items(self._listed()[max(0, index - before) : index + 1 + after], request)

    def _send_items(self, items, request):
        if "refused-ids" in self._odd:
            raise Refused("INVALID_COMMAND")
        if "silent-ids" not in self._odd:
            self._reply({"type": "QUEUE_ITEMS", "items": items}, request)

    _COMMANDS = {
        "PLAY": _play,
        "PAUSE": _pause,
        "STOP": _stop,
        "SEEK": _seek,
        "SET_VOLUME": _set_volume,
        "SET_PLAYBACK_RATE": _set_rate,
        "EDIT_TRACKS_INFO": _edit_tracks,
        "QUEUE_INSERT": _queue_insert,
        "QUEUE_REMOVE": _queue_remove,
        "QUEUE_REORDER": _queue_reorder,
        "QUEUE_UPDATE": _queue_update,
        "QUEUE_NEXT": _queue_next,
        "QUEUE_PREV": _queue_previous,
        "QUEUE_GET_ITEM_IDS": _queue_ids,
        "QUEUE_GET_ITEMS": _queue_items,
        "QUEUE_GET_ITEM_RANGE": _queue_range,
    }

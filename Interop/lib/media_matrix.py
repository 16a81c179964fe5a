# SPDX-License-Identifier: Apache-2.0
"""The sources of the suite `formats`: containers, codecs, subtitles, odd names and broken files, made by ffmpeg.

Each row states what `cast inspect` plans for a device of an unknown model, or the reason with which `cast play` fails.
"""

import os
import subprocess
from dataclasses import dataclass, field

SECONDS = 30
PICTURE = ["-f", "lavfi", "-i", f"testsrc2=size=320x180:rate=25:duration={SECONDS}"]
SOUND = ["-f", "lavfi", "-i", f"sine=frequency=440:duration={SECONDS}"]
FILM = [*PICTURE, *SOUND]
H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "50"]
HEVC = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"]
AAC = ["-c:a", "aac"]
DTS = ["-c:a", "dca", "-strict", "-2"]
SRT = "1\n00:00:00,000 --> 00:01:00,000\n{}\n"
UNCHANGED = "serve the file unchanged"


@dataclass
class Row:
    """A source."""

    name: str
    """The name of the file."""
    arguments: list = None
    """The arguments of ffmpeg; None for a file that `make` writes."""
    plan: str = UNCHANGED
    """The plan that `cast inspect` prints."""
    failure: str = None
    """A part of the error of `cast play`, for sources that cannot be played."""
    is_quick: bool = False
    """Whether the row belongs to the part that always runs."""
    kind: str = "moving"
    """`moving`, or `picture`, which has no position."""
    start: float = 0
    """The position of the first seek."""
    sidecars: dict = field(default_factory=dict)
    """Files next to the source, by their names."""
    options: list = field(default_factory=list)
    """The options of `cast play`."""
    caption: str = None
    """The text that the page shows."""
    make: object = None
    """A function from the folder to nothing that changes or writes the file."""

    @property
    def has_picture(self):
        """Whether the media has a picture besides its sound."""
        return self.arguments is None or any("testsrc" in part for part in self.arguments)


def shortened(name, share):
    def make(folder):
        path = os.path.join(folder, name)
        os.truncate(path, int(os.path.getsize(path) * share))

    return make


def written(name, content):
    def make(folder):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)

    return make


def sparse(name, size):
    def make(folder):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2")
            file.truncate(size)

    return make


def copies(video, audio):
    """The plan for tracks that are copied, or converted if they end with `>`."""
    parts = []
    if video:
        parts.append(f"convert {video[:-1]} video to H.264" if video.endswith(">") else f"copy {video} video")
    if audio:
        parts.append(f"convert {audio[:-1]} audio to AAC" if audio.endswith(">") else f"copy {audio} audio")
    return ", ".join(parts)


ROWS = [
    # Formats that every device plays.
    Row("direct.mp4", [*FILM, *H264, *AAC], is_quick=True),
    Row("mp3 in mp4.mp4", [*FILM, *H264, "-c:a", "libmp3lame"]),
    Row("surround.mp4", [*FILM, *H264, *AAC, "-ac", "6"]),
    Row("vp8.webm", [*FILM, "-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libvorbis"], is_quick=True),
    Row("sound.m4a", [*SOUND, *AAC]),
    Row("sound.mp3", [*SOUND, "-c:a", "libmp3lame"]),
    Row("sound.flac", [*SOUND, "-c:a", "flac"]),
    Row("sound.wav", [*SOUND, "-c:a", "pcm_s16le"]),
    Row("vorbis.ogg", [*SOUND, "-c:a", "libvorbis"]),
    Row("picture.png", ["-f", "lavfi", "-i", "testsrc2=size=640x360", "-frames:v", "1"], kind="picture", plan=None),
    Row("picture.jpg", ["-f", "lavfi", "-i", "testsrc2=size=640x360", "-frames:v", "1"], kind="picture", plan=None),
    # Containers that devices do not play.
    Row("aac.mkv", [*FILM, *H264, *AAC], copies("H.264", "AAC"), is_quick=True),
    Row("film.mov", [*FILM, *H264, "-c:a", "pcm_s16le"], copies("H.264", "PCM_S16LE>"), is_quick=True),
    Row("stream.ts", [*FILM, *H264, *AAC], copies("H.264", "AAC"), is_quick=True),
    Row("disc.m2ts", [*FILM, *H264, "-c:a", "ac3"], copies("H.264", "AC-3>")),
    Row("flash.flv", [*FILM, *H264, *AAC], copies("H.264", "AAC")),
    Row("sound.mka", [*SOUND, *AAC], copies(None, "AAC")),
    Row("sound.aiff", [*SOUND, "-c:a", "pcm_s16be"], copies(None, "PCM_S16BE>"), is_quick=True),
    # Codecs that devices do not play.
    Row("ac3 é 'quoted'.mkv", [*FILM, *H264, "-c:a", "ac3"], copies("H.264", "AC-3>"), is_quick=True),
    Row("eac3.mkv", [*FILM, *H264, "-c:a", "eac3"], copies("H.264", "E-AC-3>")),
    Row("dts.mkv", [*FILM, *H264, *DTS], copies("H.264", "DTS>"), is_quick=True),
    Row("truehd.mkv", [*FILM, *H264, "-c:a", "truehd", "-strict", "-2"], copies("H.264", "TrueHD>")),
    Row("hevc.mkv", [*FILM, *HEVC, "-c:a", "eac3"], copies("HEVC>", "E-AC-3>"), is_quick=True),
    Row("hevc.mp4", [*FILM, *HEVC, "-tag:v", "hvc1", *AAC], copies("HEVC>", "AAC")),
    Row("hevc10.mkv", [*FILM, *HEVC, "-pix_fmt", "yuv420p10le", *AAC], copies("HEVC>", "AAC")),
    Row("high10.mkv", [*FILM, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", *AAC], copies("H.264>", "AAC")),
    Row("vp9.webm", [*FILM, "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-c:a", "libopus"], copies("VP9>", "Opus>")),
    Row("av1.mp4", [*FILM, "-c:v", "libsvtav1", "-preset", "12", *AAC], copies("AV1>", "AAC")),
    Row("old.avi", [*FILM, "-c:v", "mpeg4", "-c:a", "libmp3lame"], copies("MPEG-4 Visual>", "MP3>"), is_quick=True),
    Row("motion.avi", [*FILM, "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-c:a", "pcm_s16le"], copies("Motion JPEG>", "PCM_S16LE>")),
    Row("mpeg2.mpg", [*FILM, "-c:v", "mpeg2video", "-c:a", "mp2"], copies("MPEG-2>", "MP2>"), is_quick=True),
    Row("prores.mov", [*FILM, "-c:v", "prores", "-c:a", "pcm_s16le"], copies("PRORES>", "PCM_S16LE>")),
    Row("windows.wmv", [*FILM, "-c:v", "wmv2", "-c:a", "wmav2"], copies("WMV2>", "WMAV2>")),
    Row("theora.ogv", [*FILM, "-c:v", "libtheora", "-c:a", "libvorbis"], copies("Theora>", "Vorbis>")),
    Row("sound.wma", [*SOUND, "-c:a", "wmav2"], copies(None, "WMAV2>"), is_quick=True),
    Row("sound.ac3", [*SOUND, "-c:a", "ac3"], copies(None, "AC-3>")),
    Row("sound.dts", [*SOUND, *DTS], copies(None, "DTS>")),
    # More than the first Chromecast decodes.
    Row("large.mp4", ["-f", "lavfi", "-i", f"testsrc2=size=3840x2160:rate=5:duration={SECONDS}", *SOUND, *H264, *AAC], "convert H.264 video to H.264 with 1080 lines, copy AAC audio"),
    Row("two sounds.mp4", [*FILM, *SOUND, "-map", "0:v", "-map", "1:a", "-map", "2:a", *H264, *AAC, "-metadata:s:a:1", "language=ger"], copies("H.264", "AAC"), options=["--audio", "de"]),
    # Subtitles.
    Row("german.mp4", [*FILM, *H264, *AAC], sidecars={"german.de.srt": SRT.format("<font color=red>Grüße</font> aus Köln").encode("cp1252")}, caption="Grüße aus Köln", is_quick=True),
    Row("chosen.mkv", [*FILM, *H264, *AAC], copies("H.264", "AAC"), sidecars={"other.ass": b"[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 0,0:00:00.00,0:01:00.00,Default,{\\i1}Hello{\\i0}, world\n"}, options=["--subtitles", "other.ass"], caption="Hello, world", is_quick=True),
    Row("utf16.mp4", [*FILM, *H264, *AAC], sidecars={"utf16.srt": SRT.format("Привет").encode("utf-16")}, caption="Привет"),
    Row("timed.mp4", [*FILM, *H264, *AAC], sidecars={"timed.en.vtt": "WEBVTT\n\n00:00.000 --> 01:00.000\nA line of WebVTT\n".encode()}, caption="A line of WebVTT"),
    # Odd names.
    Row("-v 100% #1 ?.mp4", [*FILM, *H264, *AAC], is_quick=True),
    Row("new\nline \u202eabc.mkv", [*FILM, *H264, *AAC], copies("H.264", "AAC")),
    Row("Kōkaku 攻殻 😀.mkv", [*FILM, *H264, "-c:a", "ac3"], copies("H.264", "AC-3>")),
    # Broken files.
    Row("mp4 named.avi", [*FILM, *H264, *AAC, "-f", "mp4"], is_quick=True),
    Row("mkv named.mp4", [*FILM, *H264, *AAC, "-f", "matroska"], copies("H.264", "AAC")),
    Row("cut.mkv", [*FILM, *H264, *AAC], copies("H.264", "AAC"), make=shortened("cut.mkv", 0.7), is_quick=True),
    Row("no index.mp4", [*FILM, *H264, *AAC], make=shortened("no index.mp4", 0.9), plan=None, failure="incomplete"),
    Row("empty.mp4", make=written("empty.mp4", b""), plan=None, failure="the file is empty"),
    Row("text.mp4", make=written("text.mp4", b"This is not a film.\n" * 100), plan=None, failure="not media", is_quick=True),
    Row("sparse.mp4", make=sparse("sparse.mp4", 4 << 30), plan=None, failure="not media"),
]  # fmt: skip


def made(row, folder):
    """Makes the source and its sidecars. Returns its path."""
    path = os.path.join(folder, row.name)
    if row.arguments:
        subprocess.run(["ffmpeg", "-v", "error", "-y", *row.arguments, f"file:{path}"], check=True, stdin=subprocess.DEVNULL)
    if row.make:
        row.make(folder)
    for name, content in row.sidecars.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    return path

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how soon a large Matroska film plays that ffmpeg repackages, and the memory of `cast play` while it does.

    remux.py [--film FILE] [--rounds N] [--limit MB]

Casts a film of a GiB (made with ffmpeg, or FILE) to a virtual device, and fetches it as a player does: the playlist, the
initialization section, the first segment, then all segments as fast as they come, then one after a seek. Prints the times,
medians of the rounds, and the peak of the resident memory. Fails if the peak is above the limit (60 MB), or if a segment
does not begin with a movie fragment.
"""

import argparse
import pathlib
import statistics
import sys
import time

from casting import Client, casting, film, folder, memory


def measured(path, scratch, reads_all):
    result = {}
    with casting(path, scratch) as (player, url, loaded):
        begin = time.monotonic() - loaded
        result["LOAD"] = loaded
        client = Client(url)
        playlist, _ = client.get()
        names = [line for line in playlist.decode().splitlines() if line and not line.startswith("#")]
        result["playlist"] = time.monotonic() - begin
        section, _ = client.get("init.mp4")
        result["init"] = time.monotonic() - begin
        first, result["first segment, first byte"] = client.get(names[0])
        result["start"] = time.monotonic() - begin
        if section[4:8] != b"ftyp" or first[4:8] != b"moof":
            raise RuntimeError("the segments are not fragmented MP4")
        result["first segment MB"] = len(first) / 1e6
        if reads_all:
            total, largest, begin = 0, 0, time.monotonic()
            for name in names[1:]:
                segment, _ = client.get(name)
                if segment[4:8] != b"moof":
                    raise RuntimeError(f"{name} is not a movie fragment")
                total, largest = total + len(segment), max(largest, len(segment))
            result["MB/s"] = total / 1e6 / (time.monotonic() - begin)
            result["largest segment MB"] = largest / 1e6
        _, result["seek, first byte"] = client.get(names[len(names) // 2])
        result["resident MB"], result["peak MB"], result["own MB"] = memory(player.pid)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--film", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60)
    options = parser.parse_args()
    with folder() as scratch:
        path = options.film.resolve() if options.film else film(scratch)
        print(f"a film of {path.stat().st_size / 2**30:.2f} GiB")
        rounds = [measured(path, scratch, reads_all=number == 0) for number in range(options.rounds)]
    for name in rounds[0]:
        values = [round[name] for round in rounds if name in round]
        unit = "" if "MB" in name else " s"
        middle = max(values) if name == "peak MB" else statistics.median(values)
        print(f"{name:28} {middle:8.3f}{unit}")
    peak = max(round["peak MB"] for round in rounds)
    if peak > options.limit:
        sys.exit(f"the peak of the resident memory, {peak:.1f} MB, is above {options.limit:.0f} MB")


main()

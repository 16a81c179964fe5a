// SPDX-License-Identifier: Apache-2.0

import CastWire

@testable import CastMedia
@testable import CastReceiver
@testable import CastSender

extension FuzzTarget {
    /// Texts: of servers, files, programs and other processes.
    static let documents = [
        ranges, subtitles, playlist, hls, dash, site, webRequest, sessionRecord, deviceState, control, screenReport,
    ]

    /// A `Range` field, after the length of the content in its first two bytes.
    private static let ranges = FuzzTarget("ranges", maximumLength: 512) { bytes in
        var input = FuzzInput(bytes)
        let length = Int(input.byte()) << 8 | Int(input.byte())
        guard
            case .parts(let parts) = ByteRanges(
                String(decoding: input.rest(), as: UTF8.self),
                length: length,
                maximum: 8
            )
        else { return }
        require(!parts.isEmpty && parts.count <= 8, "\(parts.count) ranges")
        for part in parts {
            require(part.lowerBound >= 0 && !part.isEmpty && part.upperBound <= length, "range \(part)")
        }
        let sorted = parts.sorted { $0.lowerBound < $1.lowerBound }
        for (one, next) in zip(sorted, sorted.dropFirst()) {
            require(one.upperBound <= next.lowerBound, "ranges \(one) and \(next) overlap")
        }
    }

    /// A subtitle file of any format. The converted file must have the same cues when it is read again.
    private static let subtitles = FuzzTarget("subtitles", maximumLength: 8192) { bytes in
        var limits = Subtitles.Limits()
        limits.cues = 200
        limits.cueText = 512
        guard let subtitles = try? Subtitles(bytes, fileName: "film.en.srt", limits: limits) else { return }
        require(subtitles.cues.count <= limits.cues, "\(subtitles.cues.count) cues")
        for cue in subtitles.cues {
            require(cue.start.isFinite && cue.end.isFinite, "a cue from \(cue.start) to \(cue.end)")
            require(!cue.text.contains("\n\n") && !cue.text.contains("-->"), "a cue with the text \(cue.text)")
        }
        let text = subtitles.webVTT()
        _ = subtitles.webVTT(delay: -1e300)
        _ = subtitles.webVTT(delay: 12.5)
        _ = try? Subtitles(Array(text.utf8), limits: limits)
    }

    /// A list of files, in M3U, PLS or XSPF.
    private static let playlist = FuzzTarget("playlist", maximumLength: 8192) { bytes in
        var limits = MediaList.Limits()
        limits.entries = 100
        for base in [MediaList.Base.folder("/films"), .url("http://192.0.2.1/lists/list.m3u?a=b")] {
            guard let list = try? MediaList(parsing: bytes, fileName: "list.m3u", base: base, limits: limits) else {
                continue
            }
            require(list.entries.count <= limits.entries, "\(list.entries.count) entries")
        }
    }

    /// An HLS playlist. A playlist whose URLs are replaced by themselves must remain a playlist.
    private static let hls = FuzzTarget("hls", maximumLength: 8192) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let url = "https://192.0.2.1/live/master.m3u8?token=1"
        _ = HLSPlaylist(text)
        let manifest = try? HLSManifest(parsing: text, url: url)
        let rewritten = StreamRewriter.rewriteHLS(text, url: url) { url, _ in url }
        if manifest != nil {
            require(
                (try? HLSManifest(parsing: rewritten, url: url)) != nil,
                "no playlist after rewriting: \(rewritten)"
            )
        }
        let relay = RelayPath(token: "t")
        _ = StreamRewriter.rewriteHLS(text, url: url) { url, _ in relay.encode(url) ?? url }
    }

    /// A DASH manifest, and XML in general.
    private static let dash = FuzzTarget("dash", maximumLength: 8192) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        _ = DASHManifest.matches(bytes)
        _ = StreamRewriter.rewriteDASH(text, url: "https://192.0.2.1/a/b.mpd") { url, _ in url }
        _ = DASHManifest.seconds(String(text.prefix(40)))
    }

    /// The output of `yt-dlp --dump-single-json`.
    private static let site = FuzzTarget("site", maximumLength: 8192) { bytes in
        var limits = VideoSite.Limits()
        limits.entries = 20
        guard let page = try? SitePage(json: bytes, limits: limits) else { return }
        let media: [SiteMedia] =
            switch page {
            case .media(let media): [media]
            case .list(let list): list.entries.compactMap(\.media)
            }
        for media in media {
            for device in [PlaybackCapabilities.unknown, .forModel("Chromecast Ultra"), .forModel("Nest Audio")] {
                _ = try? SiteStream.choose(from: media, for: device, maximumHeight: 720)
            }
        }
    }

    /// Request targets of the relay, cookie files and addresses.
    private static let webRequest = FuzzTarget("web-request", maximumLength: 2048) { bytes in
        var input = FuzzInput(bytes)
        let selection = input.byte()
        let rest = input.rest()
        let text = String(decoding: rest, as: UTF8.self)
        switch selection % 5 {
        case 0: _ = RelayPath(token: "token").decode(text)
        case 1: _ = WebCookie.parse(rest)
        case 2:
            let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            _ = URLReference.resolveWeb(parts.first ?? "", against: parts.dropFirst().first ?? "http://192.0.2.1/")
        case 3:
            if let decoded = PercentEncoding.decode(text[...]) {
                let encoded = PercentEncoding.encode(String(decoding: decoded, as: UTF8.self))
                require(PercentEncoding.decode(encoded[...]) != nil, "encoded text cannot be decoded: \(encoded)")
            }
        default: _ = SubtitleName.language(inFileName: text)
        }
    }

    /// The record of a session, as another program may have written it.
    private static let sessionRecord = FuzzTarget("session-record") { bytes in
        guard let record = try? SessionRecord(text: String(decoding: bytes, as: UTF8.self)) else { return }
        try? record.check(now: 1.7e9, lifetime: .seconds(86_400), networkID: "n")
        _ = record.device
        _ = record.application
        guard let again = try? SessionRecord(text: record.text) else { fatalError("a written record is not accepted") }
        require(again == record, "writing changed the record")
    }

    /// The saved state of a device.
    private static let deviceState = FuzzTarget("device-state", maximumLength: 8192) { bytes in
        guard let state = try? DeviceState(text: String(decoding: bytes, as: UTF8.self)) else { return }
        _ = state.limitations(localAddress: "192.0.2.1")
        guard let again = try? DeviceState(text: state.text) else { fatalError("a written state is not accepted") }
        require(again == state, "writing changed the state")
    }

    /// A line on the control socket of virtual devices, and the text of a fault.
    private static let control = FuzzTarget(
        "control",
        asynchronous: { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = try? Fault(parsing: text)
            if let request = (try? JSONValue(parsing: text))?.objectValue, let fault = request["fault"]?.stringValue {
                _ = try? Fault(parsing: fault)
            }
            _ = await ControlServer.answer(text, VirtualDeviceRegistry())
        }
    )

    /// The report of a television page.
    private static let screenReport = FuzzTarget("screen-report") { bytes in
        if let report = try? ScreenReport(parsing: bytes) { _ = "\(report)" }
    }
}

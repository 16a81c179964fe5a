// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The report of `ffprobe -of json -show_format -show_streams`.
struct FFprobeReport: Decodable {
    private struct Stream: Decodable {
        var index: Int?
        var codecType: String?
        var codecName: String?
        var codecTagString: String?
        var profile: String?
        var level: Int?
        var width: Int?
        var height: Int?
        var avgFrameRate: String?
        var pixFmt: String?
        var colorTransfer: String?
        var channels: Int?
        var sampleRate: String?
        var disposition: [String: Int]?
        var tags: [String: String]?
        var sideDataList: [SideData]?
    }

    private struct SideData: Decodable {
        var sideDataType: String?
    }

    private struct Format: Decodable {
        var formatName: String?
        var duration: String?
        var tags: [String: String]?
    }

    private var streams: [Stream]?
    private var format: Format?

    /// The arguments that create the report of a local file.
    static func arguments(path: String) -> [String] {
        ["-v", "error"] + FFmpegInput.file + report + ["file:\(path)"]
    }

    /// The arguments that create the report of a file on a web server.
    static func arguments(url: String) -> [String] {
        ["-v", "error"] + FFmpegInput.web + report + [url]
    }

    /// The arguments that create the report of the standard input.
    static let pipeArguments = ["-v", "error"] + FFmpegInput.pipe + report + ["pipe:0"]

    private static let report = ["-of", "json", "-show_format", "-show_streams"]

    /// Parses a report. Returns nil if it is not one.
    init?(json: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let report = try? decoder.decode(FFprobeReport.self, from: Data(json)) else { return nil }
        self = report
    }

    /// The facts; nil if the report names no format.
    var facts: MediaFacts? {
        guard let name = format?.formatName else { return nil }
        let tags = Self.lowercased(format?.tags)
        let duration = format?.duration.flatMap(Double.init).flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
        return MediaFacts(
            container: Self.container(name, brand: tags["major_brand"], tracks: streams ?? []),
            duration: duration,
            tracks: (streams ?? []).compactMap(Self.track),
            title: tags["title"],
            artist: tags["artist"],
            album: tags["album"]
        )
    }

    private static func container(_ name: String, brand: String?, tracks: [Stream]) -> MediaFacts.Container {
        let names = Set(name.split(separator: ",").map(String.init))
        if names.contains("mp4") { return brand?.hasPrefix("qt") == true || brand == nil ? .quickTime : .mp4 }
        if names.contains("matroska") {
            // ffprobe reports WebM and Matroska alike.
            let codecs: Set<String> = ["vp8", "vp9", "av1", "opus", "vorbis", "webvtt"]
            let isWebM = tracks.allSatisfy { codecs.contains($0.codecName ?? "") }
            return isWebM ? .webm : .matroska
        }
        let others: [(String, MediaFacts.Container)] = [
            ("wav", .wave), ("mp3", .mpegAudio), ("aac", .adts), ("flac", .flac), ("ogg", .ogg),
            ("mpegts", .transportStream),
        ]
        return others.first { names.contains($0.0) }?.1 ?? .other
    }

    private static func track(_ stream: Stream) -> TrackFacts? {
        guard let index = stream.index else { return nil }
        // ffmpeg does not decode TTML in MP4 and reports it as data.
        let isTimedText = stream.codecTagString == "stpp"
        let kind: TrackFacts.Kind =
            switch isTimedText ? "subtitle" : stream.codecType {
            case "video": .video
            case "audio": .audio
            case "subtitle": .subtitles
            default: .data
            }
        let codec = isTimedText ? MediaCodec.ttml : MediaCodec(rawValue: stream.codecName ?? "unknown")
        var track = TrackFacts(index: index, kind: kind, codec: codec)
        let tags = lowercased(stream.tags)
        track.profile = stream.profile
        track.language = tags["language"].flatMap { LanguageTag.tag($0) }
        track.title = tags["title"]
        track.isDefault = stream.disposition?["default"] == 1
        track.isForced = stream.disposition?["forced"] == 1
        track.isForHearingImpaired = stream.disposition?["hearing_impaired"] == 1
        track.isCover = stream.disposition?["attached_pic"] == 1
        track.channels = stream.channels.flatMap { $0 > 0 ? $0 : nil }
        track.sampleRate = stream.sampleRate.flatMap(Int.init)
        if kind == .video {
            track.width = stream.width
            track.height = stream.height
            track.level = level(stream)
            track.frameRate = rate(stream.avgFrameRate)
            let format = stream.pixFmt ?? ""
            track.bitDepth = format.contains("12") && format.contains("le") ? 12 : format.contains("10") ? 10 : 8
            track.chroma = format.contains("444") ? "4:4:4" : format.contains("422") ? "4:2:2" : "4:2:0"
            track.dynamicRange = dynamicRange(stream)
        }
        return track
    }

    private static func level(_ stream: Stream) -> Double? {
        guard let level = stream.level, level > 0, level < 1000 else { return nil }
        switch stream.codecName {
        case "h264": return Double(level) / 10
        case "hevc": return Double(level) / 30
        default: return nil
        }
    }

    private static func dynamicRange(_ stream: Stream) -> TrackFacts.DynamicRange {
        if stream.sideDataList?.contains(where: { $0.sideDataType?.contains("DOVI") == true }) == true {
            return .dolbyVision
        }
        switch stream.colorTransfer {
        case "smpte2084": return .hdr10
        case "arib-std-b67": return .hlg
        default: return .standard
        }
    }

    private static func rate(_ text: String?) -> Double? {
        let parts = (text ?? "").split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        return parts[0] / parts[1]
    }

    private static func lowercased(_ tags: [String: String]?) -> [String: String] {
        Dictionary((tags ?? [:]).map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}

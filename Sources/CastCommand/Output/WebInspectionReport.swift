// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastWire

/// The facts about a URL, its problems, and what `cast play` does with it, as text and as JSON.
struct WebInspectionReport {
    var inspection: WebInspection
    /// The tracks of a single file; nil for streams, and if `ffprobe` is not installed or found none.
    var facts: MediaFacts?
    var device: PlaybackCapabilities
    var options: MediaPlan.Options

    private var decision: WebMedia { WebMedia(inspection) }

    /// Whether `cast play` sends the URL to a device.
    var isSent: Bool {
        if case .unusable = decision { return false }
        return true
    }

    // MARK: - Text

    /// The printed lines. Text from the server is made safe for terminals.
    var lines: [String] {
        var lines = ["\(DisplayWidth.field(inspection.requestedURL)): \(DisplayWidth.field(inspection.contentType))"]
        lines += inspection.redirects.map { "Redirects to \(DisplayWidth.field($0))" }
        if let status = inspection.status { lines.append(responseLine(status)) }
        if let stream = inspection.stream { lines += Self.lines(stream) }
        if let facts { lines += InspectionReport.lines(of: facts.tracks) }
        for problem in inspection.problems {
            lines.append("Problem: \(DisplayWidth.field(problem.description(of: inspection.requestedURL)))")
            lines.append("  \(problem.advice)")
        }
        lines.append(playLine)
        if let reasons, !reasons.isEmpty {
            let model = DisplayWidth.field(device.model)
            lines.append("On \(model): not playable. cast play does not convert URLs; download the file and cast that.")
            lines += reasons.map { "  because \(DisplayWidth.field($0))" }
        }
        return lines
    }

    private func responseLine(_ status: Int) -> String {
        var parts = ["status \(status)"]
        parts.append(inspection.reportedType.map { "the server reports \(DisplayWidth.field($0))" } ?? "no media type")
        if let type = inspection.detectedType { parts.append("the content is \(type)") }
        if let length = inspection.length { parts.append("\(length) bytes") }
        parts.append(inspection.hasRanges == true ? "byte ranges" : "no byte ranges")
        parts.append(inspection.allowsReceivers ? "devices may read it (CORS)" : "no CORS for devices")
        if let time = inspection.timeToFirstByte { parts.append("first byte after \(TimeText.elapsed(time))") }
        return "Response: " + parts.joined(separator: ", ")
    }

    private static func lines(_ stream: WebStream) -> [String] {
        var parts = [stream.kind.rawValue.uppercased()]
        if let isLive = stream.isLive { parts.append(isLive ? "live" : "on demand") }
        if let duration = stream.duration { parts.append(TimeText.clock(duration)) }
        if !stream.encryption.isEmpty {
            parts.append("encrypted with \(DisplayWidth.field(stream.encryption.joined(separator: ", ")))")
        }
        if let format = stream.segments.audio, stream.segments.video == nil {
            parts.append("segments \(format.rawValue)")
        } else if let format = stream.segments.video {
            parts.append("video segments \(format.rawValue)")
            if let audio = stream.segments.audio { parts.append("audio segments \(audio.rawValue)") }
        }
        var lines = ["Stream: " + parts.joined(separator: ", ")]
        if !stream.variants.isEmpty {
            var table = TextTable(header: ["VARIANT", "BIT RATE", "SIZE", "CODECS"])
            // Manifests can list hundreds of variants.
            table.rows = stream.variants.prefix(50).enumerated().map { index, variant in
                [
                    String(index + 1), variant.bandwidth.map { "\($0 / 1000) kbit/s" } ?? "",
                    variant.width.flatMap { width in variant.height.map { "\(width)x\($0)" } } ?? "",
                    DisplayWidth.field(variant.codecs.joined(separator: ", ")),
                ]
            }
            lines += table.lines
        }
        if !stream.audio.isEmpty { lines.append("Audio: \(names(stream.audio))") }
        if !stream.subtitles.isEmpty { lines.append("Subtitles: \(names(stream.subtitles))") }
        return lines
    }

    private static func names(_ renditions: [WebStream.Rendition]) -> String {
        let names = renditions.prefix(50).map { rendition in
            [rendition.name, rendition.language.map { "(\($0))" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        }
        return DisplayWidth.field(names.joined(separator: ", "))
    }

    private var playLine: String {
        switch decision {
        case .unusable: return "cast play refuses this URL; --content-type TYPE sends it nevertheless."
        case .unreachable(_, let type):
            return "cast play sends this URL as \(DisplayWidth.field(type)), with a warning."
        case .media(let type):
            var text = "cast play sends this URL as \(DisplayWidth.field(type))"
            if let segments = inspection.stream?.segments, !segments.isEmpty {
                let formats = [
                    segments.audio.map { "hlsSegmentFormat \($0.rawValue)" },
                    segments.video.map { "hlsVideoSegmentFormat \($0.rawValue)" },
                ]
                text += " with \(formats.compactMap(\.self).joined(separator: " and "))"
            }
            return text + "."
        }
    }

    /// Why the device does not play the tracks; nil if they are not known.
    private var reasons: [String]? {
        guard let facts else { return nil }
        do {
            let plan = try MediaPlan.make(for: facts, on: device, options: options)
            return plan.needsConverter ? plan.reasons : []
        } catch {
            return ["\(error)"]
        }
    }

    // MARK: - JSON

    /// The object for scripts.
    var json: JSONObject {
        var object: JSONObject = [
            "url": .string(inspection.requestedURL),
            "finalURL": .string(inspection.url),
            "redirects": .array(inspection.redirects.map { .string($0) }),
            "status": inspection.status.map { .integer(Int64($0)) } ?? .null,
            "contentType": .string(inspection.contentType),
            "reportedType": inspection.reportedType.map { .string($0) } ?? .null,
            "detectedType": inspection.detectedType.map { .string($0) } ?? .null,
            "length": inspection.length.map { .integer(Int64($0)) } ?? .null,
            "ranges": inspection.hasRanges.map { .bool($0) } ?? .null,
            "allowedOrigin": inspection.allowedOrigin.map { .string($0) } ?? .null,
            "cors": .bool(inspection.allowsReceivers),
            "timeToFirstByte": inspection.timeToFirstByte.map { .number($0 / .seconds(1)) } ?? .null,
            "stream": inspection.stream.map { .object(Self.object($0)) } ?? .null,
            "model": .string(device.model),
            "delivery": isSent ? "url" : "none",
        ]
        object["tracks"] = facts.map { .array($0.tracks.map { .object(InspectionReport.json($0)) }) }
        object["duration"] = (inspection.stream?.duration ?? facts?.duration).map { .number($0) } ?? .null
        object["reasons"] = reasons.map { .array($0.map { .string($0) }) }
        object["problems"] = .array(
            inspection.problems.map { problem in
                [
                    "code": .string(problem.code),
                    "message": .string(problem.description(of: inspection.requestedURL)),
                    "advice": .string(problem.advice),
                    "preventsPlayback": .bool(problem.preventsPlayback),
                ]
            }
        )
        return object
    }

    private static func object(_ stream: WebStream) -> JSONObject {
        [
            "kind": .string(stream.kind.rawValue),
            "master": .bool(stream.isMaster),
            "live": stream.isLive.map { .bool($0) } ?? .null,
            "duration": stream.duration.map { .number($0) } ?? .null,
            "encryption": .array(stream.encryption.map { .string($0) }),
            "drm": .bool(stream.isDRM),
            "hlsSegmentFormat": stream.segments.audio.map { .string($0.rawValue) } ?? .null,
            "hlsVideoSegmentFormat": stream.segments.video.map { .string($0.rawValue) } ?? .null,
            "audio": .array(stream.audio.map(value)),
            "subtitles": .array(stream.subtitles.map(value)),
            "variants": .array(
                stream.variants.map { variant in
                    [
                        "bandwidth": variant.bandwidth.map { .integer(Int64($0)) } ?? .null,
                        "width": variant.width.map { .integer(Int64($0)) } ?? .null,
                        "height": variant.height.map { .integer(Int64($0)) } ?? .null,
                        "codecs": .array(variant.codecs.map { .string($0) }),
                    ]
                }
            ),
        ]
    }

    private static func value(_ rendition: WebStream.Rendition) -> JSONValue {
        ["name": .string(rendition.name), "language": rendition.language.map { .string($0) } ?? .null]
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastWire

/// The facts about a file and the plan for a device, as text and as JSON.
struct InspectionReport {
    var file: String
    var facts: MediaFacts
    var device: PlaybackCapabilities
    var options: MediaPlan.Options

    private var plan: Result<MediaPlan, MediaPlanError> {
        Result { () throws(MediaPlanError) in try MediaPlan.make(for: facts, on: device, options: options) }
    }

    /// The notes of a plan, and whether a missing program keeps subtitles from being shown.
    private func notes(_ plan: MediaPlan) -> [String] {
        plan.notes + (device.hasScreen ? [facts.subtitleNote()].compactMap { $0 } : [])
    }

    /// The printed lines. Text from the file is made safe for terminals.
    var lines: [String] {
        let duration = facts.duration.map { TimeText.clock($0) } ?? "unknown duration"
        var lines = ["\(DisplayWidth.field(file)): \(facts.container.rawValue), \(duration)"]
        if let title = facts.title { lines.append("Title: \(DisplayWidth.field(title))") }
        if facts.tracks.isEmpty {
            lines.append(
                "The tracks are unknown, so the file is served unchanged. ffprobe, part of ffmpeg, reads them."
            )
            return lines
        }
        lines += Self.lines(of: facts.tracks)
        let model = DisplayWidth.field(device.model)
        switch plan {
        case .success(let plan):
            lines.append("On \(model): \(plan)")
            lines += plan.reasons.map { "  because \(DisplayWidth.field($0))" }
            lines += notes(plan).map { "  note: \(DisplayWidth.field($0))" }
        case .failure(let error): lines.append("On \(model): not playable, because \(error)")
        }
        return lines
    }

    /// The object for scripts.
    var json: JSONObject {
        var object: JSONObject = [
            "file": .string(file),
            "container": .string(facts.container.rawValue),
            "duration": facts.duration.map { .number($0) } ?? .null,
            "model": .string(device.model),
            "tracks": .array(facts.tracks.map { .object(Self.json($0)) }),
        ]
        switch plan {
        case .success(let plan) where !facts.tracks.isEmpty:
            object["delivery"] = .string(plan.needsConverter ? "conversion" : "direct")
            object["plan"] = .string(plan.description)
            object["reasons"] = .array(plan.reasons.map { .string($0) })
            object["notes"] = .array(notes(plan).map { .string($0) })
        case .failure(let error) where !facts.tracks.isEmpty:
            object["delivery"] = "none"
            object["reasons"] = [.string("\(error)")]
        default: object["delivery"] = "direct"
        }
        return object
    }

    /// Returns a table of tracks.
    static func lines(of tracks: [TrackFacts]) -> [String] {
        var table = TextTable(header: ["TRACK", "KIND", "CODEC", "LANGUAGE", "DETAILS"])
        table.rows = tracks.map { track in
            [
                String(track.index), track.kind.rawValue, track.codec.description, track.language ?? "",
                track.details,
            ]
        }
        return table.lines
    }

    static func json(_ track: TrackFacts) -> JSONObject {
        var object: JSONObject = [
            "index": .integer(Int64(track.index)),
            "kind": .string(track.kind.rawValue),
            "codec": .string(track.codec.rawValue),
        ]
        object["language"] = track.language.map { .string($0) }
        object["title"] = track.title.map { .string($0) }
        object["profile"] = track.profile.map { .string($0) }
        object["level"] = track.level.map { .number($0) }
        object["width"] = track.width.map { .integer(Int64($0)) }
        object["height"] = track.height.map { .integer(Int64($0)) }
        object["channels"] = track.channels.map { .integer(Int64($0)) }
        return object
    }
}

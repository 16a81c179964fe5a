// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastMediaProbe
import CastWire

/// The facts about a picture and the plan for a device, as text and as JSON.
struct PictureReport {
    var file: String
    var facts: PictureFacts
    var device: PlaybackCapabilities
    var options: MediaPlan.Options
    /// The folders of the programs that convert pictures, separated by colons; nil for `PATH`.
    var searchPath: String?

    private var plan: Result<MediaPlan, MediaPlanError> {
        Result { () throws(MediaPlanError) in try MediaPlan.make(for: facts, on: device, options: options) }
    }

    /// Why the picture cannot be converted; nil if it need not be, or if a program is installed.
    private var obstacle: PictureError? {
        guard case .success(let plan) = plan, plan.isPicture else { return nil }
        do throws(PictureError) {
            _ = try PictureConverter(facts, searchPath: searchPath)
            return nil
        } catch {
            return error
        }
    }

    /// The printed lines.
    var lines: [String] {
        let orientation = facts.orientation == 1 ? "" : ", orientation \(facts.orientation)"
        let model = DisplayWidth.field(device.model)
        var lines = [
            "\(DisplayWidth.field(file)): \(facts.format.rawValue), \(facts.width) × \(facts.height) pixels\(orientation)"
        ]
        switch plan {
        case .success(let plan):
            lines.append("On \(model): \(plan)")
            lines += plan.reasons.map { "  because \($0)" }
            lines += plan.notes.map { "  note: \($0)" }
            if let obstacle { lines.append("  note: \(obstacle)") }
        case .failure: lines.append("On \(model): not shown, because it has no screen")
        }
        return lines
    }

    /// The object for scripts.
    var json: JSONObject {
        var object: JSONObject = [
            "file": .string(file),
            "container": .string(facts.format.rawValue),
            "width": .integer(Int64(facts.width)),
            "height": .integer(Int64(facts.height)),
            "orientation": .integer(Int64(facts.orientation)),
            "size": .integer(Int64(facts.byteCount)),
            "model": .string(device.model),
        ]
        switch plan {
        case .success(let plan):
            object["delivery"] = .string(plan.needsConverter ? "conversion" : "direct")
            object["plan"] = .string(plan.description)
            object["reasons"] = .array(plan.reasons.map { .string($0) })
            object["notes"] = .array((plan.notes + (obstacle.map { ["\($0)"] } ?? [])).map { .string($0) })
        case .failure(let error):
            object["delivery"] = "none"
            object["reasons"] = [.string("\(error)")]
        }
        return object
    }
}

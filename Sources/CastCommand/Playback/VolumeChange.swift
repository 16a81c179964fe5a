// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastWire

/// A change of the volume, parsed from a value in percent: `40`, `40%`, `+5`, `-5`.
enum VolumeChange: Hashable, Sendable {
    /// The new level, from 0 to 1.
    case level(Double)
    /// The difference to the current level, from −1 to 1.
    case offset(Double)

    /// Parses a change; nil if the text is not one. The minus sign (U+2212) is accepted, too.
    init?(_ text: String) {
        var digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let sign: Double?
        switch digits.first {
        case "+": sign = 1
        case "-", "\u{2212}": sign = -1
        default: sign = nil
        }
        if sign != nil { digits = digits.dropFirst() }
        guard let percent = DecimalText.number(digits), percent <= 100 else { return nil }
        self = if let sign { .offset(sign * percent / 100) } else { .level(percent / 100) }
    }

    /// Returns the new level, clamped to the range from 0 to 1.
    func applied(to level: Double) -> Double {
        switch self {
        case .level(let target): target
        case .offset(let offset): min(max(level + offset, 0), 1)
        }
    }
}

extension VolumeChange: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}

/// A change of the mute state.
enum MuteChange: String, CaseIterable, Sendable, ExpressibleByArgument {
    case on
    case off
    case toggle

    /// Returns the new mute state.
    func applied(to isMuted: Bool) -> Bool {
        switch self {
        case .on: true
        case .off: false
        case .toggle: !isMuted
        }
    }
}

/// The volume of a device.
struct VolumeStatus: Hashable, Sendable {
    /// The level, from 0 to 1.
    var level: Double
    var isMuted: Bool
    /// Whether the device's volume can be set.
    var isAdjustable = true
    /// The step that the device recommends for a volume key.
    var step = 0.05

    /// The level in whole percent.
    var percent: Int { Int((min(max(level, 0), 1) * 100).rounded()) }

    /// The volume as `40 %` or `40 % (muted)`.
    var text: String { isMuted ? "\(percent) % (muted)" : "\(percent) %" }

    /// The JSON object for the key `volume`.
    var json: JSONObject {
        [
            "level": .number(level),
            "percent": .integer(Int64(percent)),
            "muted": .bool(isMuted),
            "adjustable": .bool(isAdjustable),
            "step": .number(step),
        ]
    }
}

extension VolumeStatus {
    /// Creates the status from a device's volume; nil if the device does not report a level.
    init?(_ volume: CastVolume?) {
        guard let volume, let level = volume.level else { return nil }
        self.init(
            level: level,
            isMuted: volume.muted ?? false,
            isAdjustable: volume.controlType != .fixed,
            step: volume.stepInterval ?? 0.05
        )
    }
}

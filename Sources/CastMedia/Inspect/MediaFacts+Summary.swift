// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe

extension MediaFacts {
    /// The container, the duration and the tracks, as lines for users. Text from the file is printable.
    package var summary: [String] {
        let length = duration.map { "\(($0 * 10).rounded() / 10) s" } ?? "unknown duration"
        return ["  \(container.rawValue), \(length)"]
            + tracks.map { track in
                let parts = [track.kind.rawValue, track.codec.description, track.language, track.details]
                let text = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
                return PrintableText.line("  track \(track.index): \(text)")
            }
    }
}

extension TrackFacts {
    /// The size, rate, profile and further properties of the track, separated by commas.
    package var details: String {
        var parts: [String] = []
        if let width, let height { parts.append("\(width)x\(height)") }
        if let frameRate { parts.append("\((frameRate * 100).rounded() / 100) fps") }
        if let profile { parts.append(profile) }
        if let level { parts.append("level \(level)") }
        if let dynamicRange, dynamicRange != .standard { parts.append(dynamicRange.rawValue) }
        if let channels { parts.append("\(channels) channels") }
        if let title { parts.append(title) }
        if isCover { parts.append("cover") }
        return parts.joined(separator: ", ")
    }
}

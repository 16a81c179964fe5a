// SPDX-License-Identifier: Apache-2.0

extension MatroskaProbe {
    private enum CueID {
        static let point: UInt64 = 0xBB
        static let time: UInt64 = 0xB3
        static let positions: UInt64 = 0xB7
        static let track: UInt64 = 0xF7
    }

    /// Returns the times in seconds of the cue points of the first video track.
    static func keyFrames(_ window: inout ProbeWindow) async throws -> [Double] {
        let sections = try await sections([ID.info, ID.tracks, ID.cues], &window)
        guard let tracks = sections[ID.tracks], let cues = sections[ID.cues] else { return [] }
        guard let track = try await entries(tracks, &window).first(where: \.isVideo)?.number else { return [] }
        var scale = Information().scale
        if let info = sections[ID.info] { scale = try await information(info, &window).scale }
        var times: [Double] = []
        var offset = cues.content
        while times.count < MediaProbe.maximumKeyFrames,
            let element = try await element(at: offset, limit: cues.end, &window)
        {
            if element.id == CueID.point, let ticks = try await time(of: element, track: track, &window) {
                times.append(Double(ticks) * Double(scale) / 1e9)
            }
            guard element.size != nil else { break }
            offset = element.end
        }
        return times
    }

    /// Returns the time of a cue point in ticks; `nil` if the point is not for the track.
    private static func time(of point: Element, track: UInt64, _ window: inout ProbeWindow) async throws -> UInt64? {
        var time: UInt64?
        var hasTrack = false
        var offset = point.content
        while let child = try await element(at: offset, limit: point.end, &window) {
            switch child.id {
            case CueID.time: time = try await number(child, &window)
            case CueID.positions:
                var inner = child.content
                while let field = try await element(at: inner, limit: child.end, &window) {
                    if field.id == CueID.track {
                        let number = try await number(field, &window)
                        hasTrack = hasTrack || number == track
                    }
                    guard field.size != nil else { break }
                    inner = field.end
                }
            default: break
            }
            guard child.size != nil else { break }
            offset = child.end
        }
        return hasTrack ? time : nil
    }
}

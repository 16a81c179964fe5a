// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The rules for which tracks of an item can be active together (media namespace, Tracks).
enum TrackSelection {
    /// Refuses tracks without an id or a type, and duplicate ids.
    static func check(_ media: MediaInformation) throws(MediaRequestRefusal) {
        guard let value = media.fields["tracks"], !value.isNull else { return }
        guard let elements = value.arrayValue else { throw .invalidParameters }
        var ids: Set<Int> = []
        for element in elements {
            guard let track = MediaTrack(json: element), let id = track.trackID, track.type != nil,
                ids.insert(id).inserted
            else { throw .invalidParameters }
        }
    }

    /// Returns the ids in a list, which must refer to existing tracks, at most one of them audio and one video.
    static func validate(_ value: JSONValue, in media: MediaInformation) throws(MediaRequestRefusal) -> [Int] {
        guard let elements = value.arrayValue else { throw .invalidParameters }
        let ids = elements.compactMap(Int.init(json:))
        guard ids.count == elements.count else { throw .invalidParameters }
        try validate(ids, in: media)
        return ids
    }

    static func validate(_ ids: [Int], in media: MediaInformation) throws(MediaRequestRefusal) {
        let tracks = media.tracks ?? []
        var active: [TrackType: Int] = [:]
        for id in ids {
            guard let type = tracks.first(where: { $0.trackID == id })?.type else { throw .invalidParameters }
            active[type, default: 0] += 1
        }
        guard Set(ids).count == ids.count, active[.audio, default: 0] <= 1, active[.video, default: 0] <= 1 else {
            throw .invalidParameters
        }
    }

    /// Turns text on, in a language if one is given, or off.
    static func withText(
        _ isOn: Bool,
        language: String?,
        active: [Int],
        in media: MediaInformation
    ) throws(MediaRequestRefusal) -> [Int] {
        let rest = without(.text, active: active, in: media)
        guard isOn else { return rest }
        return rest + [try id(of: .text, language: language, in: media)]
    }

    /// Selects the audio track of a language.
    static func withAudio(
        language: String,
        active: [Int],
        in media: MediaInformation
    ) throws(MediaRequestRefusal) -> [Int] {
        without(.audio, active: active, in: media) + [try id(of: .audio, language: language, in: media)]
    }

    private static func without(_ type: TrackType, active: [Int], in media: MediaInformation) -> [Int] {
        let ids = (media.tracks ?? []).filter { $0.type == type }.compactMap(\.trackID)
        return active.filter { !ids.contains($0) }
    }

    /// Returns the id of the first track of a type in a language, or in another region of that language.
    private static func id(
        of type: TrackType,
        language: String?,
        in media: MediaInformation
    ) throws(MediaRequestRefusal) -> Int {
        let tracks = (media.tracks ?? []).filter { $0.type == type }
        guard let language = language?.lowercased() else {
            guard let first = tracks.first?.trackID else { throw MediaRequestRefusal(.notSupported) }
            return first
        }
        let exactMatch = tracks.first { $0.language?.lowercased() == language }
        let base = language.prefix { $0 != "-" }
        let baseMatch = tracks.first { $0.language?.lowercased().prefix { $0 != "-" } == base }
        guard let id = (exactMatch ?? baseMatch)?.trackID else { throw MediaRequestRefusal(.languageNotSupported) }
        return id
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A parser for the tracks of MP4 and QuickTime files.
///
/// Boxes are read in the order of the file, because going back can cause another read.
extension MP4Probe {
    /// A track with the values that relate it to other parts of the file.
    private struct Track {
        var facts: TrackFacts
        var id: UInt64 = 0
        /// The number of ticks of a second.
        var timescale: UInt64 = 0
        /// The duration in ticks.
        var duration: UInt64 = 0
        /// The number of pictures of a video.
        var pictures: UInt64 = 0
        /// The identifiers of the tracks that contain the chapters of this one.
        var chapters: [UInt64] = []
    }

    static func inspect(_ window: inout ProbeWindow) async throws -> MediaFacts {
        let start = try await window.bytes(at: 0, count: 12)
        let isQuickTime = start.dropFirst(4).elementsEqual("ftypqt  ".utf8)
        let movie = try await movie(&window)
        var facts = MediaFacts(container: isQuickTime ? .quickTime : .mp4, duration: movie.duration)
        guard let box = movie.box else { return facts }
        var tracks: [Track] = []
        var pictureDurations: [UInt64: UInt64] = [:]
        var offset = box.content
        while let child = try await Self.box(at: offset, limit: box.end, &window) {
            switch child.type {
            case "trak":
                // Codes that are not packed are those of the Macintosh, which only QuickTime has.
                tracks.append(try await track(child, index: tracks.count, usesOldLanguages: isQuickTime, &window))
            case "mvex": pictureDurations = try await defaultDurations(child, &window)
            case "udta":
                do {
                    let tags = try await tags(child, &window)
                    (facts.title, facts.artist, facts.album) = (tags.title, tags.artist, tags.album)
                } catch MediaProbeError.damaged {
                    // QuickTime permits other structures in user data.
                }
            default: break
            }
            offset = child.end
        }
        let chapters = Set(tracks.flatMap(\.chapters))
        facts.tracks = tracks.map { finished($0, chapters: chapters, pictureDurations) }
        return facts
    }

    /// Sets the properties that depend on several parts of the file.
    private static func finished(
        _ track: Track,
        chapters: Set<UInt64>,
        _ pictureDurations: [UInt64: UInt64]
    ) -> TrackFacts {
        var facts = track.facts
        if chapters.contains(track.id) {
            if facts.kind == .video {
                facts.isCover = true
            } else {
                facts.kind = .data
                facts.codec = .unknown
            }
        }
        guard facts.kind == .video else { return facts }
        if track.pictures > 0, track.duration > 0 {
            facts.frameRate = Double(track.pictures) * Double(track.timescale) / Double(track.duration)
        } else if track.pictures == 0, let duration = pictureDurations[track.id], duration > 0 {
            facts.frameRate = Double(track.timescale) / Double(duration)
        }
        if let rate = facts.frameRate, !(rate > 0 && rate <= 1000) { facts.frameRate = nil }
        // Motion JPEG is a sequence of pictures too, but shows more than one in a second.
        if facts.codec == .motionJPEG || facts.codec == "png" {
            facts.isCover = facts.isCover || (facts.frameRate ?? 0) < 1
        }
        return facts
    }

    private static func track(
        _ box: Box,
        index: Int,
        usesOldLanguages: Bool,
        _ window: inout ProbeWindow
    ) async throws -> Track {
        var track = Track(facts: TrackFacts(index: index, kind: .data, codec: .unknown))
        var offset = box.content
        while let child = try await Self.box(at: offset, limit: box.end, &window) {
            switch child.type {
            case "tkhd":
                var fields = ByteCursor(try await window.bytes(at: child.content, count: child.size(limit: 24)))
                let header = fields.number(bytes: 4) ?? 0
                track.facts.isDefault = header & 1 == 1
                fields.skip(header >> 24 == 1 ? 16 : 8)
                track.id = fields.number(bytes: 4) ?? 0
            case "tref":
                if let chapters = try await Self.child("chap", of: child, &window) {
                    var list = ByteCursor(
                        try await window.bytes(at: chapters.content, count: chapters.size(limit: 64))
                    )
                    while let id = list.number(bytes: 4) { track.chapters.append(id) }
                }
            case "mdia": try await readMedia(child, usesOldLanguages: usesOldLanguages, &track, &window)
            case "udta":
                do {
                    if let name = try await Self.child("name", of: child, &window) {
                        let size = name.size(limit: MediaTags.maximumTextSize)
                        track.facts.title = MediaTags.text(try await window.bytes(at: name.content, count: size))
                    }
                } catch MediaProbeError.damaged {
                    // QuickTime permits other structures in user data.
                }
            default: break
            }
            offset = child.end
        }
        return track
    }

    private static func readMedia(
        _ media: Box,
        usesOldLanguages: Bool,
        _ track: inout Track,
        _ window: inout ProbeWindow
    ) async throws {
        var information: Box?
        var hasHandler = false
        var extendedLanguage: String?
        var offset = media.content
        while let child = try await Self.box(at: offset, limit: media.end, &window) {
            switch child.type {
            case "mdhd":
                var fields = ByteCursor(try await window.bytes(at: child.content, count: child.size(limit: 36)))
                let isVersion1 = isVersion1(&fields)
                fields.skip(isVersion1 ? 16 : 8)
                track.timescale = fields.number(bytes: 4) ?? 0
                let duration = fields.number(bytes: isVersion1 ? 8 : 4) ?? 0
                track.duration = duration == (isVersion1 ? UInt64.max : UInt64(UInt32.max)) ? 0 : duration
                let code = fields.number(bytes: 2) ?? 0
                track.facts.language = language(code, usesOldLanguages: usesOldLanguages)
            case "elng":
                let bytes = try await window.bytes(at: child.content, count: child.size(limit: 64))
                extendedLanguage = MediaTags.text(bytes.dropFirst(4)).flatMap { LanguageTag.tag($0) }
            case "hdlr":
                var fields = ByteCursor(try await window.bytes(at: child.content, count: child.size(limit: 12)))
                fields.skip(8)
                track.facts.kind = kind(fields.code() ?? "")
                hasHandler = true
                if let information { try await readInformation(information, &track, &window) }
            case "minf":
                information = child
                if hasHandler { try await readInformation(child, &track, &window) }
            default: break
            }
            offset = child.end
        }
        track.facts.language = extendedLanguage ?? track.facts.language
    }

    private static func kind(_ handler: String) -> TrackFacts.Kind {
        switch handler {
        case "vide": .video
        case "soun": .audio
        case "sbtl", "subt", "text", "clcp", "subp": .subtitles
        default: .data
        }
    }

    private static func readInformation(
        _ information: Box,
        _ track: inout Track,
        _ window: inout ProbeWindow
    ) async throws {
        guard let table = try await child("stbl", of: information, &window) else { return }
        var offset = table.content
        while let child = try await box(at: offset, limit: table.end, &window) {
            switch child.type {
            case "stsd":
                let bytes = try await window.bytes(at: child.content, count: child.size(limit: 16_384))
                MP4SampleEntry(description: bytes)?.apply(to: &track.facts)
                // The other tables only count the pictures of a video.
                if track.facts.kind != .video { return }
            case "stts":
                // A table with one entry saves reading the list of sizes, which is further on.
                var fields = ByteCursor(try await window.bytes(at: child.content, count: child.size(limit: 12)))
                fields.skip(4)
                if fields.number(bytes: 4) == 1, let count = fields.number(bytes: 4) {
                    track.pictures = count
                    return
                }
            case "stsz", "stz2":
                var fields = ByteCursor(try await window.bytes(at: child.content, count: child.size(limit: 12)))
                fields.skip(8)
                track.pictures = fields.number(bytes: 4) ?? 0
                return
            default: break
            }
            offset = child.end
        }
    }

    /// Returns the default duration of a sample in ticks by the identifier of its track.
    private static func defaultDurations(
        _ extends: Box,
        _ window: inout ProbeWindow
    ) async throws -> [UInt64: UInt64] {
        var durations: [UInt64: UInt64] = [:]
        var offset = extends.content
        while let child = try await box(at: offset, limit: extends.end, &window) {
            if child.type == "trex" {
                var fields = ByteCursor(try await window.bytes(at: child.content, count: child.size(limit: 16)))
                fields.skip(4)
                if let id = fields.number(bytes: 4) {
                    fields.skip(4)
                    durations[id] = fields.number(bytes: 4)
                }
            }
            offset = child.end
        }
        return durations
    }

    /// Returns the tag for a code of a media header: three letters of five bits each (ISO/IEC 14496-12, section
    /// 8.4.2.3), or a number of the Macintosh.
    private static func language(_ code: UInt64, usesOldLanguages: Bool) -> String? {
        guard code >= 0x400 else {
            return usesOldLanguages && code < oldLanguages.count ? oldLanguages[Int(code)] : nil
        }
        let letters = [code >> 10 & 31, code >> 5 & 31, code & 31].map { UInt8(0x60 + $0) }
        return LanguageTag.tag(String(decoding: letters, as: UTF8.self))
    }

    /// The languages of the Macintosh in the order of their numbers.
    private static let oldLanguages = [
        "en", "fr", "de", "it", "nl", "sv", "es", "da", "pt", "no", "he", "ja", "ar", "fi", "el", "is", "mt", "tr",
        "hr", "zh", "ur", "hi", "th", "ko", "lt", "pl", "hu", "et", "lv", "se", "fo", "fa", "ru", "zh", "nl", "ga",
    ]
}

extension MP4Probe {
    /// Reads the tags in the user data of a movie: the item list of MP4, or the texts of QuickTime.
    private static func tags(_ userData: Box, _ window: inout ProbeWindow) async throws -> MediaTags {
        var tags = MediaTags()
        var offset = userData.content
        while let child = try await box(at: offset, limit: userData.end, &window) {
            if child.type == "meta" {
                try await readMetadata(child, &tags, &window)
            } else if isTag(child.type) {
                // QuickTime stores a size and a language of 16 bits each before the text.
                var text = ByteCursor(
                    try await window.bytes(at: child.content, count: child.size(limit: MediaTags.maximumTextSize))
                )
                let size = text.number(bytes: 2) ?? 0
                text.skip(2)
                set(child.type, text.array(size), &tags)
            }
            offset = child.end
        }
        return tags
    }

    private static func readMetadata(_ box: Box, _ tags: inout MediaTags, _ window: inout ProbeWindow) async throws {
        // The metadata box of MP4 has a version and flags; that of QuickTime does not.
        var metadata = box
        let start = try await window.bytes(at: box.content, count: box.size(limit: 8))
        if !start.dropFirst(4).elementsEqual("hdlr".utf8) { metadata.content = box.content.adding(4) ?? box.end }
        guard let list = try await child("ilst", of: metadata, &window) else { return }
        var offset = list.content
        while let item = try await Self.box(at: offset, limit: list.end, &window) {
            if isTag(item.type), let data = try await child("data", of: item, &window) {
                let bytes = try await window.bytes(
                    at: data.content,
                    count: data.size(limit: MediaTags.maximumTextSize)
                )
                set(item.type, Array(bytes.dropFirst(8)), &tags)
            }
            offset = item.end
        }
    }

    /// The types begin with the byte 0xA9, which is not valid UTF-8.
    private static func isTag(_ type: String) -> Bool { ["\u{FFFD}nam", "\u{FFFD}ART", "\u{FFFD}alb"].contains(type) }

    private static func set(_ type: String, _ bytes: [UInt8]?, _ tags: inout MediaTags) {
        guard let text = bytes.flatMap({ MediaTags.text($0) }) else { return }
        switch type {
        case "\u{FFFD}nam": tags.title = tags.title ?? text
        case "\u{FFFD}ART": tags.artist = tags.artist ?? text
        default: tags.album = tags.album ?? text
        }
    }
}

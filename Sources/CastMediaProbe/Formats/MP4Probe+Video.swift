extension MP4Probe {
    /// Sample entries of pictures that accompany sound, as the art of a chapter.
    private static let stillPictures: Set<String> = ["jpeg", "png ", "mjpa", "mjpb"]

    /// The sample entry of the first track of moving pictures, for example `hvc1`; nil where there is no such track.
    static func videoCodec(_ window: inout ProbeWindow) async throws -> String? {
        var offset: UInt64 = 0
        while let box = try await box(at: offset, limit: .max, &window) {
            if box.type == "moov" { return try await videoCodec(inMovie: box, &window) }
            offset = box.end
        }
        return nil
    }

    private static func videoCodec(inMovie movie: Box, _ window: inout ProbeWindow) async throws -> String? {
        var offset = movie.content
        while let track = try await box(at: offset, limit: movie.end, &window) {
            if track.type == "trak", let media = try await child("mdia", of: track, &window),
                try await isVideo(media, &window), let codec = try await sampleEntry(of: media, &window),
                !stillPictures.contains(codec)
            {
                return codec
            }
            offset = track.end
        }
        return nil
    }

    private static func isVideo(_ media: Box, _ window: inout ProbeWindow) async throws -> Bool {
        guard let handler = try await child("hdlr", of: media, &window) else { return false }
        var fields = ByteCursor(try await window.bytes(at: handler.content, count: 12))
        fields.skip(8)
        return fields.code() == "vide"
    }

    /// The type of the first entry of the sample description.
    private static func sampleEntry(of media: Box, _ window: inout ProbeWindow) async throws -> String? {
        guard let information = try await child("minf", of: media, &window),
            let table = try await child("stbl", of: information, &window),
            let description = try await child("stsd", of: table, &window)
        else { return nil }
        var fields = ByteCursor(try await window.bytes(at: description.content, count: 16))
        fields.skip(12)
        return fields.code()
    }

    private static func child(_ type: String, of parent: Box, _ window: inout ProbeWindow) async throws -> Box? {
        var offset = parent.content
        while let box = try await box(at: offset, limit: parent.end, &window) {
            if box.type == type { return box }
            offset = box.end
        }
        return nil
    }
}

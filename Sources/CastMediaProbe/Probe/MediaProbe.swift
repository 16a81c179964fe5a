/// Tells how long a film or a song plays, from a few reads of it, wherever its bytes are.
///
/// ```swift
/// let facts = try await MediaProbe.probe(size: size) { range in
///     try await fetch(url, range)
/// }
/// ```
///
/// It knows MP4 and MOV (also with the index at the end, and in fragments), Matroska and WebM, WAVE, MP3 and FLAC.
/// Work and memory are bounded by ``MediaProbeLimits`` whatever the bytes are.
public enum MediaProbe {
    /// Bytes of the file in a range that is not empty: all of them, or fewer where the file ends, or none beyond that.
    public typealias Read = @Sendable (Range<UInt64>) async throws -> [UInt8]

    /// - Parameters:
    ///   - size: How many bytes the file has, where that is known. Only sound without a header of its own needs it.
    ///   - read: Reads from wherever the file is. It is never called twice at once.
    /// - Throws: ``MediaProbeError``, or what `read` throws, cancellation among it.
    public static func probe(
        size: UInt64? = nil,
        limits: MediaProbeLimits = MediaProbeLimits(),
        read: @escaping Read
    ) async throws -> MediaFacts {
        var window = ProbeWindow(size: size, limits: limits, read: read)
        let start = try await window.bytes(at: 0, count: 12)
        switch container(start) {
        case .mp4:
            window.container = .mp4
            return MediaFacts(container: .mp4, duration: plausible(try await MP4Probe.duration(&window)))
        case .matroska:
            window.container = .matroska
            return MediaFacts(container: .matroska, duration: plausible(try await MatroskaProbe.duration(&window)))
        case .wave:
            window.container = .wave
            return MediaFacts(container: .wave, duration: plausible(try await WaveProbe.duration(&window)))
        case .flac:
            window.container = .flac
            return MediaFacts(container: .flac, duration: plausible(try await FLACProbe.duration(&window)))
        case .mpegAudio:
            window.container = .mpegAudio
            return MediaFacts(container: .mpegAudio, duration: plausible(try await MPEGAudioProbe.duration(&window)))
        case nil:
            throw MediaProbeError.notMedia
        }
    }

    static func container(_ start: [UInt8]) -> MediaFacts.Container? {
        guard start.count >= 4 else { return nil }
        let first = Array(start.prefix(4))
        let boxType = String(decoding: start.dropFirst(4).prefix(4), as: UTF8.self)
        if ["ftyp", "moov", "mdat", "wide", "free", "skip", "styp", "pnot"].contains(boxType) {
            return .mp4
        }
        switch first {
        case [0x1A, 0x45, 0xDF, 0xA3]: return .matroska
        case Array("RIFF".utf8), Array("RF64".utf8):
            return start.dropFirst(8).elementsEqual("WAVE".utf8) ? .wave : nil
        case Array("fLaC".utf8): return .flac
        default: break
        }
        if first.starts(with: "ID3".utf8) {
            return .mpegAudio
        }
        return MPEGAudioFrame(first) == nil ? nil : .mpegAudio
    }

    /// A length a person could sit through; anything else is what a damaged or hostile file says.
    private static func plausible(_ duration: Double?) -> Double? {
        guard let duration, duration.isFinite, duration > 0, duration < 1e9 else { return nil }
        return duration
    }
}

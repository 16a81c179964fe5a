// SPDX-License-Identifier: Apache-2.0

/// Functions that determine the container, duration and tracks of media from a few reads.
///
/// ```swift
/// let facts = try await MediaProbe.probe(size: size) { range in
///     try await fetch(url, range)
/// }
/// ```
///
/// Supported are MP4 and MOV (also with the index at the end, and fragmented), Matroska and WebM, WAVE, MP3, FLAC, Ogg,
/// AAC with ADTS headers and MPEG transport streams.
/// ``MediaProbeLimits`` bounds work and memory for every input.
public enum MediaProbe {
    /// A function that returns all bytes in a nonempty range. A shorter result marks the end of the file; bytes beyond
    /// the range are ignored.
    public typealias Read = @Sendable (Range<UInt64>) async throws -> [UInt8]

    /// Probes media that `read` provides.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes; `nil` if it is not known. It is needed only for the duration of MPEG
    ///     audio without a frame count, of WAVE files without a data size, and of ADTS, Ogg and transport streams.
    ///   - limits: The limits for reading.
    ///   - read: The function that reads the file. Calls do not overlap.
    /// - Throws: ``MediaProbeError``, or the error that `read` throws.
    public static func probe(
        size: UInt64? = nil,
        limits: MediaProbeLimits = MediaProbeLimits(),
        read: @escaping Read
    ) async throws -> MediaFacts {
        var window = ProbeWindow(size: size, limits: limits, read: read)
        let (container, start) = try await format(&window)
        let duration =
            switch container {
            case .mp4, .quickTime: try await MP4Probe.duration(&window)
            case .matroska, .webm: try await MatroskaProbe.duration(&window)
            case .wave: try await WaveProbe.duration(&window)
            case .flac: try await FLACProbe.duration(&window, start: start)
            case .mpegAudio: try await MPEGAudioProbe.read(&window, start: start).duration
            case .adts: try await ADTSProbe.read(&window, start: start).duration
            case .ogg: try await OggProbe.read(&window, needsTags: false).duration
            case .transportStream: try await TransportStreamProbe.duration(&window)
            case .other: Double?.none
            }
        return MediaFacts(container: container, duration: plausible(duration))
    }

    /// Determines the container and the offset of its first byte after an ID3 tag, and sets the container of `window`.
    static func format(_ window: inout ProbeWindow) async throws -> (MediaFacts.Container, start: UInt64) {
        let first = try await window.bytes(at: 0, count: TransportStreamProbe.signatureSize)
        guard var container = container(first) else { throw MediaProbeError.unknownFormat }
        var start: UInt64 = 0
        if container == .mpegAudio, first.starts(with: "ID3".utf8) {
            // Some encoders also write ID3 tags before FLAC and ADTS.
            start = try await MPEGAudioProbe.tagSize(&window)
            let next = try await window.bytes(at: start, count: ADTSHeader.size)
            if next.starts(with: "fLaC".utf8) {
                container = .flac
            } else if ADTSHeader(next) != nil {
                container = .adts
            }
        }
        window.container = container
        return (container, start)
    }

    /// Returns the container format that the first bytes indicate; `nil` if they match none.
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
            return start.dropFirst(8).starts(with: "WAVE".utf8) ? .wave : nil
        case Array("fLaC".utf8): return .flac
        case Array("OggS".utf8): return .ogg
        default: break
        }
        if first.starts(with: "ID3".utf8) {
            return .mpegAudio
        }
        if ADTSHeader(start) != nil {
            return .adts
        }
        if TransportStreamProbe.layout(start) != nil {
            return .transportStream
        }
        return MPEGAudioFrame(first) == nil ? nil : .mpegAudio
    }

    /// Returns a duration between 0 and 10⁹ seconds, or `nil` for other values, which indicate a damaged or malicious
    /// file.
    static func plausible(_ duration: Double?) -> Double? {
        guard let duration, duration.isFinite, duration > 0, duration < 1e9 else { return nil }
        return duration
    }
}

extension MediaProbe {
    /// Probes a file of this machine. Reads block the calling thread.
    ///
    /// - Throws: ``MediaProbeError`` if the file cannot be read or has no supported format.
    public static func probe(
        file path: String,
        limits: MediaProbeLimits = MediaProbeLimits()
    ) async throws(MediaProbeError) -> MediaFacts {
        let file = try ProbedFile(path: path)
        do {
            return try await probe(size: file.size, limits: limits) { try file.read($0) }
        } catch {
            throw (error as? MediaProbeError) ?? .unreadable(path: path, detail: "\(error)")
        }
    }
}

extension MediaProbe {
    /// Returns the sample entry type (four-character code) of the first video track of an MP4 or MOV file, such as
    /// `avc1`, `hvc1` or `av01`.
    ///
    /// Tracks of still images are skipped. Returns `nil` if the file has no other video track or is not MP4 or MOV.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes; `nil` if it is not known.
    ///   - limits: The limits for reading.
    ///   - read: The function that reads the file. Calls do not overlap.
    /// - Throws: ``MediaProbeError``, or the error that `read` throws.
    public static func videoCodec(
        size: UInt64? = nil,
        limits: MediaProbeLimits = MediaProbeLimits(),
        read: @escaping Read
    ) async throws -> String? {
        var window = ProbeWindow(size: size, limits: limits, read: read)
        guard container(try await window.bytes(at: 0, count: 12)) == .mp4 else { return nil }
        window.container = .mp4
        return try await MP4Probe.videoCodec(&window)
    }
}

/// The reason that a probe failed.
public enum MediaProbeError: Error, Sendable, Hashable {
    /// The first bytes do not match a format that the probe supports. The file can be media in another format.
    case unknownFormat
    /// The file has a supported format, but its structure is invalid at this offset.
    case damaged(MediaFacts.Container, offset: UInt64)
    /// The probe reached a limit of ``MediaProbeLimits``.
    case limitExceeded(MediaFacts.Container?)
    /// The system could not open or read the file.
    case unreadable(path: String, detail: String)
}

extension MediaProbeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat: "the media format is unknown or not supported"
        case .damaged(let container, let offset): "invalid \(container.rawValue) structure at byte \(offset)"
        case .limitExceeded(let container):
            "the probe reached its limit of reads or parsed elements (\(container?.rawValue ?? "unknown format"))"
        case .unreadable(let path, let detail): "\(path) cannot be read: \(detail)"
        }
    }
}

/// Limits on the work that a file can cause.
public struct MediaProbeLimits: Sendable, Hashable {
    /// The maximum number of reads. Default 32.
    public var reads: Int
    /// The maximum size of a read, and of the bytes in memory. Default 64 KiB; smaller values than 4 KiB are raised to
    /// 4 KiB.
    public var readSize: Int { didSet { readSize = max(readSize, 4096) } }
    /// The maximum number of boxes, elements or chunks to parse. Default 4096.
    public var steps: Int

    /// Creates limits. `readSize` is raised to at least 4096.
    public init(reads: Int = 32, readSize: Int = 64 * 1024, steps: Int = 4096) {
        self.reads = reads
        self.readSize = max(readSize, 4096)
        self.steps = steps
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Functions that determine the duration and container of media from a few reads.
///
/// ```swift
/// let facts = try await MediaProbe.probe(size: size) { range in
///     try await fetch(url, range)
/// }
/// ```
///
/// Supported are MP4 and MOV (also with the index at the end, and fragmented), Matroska and WebM, WAVE, MP3 and FLAC.
/// ``MediaProbeLimits`` bounds work and memory for every input.
public enum MediaProbe {
    /// A function that returns all bytes in a nonempty range. A shorter result marks the end of the file; bytes beyond
    /// the range are ignored.
    public typealias Read = @Sendable (Range<UInt64>) async throws -> [UInt8]

    /// Probes media that `read` provides.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes; `nil` if it is not known. It is needed only for the duration of MPEG
    ///     audio without a frame count and of WAVE files without a data size.
    ///   - limits: The limits for reading.
    ///   - read: The function that reads the file. Calls do not overlap.
    /// - Throws: ``MediaProbeError``, or the error that `read` throws.
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
        default:
            throw MediaProbeError.unknownFormat
        }
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
            return start.dropFirst(8).elementsEqual("WAVE".utf8) ? .wave : nil
        case Array("fLaC".utf8): return .flac
        default: break
        }
        if first.starts(with: "ID3".utf8) {
            return .mpegAudio
        }
        return MPEGAudioFrame(first) == nil ? nil : .mpegAudio
    }

    /// Returns a duration between 0 and 10⁹ seconds, or `nil` for other values, which indicate a damaged or malicious
    /// file.
    private static func plausible(_ duration: Double?) -> Double? {
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
    /// Returns the sample entry type (four-character code) of the first video track of an MP4 or MOV file, such as `avc1`,
    /// `hvc1` or `av01`.
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

/// An open file that is closed when the object is deinitialized.
private final class ProbedFile: Sendable {
    let size: UInt64
    private let path: String
    private let descriptor: CInt

    init(path: String) throws(MediaProbeError) {
        // O_NONBLOCK: opening a named pipe must not wait for its other end.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw .unreadable(path: path, detail: "not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        size = UInt64(clamping: status.st_size)
    }

    deinit {
        _ = close(descriptor)
    }

    func read(_ range: Range<UInt64>) throws(MediaProbeError) -> [UInt8] {
        guard let offset = off_t(exactly: range.lowerBound) else { return [] }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { space, count in
            repeat {
                result = pread(descriptor, space.baseAddress, range.count, offset)
            } while result < 0 && errno == EINTR
            count = max(result, 0)
        }
        guard result >= 0 else { throw Self.failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> MediaProbeError {
        .unreadable(path: path, detail: String(cString: strerror(errno)))
    }
}

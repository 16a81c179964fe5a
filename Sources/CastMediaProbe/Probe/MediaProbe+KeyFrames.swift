// SPDX-License-Identifier: Apache-2.0

extension MediaProbe {
    /// The limits for ``keyFrames(size:limits:read:)``, which reads whole tables.
    public static let keyFrameLimits = MediaProbeLimits(reads: 512, readSize: 256 * 1024, steps: 1_000_000)

    /// The maximum number of key frames that are returned.
    static let maximumKeyFrames = 100_000

    /// Returns the times in seconds of the key frames of the first video track, in ascending order.
    ///
    /// The times are in the sample tables of MP4 and QuickTime and in the Cues of Matroska and WebM. The result is
    /// empty if the file has neither, as fragmented MP4, and contains at most the first 100,000 key frames.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes; `nil` if it is not known.
    ///   - limits: The limits for reading.
    ///   - read: The function that reads the file. Calls do not overlap.
    /// - Throws: ``MediaProbeError``, or the error that `read` throws.
    public static func keyFrames(
        size: UInt64? = nil,
        limits: MediaProbeLimits = keyFrameLimits,
        read: @escaping Read
    ) async throws -> [Double] {
        var window = ProbeWindow(size: size, limits: limits, read: read)
        let times =
            switch try await format(&window).0 {
            case .mp4, .quickTime: try await MP4Probe.keyFrames(&window)
            case .matroska, .webm: try await MatroskaProbe.keyFrames(&window)
            default: [Double]()
            }
        // Tracks can begin before the presentation does.
        let sorted = times.filter { $0.isFinite && $0 < 1e9 }.map { max(0, $0) }.sorted()
        return sorted.indices.filter { $0 == 0 || sorted[$0] > sorted[$0 - 1] }.map { sorted[$0] }
    }

    /// Returns the times of the key frames of a file of this machine, as ``keyFrames(size:limits:read:)`` does. Reads
    /// block the calling thread.
    ///
    /// - Throws: ``MediaProbeError`` if the file cannot be read or has no supported format.
    public static func keyFrames(
        file path: String,
        limits: MediaProbeLimits = keyFrameLimits
    ) async throws(MediaProbeError) -> [Double] {
        let file = try ProbedFile(path: path)
        do {
            return try await keyFrames(size: file.size, limits: limits) { try file.read($0) }
        } catch {
            throw (error as? MediaProbeError) ?? .unreadable(path: path, detail: "\(error)")
        }
    }
}

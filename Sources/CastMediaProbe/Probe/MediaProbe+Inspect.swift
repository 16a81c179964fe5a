// SPDX-License-Identifier: Apache-2.0

extension MediaProbe {
    /// Determines the container, duration, tracks and tags of media that `read` provides.
    ///
    /// In contrast to ``probe(size:limits:read:)``, the container distinguishes QuickTime from MP4 and WebM from
    /// Matroska.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes; `nil` if it is not known. It is needed only for the duration of some
    ///     formats.
    ///   - limits: The limits for reading.
    ///   - read: The function that reads the file. Calls do not overlap.
    /// - Throws: ``MediaProbeError``, or the error that `read` throws.
    public static func inspect(
        size: UInt64? = nil,
        limits: MediaProbeLimits = MediaProbeLimits(),
        read: @escaping Read
    ) async throws -> MediaFacts {
        var window = ProbeWindow(size: size, limits: limits, read: read)
        let (container, start) = try await format(&window)
        var facts =
            switch container {
            case .mp4, .quickTime: try await MP4Probe.inspect(&window)
            case .matroska, .webm: try await MatroskaProbe.inspect(&window)
            case .wave: try await WaveProbe.inspect(&window)
            case .flac: try await FLACProbe.inspect(&window, start: start)
            case .mpegAudio: try await MPEGAudioProbe.read(&window, start: start)
            case .adts: try await ADTSProbe.read(&window, start: start)
            case .ogg: try await OggProbe.read(&window, needsTags: true)
            case .transportStream: try await TransportStreamProbe.inspect(&window)
            case .other: MediaFacts(container: .other, duration: nil)
            }
        facts.duration = plausible(facts.duration)
        if start > 0 {
            let tags = MediaTags(id3: try await window.bytes(at: 0, count: window.readSize))
            facts.title = facts.title ?? tags.title
            facts.artist = facts.artist ?? tags.artist
            facts.album = facts.album ?? tags.album
        }
        return facts
    }

    /// Determines the container, duration, tracks and tags of a file of this machine. Reads block the calling thread.
    ///
    /// - Throws: ``MediaProbeError`` if the file cannot be read or has no supported format.
    public static func inspect(
        file path: String,
        limits: MediaProbeLimits = MediaProbeLimits()
    ) async throws(MediaProbeError) -> MediaFacts {
        let file = try ProbedFile(path: path)
        do {
            return try await inspect(size: file.size, limits: limits) { try file.read($0) }
        } catch {
            throw (error as? MediaProbeError) ?? .unreadable(path: path, detail: "\(error)")
        }
    }
}

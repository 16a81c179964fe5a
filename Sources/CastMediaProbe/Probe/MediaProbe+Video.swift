extension MediaProbe {
    /// The codec of the video track of an MP4 or MOV file, as its sample entry names it (`avc1`, `hvc1`, `av01`); nil
    /// where the file has no video track, or is of another kind.
    ///
    /// - Parameters:
    ///   - size: How many bytes the file has, where that is known.
    ///   - read: Reads from wherever the file is. It is never called twice at once.
    /// - Throws: ``MediaProbeError``, or what `read` throws, cancellation among it.
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

// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// The extraction of the subtitles inside a file, when a device requests them.
///
/// `ffmpeg` has to read the whole file to find the texts of a track, so nothing is extracted before a device asks for it.
/// One track is extracted at a time. The text is kept for later requests, within ``Limits/kept``.
actor SubtitleExtraction {
    /// The limits of an extraction.
    struct Limits: Sendable {
        /// The largest size of a track in bytes. The rest is cut off.
        var bytes = Subtitles.Limits().bytes
        /// The time after which `ffmpeg` is ended. Large files on slow disks take minutes.
        var time = Duration.seconds(900)
        /// The size in bytes of the tracks that are kept.
        var kept = 32 << 20
        /// The number of failures after which a track is not tried again.
        var failures = 3
    }

    /// Returns the text of a track, at most as many bytes as the limits allow.
    typealias Extract = @Sendable (_ track: TrackFacts, _ limits: Limits) async throws -> [UInt8]

    private let extract: Extract
    private let limits: Limits
    private var known: [Int: [UInt8]] = [:]
    private var running: [Int: Task<[UInt8], any Error>] = [:]
    private var last: Task<[UInt8], any Error>?
    private var failures: [Int: Int] = [:]
    private var isClosed = false

    init(limits: Limits = Limits(), extract: @escaping Extract) {
        self.limits = limits
        self.extract = extract
    }

    /// Creates an extraction by `ffmpeg`.
    init(file path: String, program: ExternalProgram) {
        self.init { track, limits in
            guard let arguments = FFmpegArguments(path: path).subtitles(track) else { throw SubtitleError.pictures }
            return try await program.output(arguments, limit: limits.bytes, timeLimit: limits.time)
        }
    }

    /// Returns the text of a track. Requests during its extraction wait for the same result.
    ///
    /// - Throws: The error of `ffmpeg`.
    func text(of track: TrackFacts) async throws -> [UInt8] {
        if let text = known[track.index] { return text }
        guard !isClosed else { throw MediaConversionError.failed("the extraction of subtitles was ended") }
        if let task = running[track.index] { return try await task.value }
        guard failures[track.index, default: 0] < limits.failures else {
            throw MediaConversionError.failed("the subtitles of track \(track.index) cannot be extracted")
        }
        let earlier = last
        let task = Task { [extract, limits] in
            // Two programs that read the same file would slow each other down.
            _ = await earlier?.result
            try Task.checkCancellation()
            return try await extract(track, limits)
        }
        running[track.index] = task
        last = task
        do {
            let text = try await task.value
            running[track.index] = nil
            // A task keeps its result.
            if last == task { last = nil }
            keep(text, of: track)
            return text
        } catch {
            running[track.index] = nil
            failures[track.index, default: 0] += 1
            throw error
        }
    }

    /// Ends `ffmpeg` and fails waiting requests. Returns when it has ended.
    func close() async {
        isClosed = true
        known = [:]
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
    }

    private func keep(_ text: [UInt8], of track: TrackFacts) {
        guard !isClosed else { return }
        let size = known.values.reduce(text.count) { $0 + $1.count }
        if size > limits.kept { known = [:] }
        known[track.index] = text
    }
}

/// A subtitle track inside a file as WebVTT.
struct EmbeddedSubtitles: Sendable {
    let extraction: SubtitleExtraction
    let track: TrackFacts
    /// The number of seconds by which the subtitles are shown later.
    let delay: Double

    /// Returns the WebVTT. A track without cues, which files of forced subtitles can have, is an empty file.
    func webVTT() async throws -> String {
        let text = try await extraction.text(of: track)
        do throws(SubtitleError) {
            return try Subtitles(text).webVTT(delay: delay)
        } catch .empty {
            return "WEBVTT\n"
        }
    }
}

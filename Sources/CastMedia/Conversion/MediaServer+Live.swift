// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastMediaProbe

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension MediaServer {
    /// The time without growth after which a growing file has ended. Programs write files in blocks, which are seconds
    /// apart in a recording of low quality.
    static let growthLimit = Duration.seconds(20)
    /// The time limit for the first segments of a capture device.
    private static let captureTimeLimit = Duration.seconds(20)

    /// Starts to convert a live input to a live stream, and shares it. Returns when a device can play its beginning.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - device: The capabilities of the device.
    ///   - options: The choices of the user.
    ///   - searchPath: The folders of `ffprobe` and `ffmpeg`, separated by colons; `nil` for `PATH`.
    ///   - onNote: Called with notes for the user.
    /// - Throws: ``LiveInputError``. Cancellation ends the programs.
    func prepare(
        live input: LiveInput,
        for device: PlaybackCapabilities,
        options: MediaPlan.Options,
        searchPath: String?,
        onNote: @Sendable (String) -> Void
    ) async throws(LiveInputError) -> PreparedMedia {
        let converter: MediaConverter
        do throws(MediaConversionError) {
            converter = try await MediaConverter.find(encodesVideo: true, searchPath: searchPath)
        } catch {
            throw .conversion(error)
        }
        switch input {
        case .standardInput:
            let reader = try LiveReader.standardInput()
            return try await share(reader, named: input.title, device, options, converter, searchPath: searchPath)
        case .growingFile(let path):
            let reader = try LiveReader.growingFile(path, growthLimit: Self.growthLimit)
            return try await share(reader, named: input.title, device, options, converter, searchPath: searchPath)
        case .screen(let sound):
            let environment = ProcessInfo.processInfo.environment
            let capture = try CaptureInput.screen(
                sound: sound,
                on: .current,
                environment: environment,
                hasSoundServer: CaptureInput.hasSoundServer(environment: environment) {
                    FileManager.default.fileExists(atPath: $0)
                }
            )
            if sound == .automatic, capture.sound == nil {
                onNote("The screen is played without sound, which is only captured from PulseAudio.")
            }
            return try await share(capture, named: input.title, device, options, converter)
        case .captureDevice(let name, let sound):
            let capture = try CaptureInput.device(name, sound: sound, on: .current)
            return try await share(capture, named: input.title, device, options, converter)
        }
    }

    // MARK: - Bytes

    func share(
        _ reader: LiveReader,
        named name: String,
        _ device: PlaybackCapabilities,
        _ options: MediaPlan.Options,
        _ converter: MediaConverter,
        searchPath: String?
    ) async throws(LiveInputError) -> PreparedMedia {
        guard let inspector = ExternalProgram.find("ffprobe", searchPath: searchPath) else {
            throw .conversion(.converterMissing)
        }
        let probe = try await LiveProbe.read {
            () async throws(LiveInputError) in
            try await reader.read()
        } inspect: { (bytes) async throws(LiveInputError) in
            try await LiveProbe.facts(of: bytes, inspector)
        }
        let plan = try Self.plan(for: probe.facts, on: device, options)
        guard case .conversion(let conversion) = plan.delivery else { throw .plan(.nothingToPlay) }
        guard conversion.video?.treatment != .encode || converter.abilities?.videoEncoder != nil else {
            throw .conversion(.encoderMissing)
        }
        let arguments = converter.arguments(path: "", container: probe.facts.container).live(conversion)
        let (program, beginning) = (converter.program, probe.beginning)
        let live = LiveConversion(.waiting) { receive in
            let pipe = try ProgramPipe(for: program.name)
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    // ffmpeg may end before the input, which is not read further then.
                    try? await pipe.write(beginning)
                    while let bytes = try? await reader.read(), !bytes.isEmpty, !Task.isCancelled {
                        guard (try? await pipe.write(bytes)) != nil else { break }
                    }
                    pipe.close()
                }
                try await program.run(arguments, pipe: pipe, receive: receive)
            }
        }
        return try await share(live, named: name, facts: probe.facts, plan, timeLimit: nil)
    }

    /// Plans a conversion in any case: the device receives HLS.
    static func plan(
        for facts: MediaFacts,
        on device: PlaybackCapabilities,
        _ options: MediaPlan.Options
    ) throws(LiveInputError) -> MediaPlan {
        var (facts, device, options) = (facts, device, options)
        options.isOriginal = false
        // Containers of which no device plays a file, except a virtual device.
        device.containers = []
        switch facts.container {
        case .mp4, .quickTime: facts.container = .quickTime
        case .webm, .matroska: facts.container = .matroska
        default: facts.container = .other
        }
        do throws(MediaPlanError) {
            var plan = try MediaPlan.make(for: facts, on: device, options: options)
            plan.reasons = ["it is played as a live stream"]
            return plan
        } catch {
            throw .plan(error)
        }
    }

    // MARK: - Devices

    private func share(
        _ capture: CaptureInput,
        named name: String,
        _ device: PlaybackCapabilities,
        _ options: MediaPlan.Options,
        _ converter: MediaConverter
    ) async throws(LiveInputError) -> PreparedMedia {
        guard device.hasScreen else { throw .plan(.noAudioForSpeaker(model: device.model)) }
        guard converter.abilities?.videoEncoder != nil else { throw .conversion(.encoderMissing) }
        for input in [capture.picture, capture.sound].compactMap({ $0 }) {
            guard await Self.hasFormat(input.format, converter.program) else { throw .formatMissing(input.format) }
        }
        let mode = device.largestMode(.h264)
        let height = [mode?.shortSide, options.maximumHeight].compactMap { $0 }.min() ?? 720
        let level = device.video.first { $0.codec == .h264 }?.level
        let arguments = converter.arguments(path: "", container: .other).capture(capture, height: height, level: level)
        let program = converter.program
        let live = LiveConversion(.capture) { receive in
            try await program.run(arguments, receive: receive)
        }
        do {
            return try await share(live, named: name, facts: nil, nil, timeLimit: Self.captureTimeLimit)
        } catch {
            guard case .conversion(.failed(let message)) = error else { throw error }
            throw .captureFailed(message)
        }
    }

    /// Whether the installed `ffmpeg` has a format for devices. If it cannot be asked, the capture will tell.
    private static func hasFormat(_ format: String, _ program: ExternalProgram) async -> Bool {
        guard
            let list = try? await program.output(
                ["-hide_banner", "-devices"],
                limit: 1 << 20,
                timeLimit: .seconds(20)
            )
        else { return true }
        let lines = String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.contains { line in
            // A line such as " D  x11grab         X11 screen capture".
            line.dropFirst().first == "D" && line.dropFirst(4).prefix { $0 != " " } == format
        }
    }

    private func share(
        _ live: LiveConversion,
        named name: String,
        facts: MediaFacts?,
        _ plan: MediaPlan?,
        timeLimit: Duration?
    ) async throws(LiveInputError) -> PreparedMedia {
        let media = insert(.live(live), name: "\(name).m3u8", contentType: "application/x-mpegurl", size: 0)
        // The server may have ended while the input was inspected.
        if sharedMedia.isClosed { await live.close() }
        do {
            guard let timeLimit else {
                try await live.waitUntilReady()
                return PreparedMedia(media: media, facts: facts, plan: plan, isLive: true)
            }
            let result = await withTimeLimit(timeLimit) { () async -> Result<Void, any Error> in
                do { return .success(try await live.waitUntilReady()) } catch { return .failure(error) }
            }
            guard let result else { throw MediaConversionError.failed("ffmpeg wrote nothing") }
            try result.get()
            return PreparedMedia(media: media, facts: facts, plan: plan, isLive: true)
        } catch {
            withdraw(media)
            throw .conversion((error as? MediaConversionError) ?? .failed("\(error)"))
        }
    }
}

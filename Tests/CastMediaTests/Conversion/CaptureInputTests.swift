// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@testable import CastMedia

@Suite struct CaptureInputTests {
    private static func screen(
        _ environment: [String: String],
        _ sound: LiveInput.CaptureSound = .automatic,
        on system: CaptureInput.System? = .linux,
        hasSoundServer: Bool = false
    ) throws(LiveInputError) -> CaptureInput {
        try CaptureInput.screen(
            sound: sound,
            on: system,
            environment: environment,
            hasSoundServer: hasSoundServer
        )
    }

    @Test func `the screen on Linux is that of DISPLAY, with the sound of PulseAudio if there is one`() throws {
        let silent = try Self.screen(["DISPLAY": ":7"])
        #expect(silent.picture.arguments.suffix(2) == ["-i", ":7"])
        #expect(silent.picture.arguments.contains("x11grab"))
        #expect(silent.sound == nil)
        let loud = try Self.screen(["DISPLAY": ":7"], hasSoundServer: true)
        #expect(loud.sound?.name == "@DEFAULT_MONITOR@")
        #expect(try Self.screen(["DISPLAY": ":7"], .none, hasSoundServer: true).sound == nil)
        #expect(try Self.screen(["DISPLAY": ":7"], .source("mic")).sound?.name == "mic")
    }

    @Test func `a display that cannot be captured is an error with advice`() {
        #expect(throws: LiveInputError.noDisplay) { try Self.screen([:]) }
        #expect(throws: LiveInputError.noDisplay) { try Self.screen(["DISPLAY": ""]) }
        #expect(throws: LiveInputError.wayland) { try Self.screen(["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]) }
        #expect(throws: LiveInputError.platformUnsupported) { try Self.screen(["DISPLAY": ":0"], on: nil) }
        #expect(LiveInputError.wayland.advice?.contains("cast play -") == true)
        #expect(LiveInputError.noDisplay.advice?.contains("DISPLAY=:0") == true)
    }

    @Test func `the screen and cameras on macOS are devices of AVFoundation`() throws {
        #expect(try Self.screen([:], on: .macOS).picture.name == "Capture screen 0:none")
        let loud = try Self.screen([:], .source("BlackHole 2ch"), on: .macOS)
        #expect(loud.picture.name == "Capture screen 0:BlackHole 2ch")
        #expect(loud.includesSound)
        #expect(try CaptureInput.device("FaceTime", sound: .automatic, on: .macOS).picture.name == "FaceTime:none")
    }

    @Test func `a sound server is found by its address or its socket`() {
        #expect(CaptureInput.hasSoundServer(environment: ["PULSE_SERVER": "tcp:x"]) { _ in false })
        #expect(CaptureInput.hasSoundServer(environment: ["XDG_RUNTIME_DIR": "/run/u"]) { $0 == "/run/u/pulse/native" })
        #expect(!CaptureInput.hasSoundServer(environment: ["XDG_RUNTIME_DIR": "/run/u"]) { _ in false })
        #expect(!CaptureInput.hasSoundServer(environment: [:]) { _ in true })
    }

    @Test func `ffmpeg may read only the capture device, and only the pipe`() throws {
        let input = try Self.screen(["DISPLAY": ":7"], .source("mic"))
        let arguments = FFmpegArguments(path: "").capture(input, height: 720, level: 4.1)
        let whitelists = arguments.indices.filter { arguments[$0].hasSuffix("_whitelist") }.map { arguments[$0 + 1] }
        #expect(whitelists == ["pipe", "x11grab", "pipe", "pulse"])
        #expect(arguments.contains("1:a:0"))
        #expect(arguments.contains { $0.contains("min(ih,720)") })
        let conversion = MediaPlan.Conversion(
            video: .init(index: 0, codec: .h264, treatment: .copy),
            channels: 2,
            convertsDynamicRange: false
        )
        let pipe = FFmpegArguments(path: "").live(conversion)
        #expect(pipe.firstRange(of: ["-protocol_whitelist", "pipe", "-format_whitelist"]) != nil)
        #expect(pipe.firstRange(of: ["-i", "pipe:0"]) != nil)
    }
}

@Suite struct GrowingFileTests {
    private static func verdict(
        _ container: MediaFacts.Container,
        age: Double,
        duration: Double? = nil,
        isFragmented: Bool = false
    ) -> GrowingFile.Verdict {
        let facts = MediaFacts(container: container, duration: duration)
        let look = GrowingFile.Look(size: 1000, modified: 500)
        return GrowingFile.verdict(look, now: 500 + age, facts, isFragmented: isFragmented)
    }

    @Test func `Matroska without a duration is growing while it changes`() {
        #expect(Self.verdict(.matroska, age: 5) == .growing)
        #expect(Self.verdict(.matroska, age: 40) == .complete)
        #expect(Self.verdict(.matroska, age: 0, duration: 60) == .complete)
        #expect(Self.verdict(.matroska, age: -5) == .complete)
    }

    @Test func `formats of any length need a second look`() {
        #expect(Self.verdict(.transportStream, age: 1, duration: 60) == .uncertain)
        #expect(Self.verdict(.transportStream, age: 10, duration: 60) == .complete)
        #expect(Self.verdict(.mp4, age: 1, duration: 60, isFragmented: true) == .uncertain)
        #expect(Self.verdict(.mp4, age: 1, duration: 60) == .complete)
    }

    @Test func `a file that nothing is known about is not growing`() {
        let look = GrowingFile.Look(size: 10, modified: 500)
        #expect(GrowingFile.verdict(look, now: 501, nil, isFragmented: false) == .complete)
    }
}

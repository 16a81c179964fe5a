// SPDX-License-Identifier: Apache-2.0

/// The inputs of `ffmpeg` that capture a picture and a sound.
struct CaptureInput: Equatable {
    /// The systems whose capture devices are known.
    enum System {
        case linux
        case macOS

        /// The system of this program; nil if it is another one.
        static var current: System? {
            #if os(Linux)
            .linux
            #elseif os(macOS)
            .macOS
            #else
            nil
            #endif
        }
    }

    /// A format of `ffmpeg` with the name of a device.
    struct Device: Equatable {
        var format: String
        var name: String
        var options: [String] = []

        var arguments: [String] {
            ["-thread_queue_size", "512"] + FFmpegInput.capture(format) + options + ["-i", name]
        }
    }

    var picture: Device
    /// The sound; nil for none, and if the picture has it.
    var sound: Device?
    /// Whether the picture's device has the sound as well.
    var includesSound = false

    /// The number of pictures per second.
    static let frameRate = 30

    /// Returns the inputs for the screen of this computer.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - hasSoundServer: Whether a PulseAudio server runs.
    static func screen(
        sound: LiveInput.CaptureSound,
        on system: System?,
        environment: [String: String],
        hasSoundServer: Bool
    ) throws(LiveInputError) -> CaptureInput {
        switch system {
        case .macOS:
            // The sound that a Mac plays can only be captured by a virtual device, which the user names.
            let name = if case .source(let name) = sound { name } else { "none" }
            let options = ["-framerate", "\(frameRate)", "-capture_cursor", "1"]
            let picture = Device(format: "avfoundation", name: "Capture screen 0:\(name)", options: options)
            return CaptureInput(picture: picture, includesSound: name != "none")
        case .linux:
            // With XWayland there is a DISPLAY as well, but only the windows of X programs are visible on it.
            guard environment["WAYLAND_DISPLAY", default: ""].isEmpty else { throw .wayland }
            guard let display = environment["DISPLAY"], !display.isEmpty else { throw .noDisplay }
            let options = ["-framerate", "\(frameRate)", "-draw_mouse", "1"]
            var input = CaptureInput(picture: Device(format: "x11grab", name: display, options: options))
            switch sound {
            case .automatic where hasSoundServer: input.sound = Device(format: "pulse", name: "@DEFAULT_MONITOR@")
            case .source(let name): input.sound = Device(format: "pulse", name: name)
            case .automatic, .none: break
            }
            return input
        case nil: throw .platformUnsupported
        }
    }

    /// Returns the inputs for a camera or another capture device.
    static func device(
        _ name: String,
        sound: LiveInput.CaptureSound,
        on system: System?
    ) throws(LiveInputError) -> CaptureInput {
        let soundName: String? = if case .source(let name) = sound { name } else { nil }
        switch system {
        case .macOS:
            let options = ["-framerate", "\(frameRate)"]
            let picture = Device(format: "avfoundation", name: "\(name):\(soundName ?? "none")", options: options)
            return CaptureInput(picture: picture, includesSound: soundName != nil)
        case .linux:
            // The device chooses its picture format and rate.
            let picture = Device(format: "video4linux2,v4l2", name: name)
            return CaptureInput(picture: picture, sound: soundName.map { Device(format: "pulse", name: $0) })
        case nil: throw .platformUnsupported
        }
    }

    /// Whether a PulseAudio server, or PipeWire in its place, is reachable.
    ///
    /// - Parameter exists: Returns whether a file exists.
    static func hasSoundServer(environment: [String: String], exists: (String) -> Bool) -> Bool {
        if environment["PULSE_SERVER", default: ""].isEmpty == false { return true }
        return environment["XDG_RUNTIME_DIR"].map { exists("\($0)/pulse/native") } ?? false
    }
}

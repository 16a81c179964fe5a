// SPDX-License-Identifier: Apache-2.0

/// Media that is made while it plays and has no known end.
///
/// `ffmpeg`, which must be installed, turns it into a live stream (HLS). Nothing is written to the disk.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum LiveInput: Sendable, Hashable {
    /// The standard input of this process, from its beginning to its end. Nothing is lost: while the device does not fetch
    /// the stream, the input is not read, so its producer waits.
    case standardInput
    /// A file that another program is still writing, from its beginning until it has not grown for 20 seconds.
    case growingFile(path: String)
    /// The screen of this computer: the X display that `DISPLAY` names on Linux, the main screen on macOS.
    case screen(sound: CaptureSound = .automatic)
    /// A camera or another capture device: a Video4Linux device such as `/dev/video0` on Linux, the name of a camera on
    /// macOS.
    case captureDevice(name: String, sound: CaptureSound = .automatic)

    /// The sound that is captured together with a picture.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum CaptureSound: Sendable, Hashable {
        /// With a screen, the sound that this computer plays, if PulseAudio or PipeWire provides it; else none.
        case automatic
        /// No sound.
        case none
        /// A source of PulseAudio on Linux, an audio device on macOS.
        case source(String)
    }

    /// The default title.
    public var title: String {
        switch self {
        case .standardInput: "Standard input"
        case .growingFile(let path): CastSource.file(path: path).title
        case .screen: "Screen"
        case .captureDevice(let name, _): CastSource.file(path: name).title
        }
    }

    /// The path or the kind, for messages.
    package var location: String {
        switch self {
        case .standardInput: "standard input"
        case .growingFile(let path): path
        case .screen: "the screen"
        case .captureDevice(let name, _): name
        }
    }
}

/// The reason that a live input cannot be cast.
package enum LiveInputError: Error, Sendable, Hashable {
    /// The standard input has no content.
    case noInput(isTerminal: Bool)
    /// Reading failed.
    case unreadable(String, reason: String)
    /// The beginning of the input is not media that `ffmpeg` reads from a pipe.
    case notMedia(reason: String)
    /// The input is an MP4 file whose index follows the media.
    case indexAtEnd
    /// The installed `ffmpeg` has no such input.
    case formatMissing(String)
    /// There is no X display.
    case noDisplay
    /// The session is one of Wayland, whose screen only its own programs can capture.
    case wayland
    /// This platform has no screen or devices that `ffmpeg` captures.
    case platformUnsupported
    /// `ffmpeg` is missing, or failed.
    case conversion(MediaConversionError)
    /// `ffmpeg` could not open the device.
    case captureFailed(String)
    /// The device does not play what the input contains.
    case plan(MediaPlanError)

    /// What to do next, in the imperative; `nil` if there is no advice.
    package var advice: String? {
        switch self {
        case .noInput: "pipe media to the command: cat film.mkv | cast play -"
        case .unreadable: nil
        case .notMedia: "pipe a complete container, such as Matroska (ffmpeg -f matroska) or MPEG-TS (ffmpeg -f mpegts)"
        case .indexAtEnd:
            "play the file itself: cast play FILE; or write it as Matroska, or with -movflags frag_keyframe+empty_moov"
        case .formatMissing: "install a complete version of ffmpeg, as Linux distributions and Homebrew have it"
        case .noDisplay: "run the command in a graphical session, or name its display: DISPLAY=:0 cast play --screen"
        case .wayland:
            "log in to an X11 session, or pipe the output of a recorder: wf-recorder -m matroska -f /dev/stdout "
                + "| cast play -"
        case .platformUnsupported: "pipe media to the command: PROGRAM | cast play -"
        case .conversion(.converterMissing): ExternalProgram.installationAdvice
        case .conversion, .plan: nil
        case .captureFailed(let message): Self.captureAdvice(message)
        }
    }

    private static func captureAdvice(_ message: String) -> String? {
        #if os(macOS)
        return "allow the terminal to record the screen or to use the camera in System Settings > Privacy & Security; "
            + "list the devices with: ffmpeg -f avfoundation -list_devices true -i \"\""
        #else
        let message = message.lowercased()
        if message.contains("permission denied") {
            return "allow access to the device: sudo usermod -aG video $USER, then log in again"
        }
        if message.contains("no such file") || message.contains("no such device") {
            return "check the name of the device: ls /dev/video*"
        }
        if message.contains("display") {
            return "check DISPLAY, and allow access to the display: xhost +local:"
        }
        return nil
        #endif
    }
}

extension LiveInputError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noInput(isTerminal: true): "standard input is a terminal, not media"
        case .noInput(isTerminal: false): "standard input is empty"
        case .unreadable(let name, let reason): "\(name) cannot be read: \(reason)"
        case .notMedia(let reason): "it is not media that ffmpeg can read from a pipe (\(reason))"
        case .indexAtEnd: "the index of an MP4 file follows its media, so the file cannot be played from a pipe"
        case .formatMissing(let format): "the installed ffmpeg cannot capture it (no input format \(format))"
        case .noDisplay: "there is no X display, because DISPLAY is not set"
        case .wayland: "ffmpeg cannot capture the screen of a Wayland session"
        case .platformUnsupported: "this platform cannot capture the screen or devices"
        case .conversion(.converterMissing): "ffmpeg is not installed"
        case .conversion(let error): "\(error)"
        case .captureFailed(let message): "ffmpeg cannot capture it: \(message)"
        case .plan(let error): "\(error)"
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastBridge
import CastMedia
import CastReceiver
import CastRecording
import CastRemote
import CastSender
import CastWire
import SystemErrors

/// The error with which a command fails, for users and for scripts.
///
/// Users read ``message`` and ``hint``; scripts use ``code`` and ``exitStatus``.
struct CommandFailure: Error, Hashable, Sendable {
    /// A stable identifier in lower camel case, such as `deviceNotFound` or `loadFailed`.
    var code: String
    var exitStatus: ExitStatus
    /// What failed and why, in one sentence that names the device.
    var message: String
    /// What to do next, in the imperative; nil if there is no advice.
    var hint: String?
    /// The name or address of the device.
    var device: String?
    /// The devices that the user may have meant.
    var candidates: [DeviceDescription]
    /// The members of the device's error message, for scripts.
    var detail: JSONObject

    init(
        code: String,
        exitStatus: ExitStatus,
        message: String,
        hint: String? = nil,
        device: String? = nil,
        candidates: [DeviceDescription] = [],
        detail: JSONObject = [:]
    ) {
        self.code = code
        self.exitStatus = exitStatus
        self.message = message
        self.hint = hint
        self.device = device
        self.candidates = candidates
        self.detail = detail
    }

    /// The printed lines: the message, the candidates and the hint.
    var lines: [String] {
        var lines = ["cast: \(message)"]
        lines += candidates.map { "  \($0.candidateLine)" }
        if let hint { lines.append("try: \(hint)") }
        return lines
    }

    /// The JSON object, without the envelope.
    var json: JSONObject {
        var error: JSONObject = ["code": .string(code), "message": .string(message)]
        if let hint { error["hint"] = .string(hint) }
        if let device { error["device"] = .string(device) }
        if !candidates.isEmpty { error["candidates"] = .array(candidates.map { .object($0.json) }) }
        if !detail.isEmpty { error["detail"] = .object(detail) }
        return ["error": .object(error)]
    }
}

// MARK: - Conversion of library errors

extension CommandFailure {
    /// Converts a library error.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as CastError: self.init(error)
        case let error as MediaItemError: self.init(error)
        case let error as MediaServerError:
            self.init(code: "mediaServerFailed", exitStatus: .failure, message: "\(error)")
        case let error as VirtualDeviceError: self.init(error)
        case let error as WebRemoteError: self.init(error)
        case let error as BrokerError: self.init(error)
        case let error as DeviceStateError: self.init(error)
        case let error as SpeechError: self.init(error)
        case let error as RecordingError:
            self.init(code: "recording", exitStatus: .failure, message: "\(error)")
            detail = ["problem": .string(error.code.rawValue)]
        case is CancellationError: self.init(code: "interrupted", exitStatus: .interrupted, message: "interrupted")
        default: self.init(code: "failed", exitStatus: .failure, message: SystemErrorText.describe(error))
        }
    }

    /// Converts an error of the sender: its message, and a hint for the command line.
    init(_ error: CastError) {
        // The reason often includes the cause, which the description would repeat.
        let includesCause = error.cause.map { error.reason.contains("\($0)") } ?? true
        self.init(
            code: error.code.name,
            exitStatus: Self.exitStatus(of: error.code),
            message: includesCause ? error.reason : error.description,
            hint: Self.hint(for: error),
            device: error.device,
            detail: error.payload?.fields ?? [:]
        )
    }

    private static func exitStatus(of code: CastError.Code) -> ExitStatus {
        switch code {
        case .deviceNotFound: .deviceNotFound
        case .deviceAmbiguous: .deviceAmbiguous
        case .noNetwork, .localNetworkDenied, .servicesNotDeclared: .noNetwork
        case .connectFailed, .handshakeFailed, .connectionClosed, .heartbeatLost: .unreachable
        case .connectTimedOut, .requestTimedOut: .timedOut
        case .invalidRequest, .notSupported, .launchFailed, .launchDenied, .invalidPlayerState, .loadFailed,
            .loadCancelled, .mediaError, .itemNotFound, .queueIncomplete:
            .refused
        case .appNotRunning, .noMediaSession, .sessionEnded: .nothingPlaying
        case .requestCancelled: .interrupted
        case .notAuthenticated: .notAuthenticated
        default: .failure
        }
    }

    private static func hint(for error: CastError) -> String? {
        switch error.code {
        case .deviceNotFound: "list the devices with cast devices, or find the cause with cast doctor"
        case .deviceAmbiguous: "specify more of the name, or the ID, with --device"
        case .noNetwork: "list the interfaces with cast doctor, and choose one with --interface"
        case .connectFailed, .connectTimedOut, .heartbeatLost, .connectionClosed:
            "make sure the device is turned on and on the same network, or run: cast doctor"
        case .handshakeFailed: "make sure the address is that of a Cast device, or run: cast doctor"
        case .notAuthenticated: "if the device is yours, trust its root with --trust-root FILE; or omit --require-auth"
        case .requestTimedOut: "run the command again, or allow more time with --timeout"
        case .launchDenied: "allow casting in the device's settings, or on its screen"
        case .appNotRunning, .noMediaSession, .sessionEnded:
            "show the running app with cast status, or play media with cast play"
        default: nil
        }
    }

    /// Converts an error in the preparation of media.
    init(_ error: MediaItemError) {
        var detail: JSONObject = ["path": .string(error.location)]
        let (code, status, hint): (String, ExitStatus, String?)
        switch error.code {
        case .fileNotReadable: (code, status, hint) = ("fileNotReadable", .failure, error.advice)
        case .subtitlesNotReadable:
            let advice = "check the path, or specify the encoding with --subtitles-encoding"
            (code, status, hint) = ("subtitlesNotReadable", .failure, advice)
        case .notPlayable:
            (code, status, hint) = ("notPlayable", .refused, "play it unchanged with cast play --original")
        case .inputNotPlayable:
            detail = ["input": .string(error.location)]
            (code, status, hint) = ("inputNotPlayable", .failure, error.advice)
        case .urlNotPlayable(let answer):
            detail = ["url": .string(error.location)]
            if let problem = error.problem { detail["problem"] = .string(problem) }
            if let answer { detail["status"] = .integer(Int64(answer)) }
            let advice = error.advice.map { "\($0); or skip this check with --content-type TYPE" }
            (code, status, hint) = ("urlNotPlayable", .failure, advice)
        default:
            detail = [:]
            (code, status, hint) = ("mediaServerFailed", .failure, error.advice)
        }
        self.init(
            code: code,
            exitStatus: status,
            message: error.message,
            hint: hint,
            detail: detail
        )
    }

    /// Converts an error of a virtual device.
    init(_ error: VirtualDeviceError) {
        let (code, status, hint): (String, ExitStatus, String?) =
            switch error.code {
            case .portInUse:
                ("portInUse", .failure, "use free ports with --port 0 --http-port 0 --https-port 0")
            case .notPermitted: ("notPermitted", .failure, "choose a port above 1023")
            case .addressNotAvailable: ("addressNotAvailable", .noNetwork, "list the interfaces with cast doctor")
            case .noNetwork:
                ("noNetwork", .noNetwork, "list the interfaces with cast doctor, and choose one with --interface")
            case .nameTaken: ("nameTaken", .failure, "choose another name with --name")
            case .stateDirectoryUnusable:
                ("stateDirectoryUnusable", .failure, "choose another directory with --state-dir")
            case .frameLogUnwritable: ("frameLogUnwritable", .failure, nil)
            case .invalidConfiguration: ("invalidConfiguration", .usage, nil)
            default: ("receiverFailed", .failure, nil)
            }
        self.init(code: code, exitStatus: status, message: error.reason, hint: hint)
    }

    /// Converts an error of the web remote.
    fileprivate init(_ error: WebRemoteError) {
        let (code, hint): (String, String?) =
            switch error.code {
            case .portInUse: ("portInUse", "use a free port with --port 0")
            case .notListening: ("remoteFailed", nil)
            case .fileNotReadable: ("fileNotReadable", "check the path")
            case .tokenMissing: ("invalidConfiguration", nil)
            }
        self.init(code: code, exitStatus: .failure, message: error.description, hint: hint)
    }
}

/// The exit statuses of `cast`. The numbers are part of the interface, because scripts depend on them.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case failure = 1
    case deviceNotFound = 3
    case deviceAmbiguous = 4
    /// The device could not be reached, or the connection to it was lost.
    case unreachable = 5
    /// The device rejected a launch, a load or another request.
    case refused = 6
    /// No app is running, or no media is loaded.
    case nothingPlaying = 7
    case timedOut = 8
    case noNetwork = 9
    /// The device failed the required authentication.
    case notAuthenticated = 10
    /// The command line is invalid (`EX_USAGE`).
    case usage = 64
    /// Ctrl-C or SIGTERM ended the command before it was done (128 + SIGINT).
    case interrupted = 130

    /// The error with which ArgumentParser exits with this status.
    var exitCode: ExitCode { ExitCode(rawValue) }

    /// The description in `--help` and in the documentation.
    var meaning: String {
        switch self {
        case .success: "success"
        case .failure: "any other failure"
        case .deviceNotFound: "device not found"
        case .deviceAmbiguous: "several devices match, or there are several and none was specified"
        case .unreachable: "the device cannot be reached, or the connection was lost"
        case .refused: "the device rejected the app, the media or the request"
        case .nothingPlaying: "no app is running, or no media is loaded"
        case .timedOut: "the device did not respond in time"
        case .noNetwork: "no usable network interface"
        case .notAuthenticated: "device authentication failed (with --require-auth)"
        case .usage: "invalid command line"
        case .interrupted: "interrupted by Ctrl-C"
        }
    }
}

extension MediaFailureCause {
    static let reachHint =
        "make sure this machine accepts incoming TCP connections for cast, and both are on the same network (a guest "
        + "Wi-Fi often isolates devices); test both with cast doctor"

    /// The advice for users of the command line; nil if there is none.
    func hint(isLocal: Bool) -> String? {
        switch self {
        case .neverRequested: Self.reachHint
        case .requestedElsewhere: "if that is the device, play the file with --any-client"
        case .network where isLocal: "run: cast doctor"
        default: advice(isLocal: isLocal, isConverted: false)
        }
    }
}

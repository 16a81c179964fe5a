import CastMedia
import CastReceiver
import CastRemote
import CastSender
import CastWire
import SystemErrors

extension CommandFailure {
    /// What a library's error means for whoever typed the command.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as CastError: self.init(error)
        case let error as MediaServerError:
            self.init(code: "mediaServerFailed", exitStatus: .failure, message: "\(error)")
        case let error as VirtualDeviceError: self.init(error)
        case let error as WebRemoteError: self.init(error)
        case is CancellationError: self.init(code: "interrupted", exitStatus: .interrupted, message: "interrupted")
        default: self.init(code: "failed", exitStatus: .failure, message: SystemErrorText.describe(error))
        }
    }

    /// An error of the sender, with its own words, and what to type next.
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
        case .noNetwork: .noNetwork
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
        case .deviceNotFound: "cast devices lists what is there; cast doctor finds out why something is not"
        case .deviceAmbiguous: "give more of the name, or the id, with --device"
        case .noNetwork: "cast doctor shows the interfaces; --interface chooses one"
        case .connectFailed, .connectTimedOut, .heartbeatLost, .connectionClosed:
            "check that the device is on and on this network, or run: cast doctor"
        case .handshakeFailed: "check that the address is that of a Cast device, or run: cast doctor"
        case .notAuthenticated: "trust its root with --trust-root FILE if it is yours, or leave out --require-auth"
        case .requestTimedOut: "try again, or allow more time with --timeout"
        case .launchDenied: "allow casting in the device's settings, or on its screen"
        case .appNotRunning, .noMediaSession, .sessionEnded: "cast status shows what runs; cast play plays something"
        default: nil
        }
    }
}

extension CommandFailure {
    /// Why a virtual device could not start.
    init(_ error: VirtualDeviceError) {
        let (code, status, hint): (String, ExitStatus, String?) =
            switch error.code {
            case .portInUse:
                ("portInUse", .failure, "--port 0 --http-port 0 --https-port 0 takes free ones")
            case .notPermitted: ("notPermitted", .failure, "take a port above 1023")
            case .addressNotAvailable: ("addressNotAvailable", .noNetwork, "cast doctor shows the interfaces")
            case .noNetwork: ("noNetwork", .noNetwork, "cast doctor shows the interfaces; --interface chooses one")
            case .nameTaken: ("nameTaken", .failure, "give it another name with --name")
            case .stateDirectoryUnusable:
                ("stateDirectoryUnusable", .failure, "choose another directory with --state-dir")
            case .frameLogUnwritable: ("frameLogUnwritable", .failure, nil)
            case .invalidConfiguration: ("invalidConfiguration", .usage, nil)
            default: ("receiverFailed", .failure, nil)
            }
        self.init(code: code, exitStatus: status, message: error.reason, hint: hint)
    }
}

extension CommandFailure {
    /// An error of the web remote.
    fileprivate init(_ error: WebRemoteError) {
        let (code, hint): (String, String?) =
            switch error.code {
            case .portInUse: ("portInUse", "--port 0 takes a free one")
            case .notListening: ("remoteFailed", nil)
            case .fileNotReadable: ("fileNotReadable", "check the path")
            case .tokenMissing: ("invalidConfiguration", nil)
            }
        self.init(code: code, exitStatus: .failure, message: error.description, hint: hint)
    }
}

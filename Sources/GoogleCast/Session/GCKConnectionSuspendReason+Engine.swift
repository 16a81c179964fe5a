import CastSender

extension GCKConnectionSuspendReason {
    init(_ reason: SuspendReason) {
        self =
            switch reason {
            case .appBackgrounded: .appBackgrounded
            case .connectionLost: .networkError
            case .networkUnreachable: .networkNotReachable
            case .appTerminated: .appTerminated
            case .transferring: .unknown
            case .requested: .none
            }
    }
}

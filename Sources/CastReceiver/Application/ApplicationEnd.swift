/// How an app ended.
public struct ApplicationEnd: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// A sender stopped it.
        case stoppedBySender
        /// Another app was launched.
        case replaced
        /// Its last sender left, and the device ends apps then.
        case lastSenderLeft
        /// Nobody was connected and nothing played for too long.
        case idle
        /// It did not get ready in time.
        case notReady
        /// It ended itself.
        case finished
        /// Its page is gone, or came back and did not get ready.
        case pageGone
        /// The device ended it, as if somebody used its remote.
        case stoppedByDevice
        /// It threw this error.
        case failed(String)
    }

    public var appID: String
    public var sessionID: String
    public var reason: Reason
}

extension ApplicationEnd.Reason {
    /// One word, as logs and JSON have it.
    public var name: String {
        switch self {
        case .stoppedBySender: "stoppedBySender"
        case .replaced: "replaced"
        case .lastSenderLeft: "lastSenderLeft"
        case .idle: "idle"
        case .notReady: "notReady"
        case .finished: "finished"
        case .pageGone: "pageGone"
        case .stoppedByDevice: "stoppedByDevice"
        case .failed: "failed"
        }
    }
}

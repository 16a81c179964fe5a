/// How long a device may be silent.
public struct HeartbeatOptions: Sendable, Hashable {
    /// A PING goes out after so long without any message.
    public var silenceBeforePing: Duration
    /// The connection is given up after so long without any message.
    public var silenceBeforeClose: Duration

    public init(silenceBeforePing: Duration, silenceBeforeClose: Duration) {
        self.silenceBeforePing = silenceBeforePing
        self.silenceBeforeClose = silenceBeforeClose
    }

    /// 5 s and 10 s, as Google's browser does.
    public static let standard = HeartbeatOptions(silenceBeforePing: .seconds(5), silenceBeforeClose: .seconds(10))
    /// 10 s and 30 s, for slow or lossy networks; Python's sender uses about the same.
    public static let patient = HeartbeatOptions(silenceBeforePing: .seconds(10), silenceBeforeClose: .seconds(30))
}

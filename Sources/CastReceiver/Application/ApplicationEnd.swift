// SPDX-License-Identifier: Apache-2.0

/// The end of an app, with its reason.
public struct ApplicationEnd: Sendable, Hashable {
    /// Why an app ended.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Reason: Sendable, Hashable {
        /// A sender stopped it.
        case stoppedBySender
        /// Another app was launched.
        case replaced
        /// Its last sender left, and ``DeviceConfiguration/endsAppWithLastSender`` is set.
        case lastSenderLeft
        /// It had no senders and played nothing for ``DeviceConfiguration/idleTimeout``.
        case idle
        /// It did not become ready within ``DeviceConfiguration/readyTimeout``.
        case notReady
        /// It stopped itself.
        case finished
        /// Its page disconnected, or reconnected and did not become ready in time.
        case pageGone
        /// It was stopped at the device, for example by its remote control.
        case stoppedByDevice
        /// It threw an error, described by this text.
        case failed(String)
    }

    /// The id under which the app was launched.
    public var appID: String
    /// The id of the session that ended.
    public var sessionID: String
    /// Why the app ended.
    public var reason: Reason
}

extension ApplicationEnd.Reason {
    /// The name of the reason in logs and JSON.
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

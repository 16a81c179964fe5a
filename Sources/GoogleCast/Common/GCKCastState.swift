// SPDX-License-Identifier: Apache-2.0

/// The state that a Cast button shows.
#if canImport(ObjectiveC)
@objc(GCKCastState)
#endif
public enum GCKCastState: UInt, CaseIterable, Sendable {
    /// No devices were found.
    case noDevicesAvailable = 0
    /// Devices are available, and no session is connected.
    case notConnected = 1
    /// A session is starting or resuming.
    case connecting = 2
    /// A session is connected.
    case connected = 3
}

/// The connection state of a session.
#if canImport(ObjectiveC)
@objc(GCKConnectionState)
#endif
public enum GCKConnectionState: Int, CaseIterable, Sendable {
    /// The session isn't connected.
    case disconnected = 0
    /// The session is connecting or reconnecting.
    case connecting = 1
    /// The session is connected.
    case connected = 2
    /// The session is disconnecting.
    case disconnecting = 3
}

/// The reason why a session is suspended.
#if canImport(ObjectiveC)
@objc(GCKConnectionSuspendReason)
#endif
public enum GCKConnectionSuspendReason: Int, CaseIterable, Sendable {
    /// The reason is unknown.
    case unknown = -1
    /// The session isn't suspended.
    case none = 0
    /// The app entered the background.
    case appBackgrounded = 1
    /// The connection was lost.
    case networkError = 2
    /// No network to the device is available.
    case networkNotReachable = 3
    /// The app was terminated while the session was connected.
    case appTerminated = 4
}

/// Whether the device is the active input of its TV.
#if canImport(ObjectiveC)
@objc(GCKActiveInputStatus)
#endif
public enum GCKActiveInputStatus: Int, CaseIterable, Sendable {
    /// The device doesn't report its input status.
    case unknown = -1
    /// The TV shows another input.
    case inactive = 0
    /// The TV shows the device.
    case active = 1
}

/// Whether the device's TV is in standby.
#if canImport(ObjectiveC)
@objc(GCKStandbyStatus)
#endif
public enum GCKStandbyStatus: Int, CaseIterable, Sendable {
    /// The device doesn't report its standby status.
    case unknown = -1
    /// The TV is on.
    case inactive = 0
    /// The TV is in standby.
    case active = 1
}

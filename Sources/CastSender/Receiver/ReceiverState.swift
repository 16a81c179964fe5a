// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The last status that the device reported.
///
/// Each RECEIVER_STATUS replaces the previous one: what it does not list is gone, and a device without a running
/// application omits `applications` (CASTV2 receiver namespace). A message whose `status` or `applications` has another
/// type is not used.
struct ReceiverState {
    private(set) var status: ReceiverStatus?

    /// Whether a message contains a valid status.
    static func isUsable(_ message: JSONObject) -> Bool {
        guard let status = message["status"]?.objectValue else { return false }
        switch status["applications"] {
        case nil, .null, .array: return true
        default: return false
        }
    }

    /// Updates the status; returns false when it is unchanged.
    mutating func received(_ status: ReceiverStatus) -> Bool {
        guard status != self.status else { return false }
        self.status = status
        return true
    }

    /// The running application, other than an idle screen.
    var runningApplication: ApplicationStatus? { status?.runningApplication }
}

extension ReceiverStatus {
    /// The running application; nil when the device shows its idle screen or nothing.
    public var runningApplication: ApplicationStatus? { applications.first { !$0.isIdle } }

    /// How the device volume can be changed; attenuation if the device does not report it.
    public var volumeControl: VolumeControlType { volume?.controlType ?? .attenuation }

    /// Whether senders can change the device volume.
    public var hasVariableVolume: Bool { volumeControl != .fixed }
}

extension ApplicationStatus {
    /// Backdrop, the idle screen of current devices.
    public static let backdropID = "E8C28D3C"
    /// The default media receiver, which plays any supported media and is available on every device.
    public static let defaultMediaReceiverID = "CC1AD845"
    /// The idle screen of the oldest devices.
    private static let oldIdleID = "00000000-0000-0000-0000-000000000000"

    /// Whether this is an idle screen rather than a cast application.
    ///
    /// A device was observed to report `isIdleScreen` for the default media receiver while it was in use, so that
    /// application never counts as idle.
    public var isIdle: Bool {
        if appID == Self.backdropID || appID == Self.oldIdleID { return true }
        return isIdleScreen == true && appID != Self.defaultMediaReceiverID
    }

    /// Whether this application has the given id, or belongs to the application family with that id.
    public func matches(appID id: String) -> Bool { appID == id || universalAppID == id }

    /// Whether a sender can connect to the application. Some applications that were started from a phone have no
    /// transport id.
    public var isJoinable: Bool { sessionID != nil && transportID != nil }

    /// The namespaces that the platform lists for every application, before its page has reported others.
    private static let platformNamespaces: Set<CastNamespace> = [
        .commandAndControl, .broadcast, "urn:x-cast:com.google.cast.debugoverlay",
    ]

    /// Whether the application lists a namespace that is not the platform's.
    var hasOwnNamespaces: Bool { !Set(namespaces).isSubset(of: Self.platformNamespaces) }
}

extension CastVolume {
    /// The level clamped to 0…1, whatever number the device reports; nil if it reports none.
    var boundedLevel: Double? { level.map { min(max($0.clampedToFinite, 0), 1) } }
}

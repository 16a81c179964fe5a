// SPDX-License-Identifier: Apache-2.0

/// GET_STATUS: requests a ``ReceiverStatusMessage``.
public struct GetReceiverStatusRequest: CastRequest {
    public static let type = "GET_STATUS"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message, which has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}

/// RECEIVER_STATUS: the status of a device, sent as an answer or after a change.
public struct ReceiverStatusMessage: CastPayload {
    public static let type = "RECEIVER_STATUS"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(status: ReceiverStatus, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.status = status
        self.requestID = requestID
    }

    /// The status; empty if the message has none.
    public var status: ReceiverStatus {
        get { self["status"] ?? ReceiverStatus() }
        set { self["status"] = newValue }
    }
}

/// The complete status of a device. It always replaces the previous one.
public struct ReceiverStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        applications: [ApplicationStatus] = [],
        volume: CastVolume? = nil,
        isActiveInput: Bool? = nil,
        isStandBy: Bool? = nil,
        userEq: JSONObject? = nil,
        displayName: String? = nil
    ) {
        fields = JSONObject()
        self.applications = applications
        self.volume = volume
        self.isActiveInput = isActiveInput
        self.isStandBy = isStandBy
        self.userEq = userEq
        self.displayName = displayName
    }

    /// The running applications, usually one; empty if the key is absent.
    public var applications: [ApplicationStatus] {
        get { self["applications"] ?? [] }
        set { self["applications"] = newValue }
    }

    /// The device's volume.
    public var volume: CastVolume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// For TVs: whether the device is the active input. Absent means unknown.
    public var isActiveInput: Bool? {
        get { self["isActiveInput"] }
        set { self["isActiveInput"] = newValue }
    }

    /// For TVs: whether the device is in standby. Absent means unknown.
    public var isStandBy: Bool? {
        get { self["isStandBy"] }
        set { self["isStandBy"] = newValue }
    }

    /// The equalizer settings.
    public var userEq: JSONObject? {
        get { self["userEq"] }
        set { self["userEq"] = newValue }
    }

    /// The device's display name. No real device is known to send it.
    public var displayName: String? {
        get { self["displayName"] }
        set { self["displayName"] = newValue }
    }

    /// Whether the status contains the applications key. Most devices omit the key if no application is running.
    public var hasApplicationsKey: Bool { fields["applications"] != nil }
}

/// The volume of a device, a member of a group, or a media stream.
public struct CastVolume: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        level: Double? = nil,
        muted: Bool? = nil,
        controlType: VolumeControlType? = nil,
        stepInterval: Double? = nil
    ) {
        fields = JSONObject()
        self.level = level
        self.muted = muted
        self.controlType = controlType
        self.stepInterval = stepInterval
    }

    /// The level, 0…1. Received values have the precision of a 32-bit float.
    public var level: Double? {
        get { self["level"] }
        set { self["level"] = newValue }
    }

    /// Whether the sound is muted, independent of the level.
    public var muted: Bool? {
        get { self["muted"] }
        set { self["muted"] = newValue }
    }

    /// The type of volume control. Absent means ``VolumeControlType/attenuation``.
    public var controlType: VolumeControlType? {
        get { self["controlType"] }
        set { self["controlType"] = newValue }
    }

    /// The recommended step for volume keys, 0…1. Usually 0.05. Some applications use the key `increment`.
    public var stepInterval: Double? {
        get { self["stepInterval"] ?? self["increment"] }
        set {
            self["stepInterval"] = newValue
            fields["increment"] = nil
        }
    }
}

/// The type of a device's volume control.
public struct VolumeControlType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device attenuates its output. This is the default.
    public static let attenuation = VolumeControlType(rawValue: "attenuation")

    /// The volume is fixed: SET_VOLUME has no effect.
    public static let fixed = VolumeControlType(rawValue: "fixed")

    /// The device controls the volume of the whole system, such as that of a TV.
    public static let master = VolumeControlType(rawValue: "master")

    public static func spelling(of word: String) -> String { word.lowercased() }
}

/// SET_VOLUME: changes the device's volume. Answered by a ``ReceiverStatusMessage``.
///
/// Level and mute state must be changed in separate requests.
public struct SetReceiverVolumeRequest: CastRequest {
    public static let type = "SET_VOLUME"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// The new level or mute state.
    public var volume: CastVolume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// Creates a request that changes the level.
    ///
    /// - Parameter level: The new level, 0…1.
    public init(level: Double) {
        fields = JSONObject(type: Self.type)
        volume = CastVolume(level: level)
    }

    /// Creates a request that mutes or unmutes the device.
    public init(muted: Bool) {
        fields = JSONObject(type: Self.type)
        volume = CastVolume(muted: muted)
    }
}

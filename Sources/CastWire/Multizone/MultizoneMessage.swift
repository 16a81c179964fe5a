// SPDX-License-Identifier: Apache-2.0

/// A message from a device in the multizone namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MultizoneMessage: Sendable, Hashable {
    case status(MultizoneStatusMessage)
    case deviceAdded(DeviceAddedMessage)
    case deviceUpdated(DeviceUpdatedMessage)
    case deviceRemoved(DeviceRemovedMessage)
    case playbackSessionUpdated(PlaybackSessionUpdatedMessage)
    case castingGroups(CastingGroupsMessage)
    case invalidRequest(InvalidRequestMessage)
    /// Any other type, which is ignored. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case MultizoneStatusMessage.type: self = .status(MultizoneStatusMessage(fields: object))
        case DeviceAddedMessage.type: self = .deviceAdded(DeviceAddedMessage(fields: object))
        case DeviceUpdatedMessage.type: self = .deviceUpdated(DeviceUpdatedMessage(fields: object))
        case DeviceRemovedMessage.type: self = .deviceRemoved(DeviceRemovedMessage(fields: object))
        case PlaybackSessionUpdatedMessage.type:
            self = .playbackSessionUpdated(PlaybackSessionUpdatedMessage(fields: object))
        case CastingGroupsMessage.type: self = .castingGroups(CastingGroupsMessage(fields: object))
        case InvalidRequestMessage.type: self = .invalidRequest(InvalidRequestMessage(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}

/// A request from a sender in the multizone namespace.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MultizoneRequest: Sendable, Hashable {
    case getStatus(GetMultizoneStatusRequest)
    case getCastingGroups(GetCastingGroupsRequest)
    case setDeviceVolume(SetDeviceVolumeRequest)
    /// Any other type, which is ignored. Nil if the message has no type.
    case unknown(type: String?)

    /// Creates a message from a JSON object. A type that is not known becomes ``unknown(type:)``.
    public init(_ object: JSONObject) {
        switch object.messageType {
        case GetMultizoneStatusRequest.type: self = .getStatus(GetMultizoneStatusRequest(fields: object))
        case GetCastingGroupsRequest.type: self = .getCastingGroups(GetCastingGroupsRequest(fields: object))
        case SetDeviceVolumeRequest.type: self = .setDeviceVolume(SetDeviceVolumeRequest(fields: object))
        case let type: self = .unknown(type: type)
        }
    }
}

/// GET_STATUS: requests a ``MultizoneStatusMessage``.
public struct GetMultizoneStatusRequest: CastRequest {
    public static let type = "GET_STATUS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message, which has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}

/// MULTIZONE_STATUS: the status of a group, sent as an answer, after a connection, or after a change.
public struct MultizoneStatusMessage: CastPayload {
    public static let type = "MULTIZONE_STATUS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(status: MultizoneStatus, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.status = status
        self.requestID = requestID
    }

    /// The status of the group; empty if the message has none.
    public var status: MultizoneStatus {
        get { self["status"] ?? MultizoneStatus(devices: []) }
        set { self["status"] = newValue }
    }
}

/// DEVICE_ADDED: a device joined the group.
public struct DeviceAddedMessage: CastPayload {
    public static let type = "DEVICE_ADDED"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(device: MultizoneDevice, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.device = device
        self.requestID = requestID
    }

    /// The device that joined.
    public var device: MultizoneDevice? {
        get { self["device"] }
        set { self["device"] = newValue }
    }
}

/// DEVICE_UPDATED: a member of the group changed. Sent in bursts.
public struct DeviceUpdatedMessage: CastPayload {
    public static let type = "DEVICE_UPDATED"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(device: MultizoneDevice, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.device = device
        self.requestID = requestID
    }

    /// The member with all of its properties.
    public var device: MultizoneDevice? {
        get { self["device"] }
        set { self["device"] = newValue }
    }
}

/// DEVICE_REMOVED: a device left the group.
public struct DeviceRemovedMessage: CastPayload {
    public static let type = "DEVICE_REMOVED"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(deviceID: String, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.deviceID = deviceID
        self.requestID = requestID
    }

    /// The ID of the device that left.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }
}

/// SET_DEVICE_VOLUME: changes the volume of a member.
public struct SetDeviceVolumeRequest: CastRequest {
    public static let type = "SET_DEVICE_VOLUME"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message.
    public init(deviceID: String, volume: CastVolume) {
        fields = JSONObject(type: Self.type)
        self.deviceID = deviceID
        self.volume = volume
    }

    /// The ID of the member.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }

    /// The new level (0…1) or mute state.
    public var volume: CastVolume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }
}

/// GET_CASTING_GROUPS: requests the groups. The format of the answer is not published.
public struct GetCastingGroupsRequest: CastRequest {
    public static let type = "GET_CASTING_GROUPS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message, which has no keys of its own.
    public init() {
        fields = JSONObject(type: Self.type)
    }
}

/// CASTING_GROUPS: the answer to a ``GetCastingGroupsRequest``. Its format is not published; read ``fields``.
public struct CastingGroupsMessage: CastPayload {
    public static let type = "CASTING_GROUPS"
    public static let namespace = CastNamespace.multizone

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.requestID = requestID
    }
}

// SPDX-License-Identifier: Apache-2.0

/// A group and its members. A device that is in no group is reported as the only member.
public struct MultizoneStatus: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(devices: [MultizoneDevice], isMultichannel: Bool? = nil, playbackSession: PlaybackSession? = nil) {
        fields = JSONObject()
        self.devices = devices
        self.isMultichannel = isMultichannel
        self.playbackSession = playbackSession
    }

    /// The members of the group.
    public var devices: [MultizoneDevice] {
        get { self["devices"] ?? [] }
        set { self["devices"] = newValue }
    }

    /// Whether the group is a stereo pair.
    public var isMultichannel: Bool? {
        get { self["isMultichannel"] }
        set { self["isMultichannel"] = newValue }
    }

    /// The current playback; absent if nothing is playing.
    public var playbackSession: PlaybackSession? {
        get { self["playbackSession"] }
        set { self["playbackSession"] = newValue }
    }
}

/// A member of a group, or a device that is in no group.
public struct MultizoneDevice: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        deviceID: String,
        name: String? = nil,
        capabilities: DeviceCapabilities? = nil,
        volume: CastVolume? = nil
    ) {
        fields = JSONObject()
        self.deviceID = deviceID
        self.name = name
        self.capabilities = capabilities
        self.volume = volume
    }

    /// The ID of the device; compare ``normalizedDeviceID``.
    public var deviceID: String? {
        get { self["deviceId"] }
        set { self["deviceId"] = newValue }
    }

    /// The name to display.
    public var name: String? {
        get { self["name"] }
        set { self["name"] = newValue }
    }

    /// The capabilities of the device.
    public var capabilities: DeviceCapabilities? {
        get { self["capabilities"] }
        set { self["capabilities"] = newValue }
    }

    /// The volume of the device within the group.
    public var volume: CastVolume? {
        get { self["volume"] }
        set { self["volume"] = newValue }
    }

    /// The ID in lowercase and without hyphens. IDs from all sources are equal in this form.
    public var normalizedDeviceID: String? {
        deviceID.map { String($0.lowercased().filter { $0 != "-" }) }
    }
}

/// The playback of a device or group. Only present while media is playing.
public struct PlaybackSession: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        appAllowsGrouping: Bool? = nil,
        isVideoContent: Bool? = nil,
        streamTransferSupported: Bool? = nil,
        immutableDevices: [MultizoneDevice]? = nil
    ) {
        fields = JSONObject()
        self.appAllowsGrouping = appAllowsGrouping
        self.isVideoContent = isVideoContent
        self.streamTransferSupported = streamTransferSupported
        self.immutableDevices = immutableDevices
    }

    /// Whether the application can play on a group.
    public var appAllowsGrouping: Bool? {
        get { self["appAllowsGrouping"] }
        set { self["appAllowsGrouping"] = newValue }
    }

    /// Whether the content includes video.
    public var isVideoContent: Bool? {
        get { self["isVideoContent"] }
        set { self["isVideoContent"] = newValue }
    }

    /// Whether playback can be transferred to another device.
    public var streamTransferSupported: Bool? {
        get { self["streamTransferSupported"] }
        set { self["streamTransferSupported"] = newValue }
    }

    /// The devices that cannot be removed.
    public var immutableDevices: [MultizoneDevice]? {
        get { self["immutableDevices"] }
        set { self["immutableDevices"] = newValue }
    }
}

/// PLAYBACK_SESSION_UPDATED: the playback of a device or group changed. The format is not published. The message
/// reportedly carries the same `playbackSession` as a ``MultizoneStatus``, which is read from the message and from its
/// `status`.
public struct PlaybackSessionUpdatedMessage: CastPayload {
    public static let type = "PLAYBACK_SESSION_UPDATED"
    public static let namespace = CastNamespace.multizone

    /// The change of the playback. The session is nil if nothing is playing.
    public struct Change: Sendable, Hashable {
        /// The playback session after the change.
        public var session: PlaybackSession?
    }

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the message. A nil session is encoded as `null`, which means that nothing is playing.
    public init(playbackSession: PlaybackSession?, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        fields["playbackSession"] = playbackSession.map { .object($0.fields) } ?? .null
        self.requestID = requestID
    }

    /// The change; nil if the message does not contain a playback session.
    public var change: Change? {
        switch fields["playbackSession"] ?? fields["status"]?.objectValue?["playbackSession"] {
        case .object(let fields): Change(session: PlaybackSession(fields: fields))
        case .null: Change(session: nil)
        default: nil
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// A device of a site, as its bridge has published it.
public struct FleetDevice: Hashable, Sendable, Identifiable {
    /// The site, and the id of the device there.
    public struct ID: Hashable, Sendable, Comparable {
        /// The name of the site.
        public var site: String
        /// The id of the device, which is unique in the site.
        public var device: String

        /// Whether the device belongs to a site, by the name that its bridges were given.
        ///
        /// - Parameter name: The name of a site, in any case. In topics, spaces and a few other characters of it are replaced.
        public func isInSite(named name: String) -> Bool {
            site.lowercased() == SiteTopics.topicLevel(name).lowercased()
        }

        public static func < (one: ID, other: ID) -> Bool { (one.site, one.device) < (other.site, other.device) }
    }

    /// The site, and the id of the device there.
    public var id: ID
    /// The name of the device for users.
    public var name: String
    /// The model of the device; may be empty.
    public var model: String
    /// Whether the device is a group of devices.
    public var isGroup: Bool
    /// Whether the device can be controlled: a bridge is at work and connected to it.
    public var isOnline: Bool
    /// The message of the bridge, as docs/fleet.md describes it.
    public var state: JSONObject

    /// The title, or else the URL, of what the device plays; nil if it plays nothing.
    public var title: String? {
        guard let media = state["media"]?.objectValue, media["state"] != "idle" else { return nil }
        return (media["title"] ?? media["contentID"])?.stringValue
    }

    /// The state of the media: `playing`, `paused`, `buffering` or `idle`.
    public var mediaState: String { state["media"]?["state"]?.stringValue ?? "idle" }

    /// The volume from 0 to 1; nil if it is not known.
    public var volume: Double? { state["volume"]?["level"].flatMap { Double(json: $0) } }

    /// Whether the device is muted.
    public var isMuted: Bool { state["volume"]?["muted"] == .bool(true) }

    /// The bridge that controls the device.
    var bridge: String { state["bridge"]?.stringValue ?? "" }

    /// Reads the retained state of a device; nil if it is not valid. The device counts as offline at first.
    init?(_ id: ID, payload: [UInt8]) {
        guard let state = try? JSONValue(parsing: payload).objectValue, let about = state["device"]?.objectValue,
            let name = about["name"]?.stringValue
        else { return nil }
        self.id = id
        self.name = name
        model = about["model"]?.stringValue ?? ""
        isGroup = about["group"] == .bool(true)
        isOnline = false
        self.state = state
    }
}

/// What became of a command that was sent to a device over a broker.
public struct FleetResult: Hashable, Sendable {
    /// The device.
    public var device: FleetDevice.ID
    /// The name of the error, such as `deviceNotFound` or `noResponse`; nil if the command was executed.
    public var errorCode: String?
    /// A sentence about the error for users; nil if the command was executed.
    public var message: String?

    package init(device: FleetDevice.ID, errorCode: String? = nil, message: String? = nil) {
        self.device = device
        self.errorCode = errorCode
        self.message = message
    }

    /// Whether the command was executed.
    public var isSuccess: Bool { errorCode == nil }
}

// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A frame of the platform's socket: a namespace, a sender or recipient, and a payload (web receiver IPC, transport).
struct WebReceiverFrame: Sendable, Hashable {
    /// The id of the device itself on a page's socket.
    static let systemSender = "SystemSender"
    static let systemNamespace: CastNamespace = "urn:x-cast:com.google.cast.system"
    /// The id of all senders.
    static let broadcastID = "*:*"
    /// The limits of a frame: a payload of at most 64 KiB as a JSON string, in which each byte may take six bytes.
    static let limits = JSONLimits(bytes: 512 * 1024, values: 16)
    /// The maximum size of a payload in bytes, that of a frame on a sender's socket.
    static let dataLimit = 65_536

    var namespace: CastNamespace
    /// The sender in a frame from the platform; the recipient in a frame from the page.
    var senderID: String
    /// The payload: text, usually JSON.
    var data: String

    init(_ namespace: CastNamespace, _ senderID: String, _ data: String) {
        self.namespace = namespace
        self.senderID = senderID
        self.data = data
    }

    /// Creates a message of the device itself.
    init(system object: JSONObject) {
        self.init(Self.systemNamespace, Self.systemSender, object.jsonString)
    }

    /// Returns nil if one of the three members is missing, empty or not text, or if the payload is too large.
    init?(parsing text: String) {
        guard let object = (try? JSONValue(parsing: text, limits: Self.limits))?.objectValue,
            let namespace = object["namespace"]?.stringValue, !namespace.isEmpty,
            let senderID = object["senderId"]?.stringValue, !senderID.isEmpty,
            let data = object["data"]?.stringValue, !data.isEmpty,
            data.utf8.count <= Self.dataLimit
        else { return nil }
        self.init(CastNamespace(namespace), senderID, data)
    }

    var text: String {
        let object: JSONObject = [
            "namespace": .string(namespace.rawValue), "senderId": .string(senderID), "data": .string(data),
        ]
        return object.jsonString
    }

    /// The payload as a JSON object; nil if it is not one.
    var object: JSONObject? { (try? JSONValue(parsing: data))?.objectValue }
}

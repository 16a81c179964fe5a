// SPDX-License-Identifier: Apache-2.0

/// A message of a certain type and namespace, with a `type` and a `requestId`.
public protocol CastPayload: WireObject {
    /// The value of `type`, such as `RECEIVER_STATUS`.
    static var type: String { get }
    /// The namespace of messages of this type.
    static var namespace: CastNamespace { get }
    /// The ID that relates an answer to its request. Unique per socket and greater than 0; nil or 0 in unsolicited
    /// messages.
    var requestID: Int? { get set }
}

extension CastPayload {
    public var requestID: Int? {
        get { fields.requestID }
        set { self["requestId"] = newValue }
    }
}

/// A request.
///
/// Callers do not set `requestID` when they build a request; the code that sends the request on a socket sets it.
public protocol CastRequest: CastPayload {}

/// A request in the media namespace that refers to a media session of an application.
public protocol MediaSessionRequest: CastRequest {}

extension MediaSessionRequest {
    public static var namespace: CastNamespace { .media }

    /// The ID of the media session, from ``MediaStatus/mediaSessionID``.
    public var mediaSessionID: Int? {
        get { self["mediaSessionId"] }
        set { self["mediaSessionId"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// A payload, or a part of one, that wraps a JSON object.
///
/// The object is the stored value; typed properties read and write its members. Anything in a received object that this
/// package does not know (keys, enum strings, number formats) is therefore preserved when the object is written. A
/// member whose value has the wrong type reads as nil without being lost.
public protocol WireObject: JSONConvertible, Codable, Hashable {
    /// All members, as received or to be sent.
    var fields: JSONObject { get set }

    /// Creates the object from its members. All of them are kept, also those without a property.
    init(fields: JSONObject)
}

extension WireObject {
    /// The value of a member. Setting nil removes the member.
    public subscript<Value: JSONConvertible>(key: String) -> Value? {
        get {
            guard let value = fields[key], !value.isNull else { return nil }
            return Value(json: value)
        }
        set { fields[key] = newValue?.json }
    }

    /// Returns the value of a required member.
    ///
    /// - Throws: ``PayloadError`` if the member is missing, null, or of another type.
    public func require<Value: JSONConvertible>(
        _ key: String,
        as type: Value.Type = Value.self
    ) throws(PayloadError)
        -> Value
    {
        guard let value = fields[key], !value.isNull else { throw PayloadError(.missing, key: key) }
        guard let converted = Value(json: value) else { throw PayloadError(.wrongType, key: key, found: value) }
        return converted
    }

    public init?(json: JSONValue) {
        guard let fields = json.objectValue else { return nil }
        self.init(fields: fields)
    }

    public var json: JSONValue { .object(fields) }

    public init(from decoder: any Decoder) throws {
        let value = try JSONValue(from: decoder)
        guard let fields = value.objectValue else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "expected a JSON object")
            )
        }
        self.init(fields: fields)
    }

    public func encode(to encoder: any Encoder) throws {
        try json.encode(to: encoder)
    }
}

extension JSONObject {
    /// Creates an object with a message type as its first member.
    init(type: String) {
        self.init(uniqueMembers: [Member(key: "type", value: .string(type))])
    }

    /// The type of the message: `type`, or else `responseType`, which app availability answers and the media statuses
    /// of some receivers have instead.
    public var messageType: String? {
        self["type"]?.stringValue ?? self["responseType"]?.stringValue
    }

    /// The ID that relates an answer to its request, also read from `1.0` and `"1"`. 0 in unsolicited messages.
    ///
    /// In the setup namespace, the key is `request_id`.
    public var requestID: Int? {
        (self["requestId"] ?? self["request_id"]).flatMap(Int.init(json:))
    }

    /// The request ID of the launch that a LAUNCH_STATUS refers to.
    public var launchRequestID: Int? {
        self["launchRequestId"].flatMap(Int.init(json:))
    }
}

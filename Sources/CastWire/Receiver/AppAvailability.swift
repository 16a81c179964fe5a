// SPDX-License-Identifier: Apache-2.0

/// GET_APP_AVAILABILITY: asks which applications a device can run. Answered by an ``AppAvailabilityReply``.
public struct GetAppAvailabilityRequest: CastRequest {
    public static let type = "GET_APP_AVAILABILITY"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(appIDs: [String] = []) {
        fields = JSONObject(type: Self.type)
        self.appIDs = appIDs
    }

    /// The application IDs.
    public var appIDs: [String] {
        get { self["appId"] ?? [] }
        set { self["appId"] = newValue }
    }
}

/// The answer to a ``GetAppAvailabilityRequest``. Its type is in `responseType`.
public struct AppAvailabilityReply: CastPayload {
    public static let type = "GET_APP_AVAILABILITY"
    public static let namespace = CastNamespace.receiver

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(availability: [String: AppAvailability], requestID: Int? = nil) {
        fields = ["responseType": .string(Self.type)]
        self.availability = availability
        self.requestID = requestID
    }

    /// The availability by application ID. The availability of missing applications is unknown.
    public var availability: [String: AppAvailability] {
        get { self["availability"] ?? [:] }
        set { self["availability"] = newValue }
    }
}

/// The availability of an application on a device.
public struct AppAvailability: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device can run the application.
    public static let available = AppAvailability(rawValue: "APP_AVAILABLE")

    /// The device cannot run the application. Devices report this for all applications during the first half minute
    /// after startup.
    public static let unavailable = AppAvailability(rawValue: "APP_UNAVAILABLE")
}

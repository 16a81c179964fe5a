/// Whether a device can run an application.
public struct AppAvailability: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It can.
    public static let available = AppAvailability(rawValue: "APP_AVAILABLE")

    /// It cannot; devices say so of everything in the half minute after they were switched on.
    public static let unavailable = AppAvailability(rawValue: "APP_UNAVAILABLE")
}

/// How far a launch has come.
public struct LaunchStatus: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The device asks a person, who may take minutes.
    public static let userPendingAuthorization = LaunchStatus(rawValue: "USER_PENDING_AUTHORIZATION")

    /// The launch goes on.
    public static let userAllowed = LaunchStatus(rawValue: "USER_ALLOWED")

    /// The person refused.
    public static let userNotAllowed = LaunchStatus(rawValue: "USER_NOT_ALLOWED")
}

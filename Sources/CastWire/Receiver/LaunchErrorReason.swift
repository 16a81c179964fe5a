/// Why an application was not launched.
public struct LaunchErrorReason: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The id is unknown, unpublished, or not for this kind of device.
    public static let notFound = LaunchErrorReason(rawValue: "NOT_FOUND")

    /// The page was loaded, but never started the Cast framework. Comes about 60 s after a good status.
    public static let castInitTimeout = LaunchErrorReason(rawValue: "CAST_INIT_TIMEOUT")

    /// Superseded, refused, or the application's page cannot be loaded.
    public static let cancelled = LaunchErrorReason(rawValue: "CANCELLED")

    /// A person or a setting refused; see ``LaunchErrorMessage/extendedError``.
    public static let notAllowed = LaunchErrorReason(rawValue: "NOT_ALLOWED")

    /// The request named no application.
    public static let badParameter = LaunchErrorReason(rawValue: "BAD_PARAMETER")

    /// Anything else.
    public static let systemError = LaunchErrorReason(rawValue: "SYSTEM_ERROR")
}

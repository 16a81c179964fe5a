#if !canImport(UIKit)
public import Foundation

/// The application of this process.
///
/// No system moves it between foreground and background here. A program that knows better says so by posting the same
/// notifications, which is what the framework goes by.
@MainActor
open class UIApplication: UIResponder {
    /// Where an application is.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// What an application was launched for.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The application object of the process.
    open class var shared: UIApplication { application }
    private static let application = UIApplication()

    open weak var delegate: (any UIApplicationDelegate)?

    /// Always active: without a screen there is nothing behind which it could be.
    open var applicationState: State { .active }

    public nonisolated static let didFinishLaunchingNotification =
        Notification.Name("UIApplicationDidFinishLaunchingNotification")
    public nonisolated static let didBecomeActiveNotification =
        Notification.Name("UIApplicationDidBecomeActiveNotification")
    public nonisolated static let willResignActiveNotification =
        Notification.Name("UIApplicationWillResignActiveNotification")
    public nonisolated static let didEnterBackgroundNotification =
        Notification.Name("UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let willEnterForegroundNotification =
        Notification.Name("UIApplicationWillEnterForegroundNotification")
    public nonisolated static let willTerminateNotification =
        Notification.Name("UIApplicationWillTerminateNotification")
}
#endif

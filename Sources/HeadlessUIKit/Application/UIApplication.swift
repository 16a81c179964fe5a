#if !canImport(UIKit)
public import Foundation

/// The application of this process.
///
/// No system moves it between foreground and background here. A program that knows better says so by posting the same
/// notifications, which is what the framework goes by.
@preconcurrency
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

    let defaultScene = UIWindowScene()

    /// The one interface of this process.
    open var connectedScenes: Set<UIScene> { [defaultScene] }

    open var windows: [UIWindow] { defaultScene.windows }
    open var keyWindow: UIWindow? { defaultScene.keyWindow }

    /// How large text is.
    open var preferredContentSizeCategory: UIContentSizeCategory {
        UITraitCollection.current.preferredContentSizeCategory
    }

    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UITraitCollection.current.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }

    open var supportsMultipleScenes: Bool { false }

    /// Nothing here can open an address.
    open func canOpenURL(_ url: URL) -> Bool { opener != nil }

    /// Opens an address, where the program has said how; else the answer is no.
    open func open(
        _ url: URL,
        options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        completion?(opener?(url) ?? false)
    }

    /// How a program without a system opens addresses.
    package var opener: ((URL) -> Bool)?

    /// How an address is opened.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The address of the app's page in the system's settings.
    public nonisolated static let openSettingsURLString = "app-settings:"

    open override var next: UIResponder? { delegate as? UIResponder }

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

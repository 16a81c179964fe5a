// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// The application of this process.
///
/// It is always active. GoogleCast observes the notifications of this class, so a program can simulate a change between
/// foreground and background by posting them.
@preconcurrency
@MainActor
open class UIApplication: UIResponder {
    /// The state of an application.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// A key of the launch options.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The application object of the process.
    open class var shared: UIApplication { application }
    private static let application = UIApplication()

    open weak var delegate: (any UIApplicationDelegate)?

    let defaultScene = UIWindowScene()

    /// The scenes of the application. There is always exactly one.
    open var connectedScenes: Set<UIScene> { [defaultScene] }

    open var windows: [UIWindow] { defaultScene.windows }
    open var keyWindow: UIWindow? { defaultScene.keyWindow }

    /// The preferred text size, from the current trait collection.
    open var preferredContentSizeCategory: UIContentSizeCategory {
        UITraitCollection.current.preferredContentSizeCategory
    }

    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        UITraitCollection.current.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }

    open var supportsMultipleScenes: Bool { false }

    /// Returns whether ``opener`` is set.
    open func canOpenURL(_ url: URL) -> Bool { opener != nil }

    /// Opens a URL with ``opener``. Without one, the completion handler receives `false`.
    open func open(
        _ url: URL,
        options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: ((Bool) -> Void)? = nil
    ) {
        completion?(opener?(url) ?? false)
    }

    /// The function that opens a URL and returns whether it succeeded. `nil` by default.
    package var opener: ((URL) -> Bool)?

    /// A key of the options for opening a URL.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The URL of the app's page in Settings.
    public nonisolated static let openSettingsURLString = "app-settings:"

    open override var next: UIResponder? { delegate as? UIResponder }

    /// The state of the application. It is always `active`.
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

/// An instance of an app's user interface.
@preconcurrency
@MainActor
open class UIScene: UIResponder {
    /// The activation state of a scene.
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    open var activationState: UIScene.ActivationState { .foregroundActive }
    open var title: String!
    open override var next: UIResponder? { UIApplication.shared }

    public static let didActivateNotification = NSNotification.Name("UISceneDidActivateNotification")
    public static let willDeactivateNotification = NSNotification.Name("UISceneWillDeactivateNotification")
}

/// A scene that manages windows.
@preconcurrency
@MainActor
open class UIWindowScene: UIScene {
    private var windowReferences: [WindowReference] = []

    private struct WindowReference { weak var window: UIWindow? }

    open var windows: [UIWindow] { windowReferences.compactMap(\.window) }
    open var keyWindow: UIWindow? { windows.first { $0.isKeyWindow } }
    open var screen: UIScreen { .main }
    open var interfaceOrientation: UIInterfaceOrientation { .portrait }
    open var traitCollection: UITraitCollection { .current }

    func add(_ window: UIWindow) {
        windowReferences.removeAll { $0.window == nil || $0.window === window }
        windowReferences.append(WindowReference(window: window))
    }

    func remove(_ window: UIWindow) { windowReferences.removeAll { $0.window == nil || $0.window === window } }
}

/// The orientation of the interface.
public enum UIInterfaceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4
}

/// A simulated screen with the size of a phone.
@preconcurrency
@MainActor
open class UIScreen: NSObject {
    open class var main: UIScreen { screen }
    private static let screen = UIScreen()

    /// The size in points.
    open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
    open var nativeBounds: CGRect { bounds }
    open var scale: CGFloat { 1 }
    open var nativeScale: CGFloat { 1 }
    open var traitCollection: UITraitCollection { .current }
}
#endif

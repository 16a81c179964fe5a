import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// What controllers of an app's own need besides.
@preconcurrency
@MainActor
open class GCKUIUtils: NSObject {
    /// The view controller on top: from the root of the key window over what is presented, chosen or pushed.
    ///
    /// - Returns: Nil where no window has a root view controller.
    open class func currentViewController() -> UIViewController? {
        requireMainThread(of: GCKUIUtils.self)
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        let window = windows.first { $0.isKeyWindow } ?? windows.first { $0.rootViewController != nil }
        var top = window?.rootViewController
        // Bounded, should somebody's container lead round in a circle.
        for _ in 0..<100 {
            let next: UIViewController? =
                if let presented = top?.presentedViewController, !presented.isBeingDismissed {
                    presented
                } else if let navigation = top as? UINavigationController {
                    navigation.topViewController
                } else if let tabs = top as? UITabBarController, !(tabs is GCKUIMediaTrackSelectionViewController) {
                    tabs.selectedViewController
                } else {
                    nil
                }
            guard let next else { break }
            top = next
        }
        return top
    }

    /// A time as digits, `01:05` or `1:01:01`, as widgets show it; no time for what is none.
    open class func timeInterval(asString timeInterval: TimeInterval) -> String {
        requireMainThread(of: GCKUIUtils.self)
        return localizer.time(timeInterval)
    }

    /// A time of day in the present locale.
    ///
    /// - Parameter localTime: Seconds since 1970.
    open class func localTime(asString localTime: TimeInterval) -> String {
        requireMainThread(of: GCKUIUtils.self)
        return localizer.timeOfDay(localTime)
    }

    /// The context's, or this machine's where there is no context yet.
    static var localizer: Localizer {
        guard GCKCastContext.isSharedInstanceInitialized() else {
            return Localizer(locale: .current, timeZone: .current)
        }
        return GCKCastContext.sharedInstance().widgets.localizer
    }
}

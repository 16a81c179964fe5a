// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastUI
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Utilities for an app's own controllers.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIUtils)@objcMembers
#endif
open class GCKUIUtils: NSObject {
    /// Returns the topmost view controller: starting at the root of the key window, the one that is presented, selected
    /// or pushed last. If the key window has no root view controller, it starts at another window, preferably of the
    /// same scene.
    ///
    /// - Returns: Nil if no window has a root view controller.
    open class func currentViewController() -> UIViewController? {
        requireMainThread(of: GCKUIUtils.self)
        let windows = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
        let keyWindow = windows.first { $0.isKeyWindow }
        // An overlay of the app can be the key window and have no root view controller.
        let candidates = [keyWindow].compactMap { $0 } + (keyWindow?.windowScene?.windows ?? []) + windows
        var top = candidates.compactMap(\.rootViewController).first
        // Limited, because an app's containers may form a cycle.
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

    /// Returns a time as digits, such as `01:05` or `1:01:01`, in the format of the widgets. An invalid time gives a
    /// placeholder.
    open class func timeInterval(asString timeInterval: TimeInterval) -> String {
        requireMainThread(of: GCKUIUtils.self)
        return localizer.time(timeInterval)
    }

    /// Returns a time of day in the current locale.
    ///
    /// - Parameter localTime: The time in seconds since 1970.
    open class func localTime(asString localTime: TimeInterval) -> String {
        requireMainThread(of: GCKUIUtils.self)
        return localizer.timeOfDay(localTime)
    }

    /// The localizer of the context, or that of the current locale if there is no context.
    static var localizer: Localizer {
        guard GCKCastContext.isSharedInstanceInitialized() else {
            return Localizer(locale: .current, timeZone: .current)
        }
        return GCKCastContext.sharedInstance().widgets.localizer
    }
}

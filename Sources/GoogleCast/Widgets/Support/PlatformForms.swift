// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// What the widgets use in another form on tvOS, which has a remote and no touches.

#if os(tvOS)
typealias Slider = FocusSlider
#else
typealias Slider = UISlider
#endif

extension UIControl.Event {
    /// The event with which the system reports that the user chose a control: by a touch, or on tvOS with the remote.
    static var chosen: UIControl.Event {
        #if os(tvOS)
        .primaryActionTriggered
        #else
        .touchUpInside
        #endif
    }
}

extension UIModalPresentationStyle {
    /// The presentation of dialogs: a sheet, or the whole screen on tvOS.
    static var dialog: UIModalPresentationStyle {
        #if os(tvOS)
        .blurOverFullScreen
        #else
        .formSheet
        #endif
    }
}

extension UIProgressView.Style {
    /// The style of a progress view at the edge of a bar.
    static var thin: UIProgressView.Style {
        #if os(tvOS)
        .default
        #else
        .bar
        #endif
    }
}

/// A control without a look of its own, which the user can choose. On tvOS it takes the focus, which it shows by its
/// background.
class PressableControl: UIControl {
    #if os(tvOS)
    override var canBecomeFocused: Bool { isEnabled && !isHidden }

    override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard isEnabled, presses.contains(where: { $0.type == .select }) else {
            return super.pressesEnded(presses, with: event)
        }
        sendActions(for: .chosen)
    }

    override func didUpdateFocus(in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator) {
        super.didUpdateFocus(in: context, with: coordinator)
        backgroundColor = isFocused ? UIColor.gray.withAlphaComponent(0.3) : .clear
    }
    #endif
}

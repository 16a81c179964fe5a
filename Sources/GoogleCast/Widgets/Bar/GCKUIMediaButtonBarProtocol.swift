public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A row of places, counted from the left beginning with 0, at each of which the app can put a button.
@preconcurrency
@MainActor
public protocol GCKUIMediaButtonBarProtocol: NSObjectProtocol {
    /// How many places there are.
    func buttonCount() -> UInt

    /// Puts a kind of button at a place. A place that does not exist is passed over, and logged.
    func setButtonType(_ buttonType: GCKUIMediaButtonType, at index: UInt)

    /// What stands at a place; ``GCKUIMediaButtonType/none`` where there is no such place.
    func buttonType(at index: UInt) -> GCKUIMediaButtonType

    /// Gives the button for a place that is ``GCKUIMediaButtonType/custom``; nil leaves it empty.
    func setCustomButton(_ customButton: UIButton?, at index: UInt)

    /// The app's own button at a place; nil where there is none, or no such place.
    func customButton(at index: UInt) -> UIButton?
}

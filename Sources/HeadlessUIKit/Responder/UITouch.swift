// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A touch on the screen.
@preconcurrency
@MainActor
open class UITouch: NSObject {
    /// The phase of a touch.
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    open private(set) weak var view: UIView?
    open private(set) weak var window: UIWindow?
    open var phase: UITouch.Phase { currentPhase }
    open var tapCount: Int { 1 }

    private var currentPhase = Phase.began
    private var position: CGPoint
    private var previousPosition: CGPoint

    /// Creates a touch at a location in a window, for the view at this location.
    package init(at position: CGPoint, in window: UIWindow, view: UIView?) {
        self.position = position
        previousPosition = position
        super.init()
        self.window = window
        self.view = view
    }

    package func move(to position: CGPoint, phase: UITouch.Phase) {
        previousPosition = self.position
        self.position = position
        currentPhase = phase
    }

    open func location(in view: UIView?) -> CGPoint { window?.convert(position, to: view) ?? position }

    open func previousLocation(in view: UIView?) -> CGPoint {
        window?.convert(previousPosition, to: view) ?? previousPosition
    }
}
#endif

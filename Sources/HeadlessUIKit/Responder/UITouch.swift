#if !canImport(UIKit)
public import Foundation

/// A finger on the screen.
@preconcurrency
@MainActor
open class UITouch: NSObject {
    /// How far a touch is.
    public enum Phase: Int, Sendable {
        case began = 0
        case moved = 1
        case stationary = 2
        case ended = 3
        case cancelled = 4
    }

    open private(set) weak var view: UIView?
    open private(set) weak var window: UIWindow?
    open var phase: UITouch.Phase { presentPhase }
    open var tapCount: Int { 1 }

    private var presentPhase = Phase.began
    private var place: CGPoint
    private var placeBefore: CGPoint

    /// A touch at a place of a window, for the view there.
    package init(at place: CGPoint, in window: UIWindow, view: UIView?) {
        self.place = place
        placeBefore = place
        super.init()
        self.window = window
        self.view = view
    }

    package func move(to place: CGPoint, phase: UITouch.Phase) {
        placeBefore = self.place
        self.place = place
        presentPhase = phase
    }

    open func location(in view: UIView?) -> CGPoint { window?.convert(place, to: view) ?? place }

    open func previousLocation(in view: UIView?) -> CGPoint { window?.convert(placeBefore, to: view) ?? placeBefore }
}
#endif

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Brings controllers on the screen and away, one after the other: UIKit refuses what comes while another one moves.
@MainActor
final class PresentationQueue {
    typealias Step = @MainActor (_ done: @escaping @MainActor () -> Void) -> Void

    private var steps: [Step] = []
    private var isMoving = false

    func add(_ step: @escaping Step) {
        steps.append(step)
        goOn()
    }

    private func goOn() {
        guard !isMoving, !steps.isEmpty else { return }
        isMoving = true
        let step = steps.removeFirst()
        step { [weak self] in
            guard let self else { return }
            self.isMoving = false
            self.goOn()
        }
    }
}

extension UIWindow {
    /// Who presents in this window: the controller that nothing is presented over.
    var topController: UIViewController? {
        var top = rootViewController
        while let next = top?.presentedViewController, !next.isBeingDismissed { top = next }
        return top
    }
}

extension UIViewController {
    /// Whether it, or what contains it, is on its way from the screen.
    var isLeaving: Bool { isBeingDismissed || isMovingFromParent || parent?.isLeaving == true }
}

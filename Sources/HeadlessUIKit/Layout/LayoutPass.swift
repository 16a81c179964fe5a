// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation

/// A layout pass: solves the constraints of a view tree and calls `layoutSubviews()` of its views.
@MainActor
enum LayoutPass {
    /// The number of layout requests so far.
    static var changes = 0
    /// The root of the tree that is being laid out.
    private(set) static weak var root: UIView?

    static func run(for view: UIView) {
        // During a pass, the constraints have already been solved, so only this view is arranged.
        guard root == nil else {
            arrange(view)
            return
        }
        var root = view
        while let superview = root.superview { root = superview }
        self.root = root
        defer { self.root = nil }
        // Manual layout can change the input of the constraints, and vice versa. The limit ends a pass that does not
        // settle.
        for _ in 0..<6 {
            LayoutSystem.solve(root)
            let before = changes
            arrange(view)
            if changes == before { break }
        }
    }

    private static func arrange(_ view: UIView) {
        if view.needsLayout {
            view.needsLayout = false
            view.controller?.viewWillLayoutSubviews()
            view.layoutSubviews()
            view.controller?.viewDidLayoutSubviews()
        }
        for subview in view.subviews { arrange(subview) }
    }
}
#endif

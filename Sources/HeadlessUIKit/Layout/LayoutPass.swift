#if !canImport(UIKit)
import Foundation

/// Solves the constraints of a tree and has its views lay out theirs.
@MainActor
enum LayoutPass {
    /// Grows with everything that asks for a layout.
    static var changes = 0
    /// What is laid out now.
    private(set) static weak var root: UIView?

    static func run(for view: UIView) {
        // A view that asks for layout in the midst of one is served when its turn comes.
        guard root == nil else {
            arrange(view)
            return
        }
        var root = view
        while let superview = root.superview { root = superview }
        self.root = root
        defer { self.root = nil }
        // What is laid out by hand may give new room to what is laid out by constraints; in the end it settles, or never.
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

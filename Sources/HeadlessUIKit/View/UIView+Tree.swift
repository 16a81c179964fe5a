// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
extension UIView {
    public func addSubview(_ view: UIView) { insert(view, at: nil) }

    public func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        insert(view, at: subviews.filter { $0 !== view }.firstIndex { $0 === siblingSubview })
    }

    public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        insert(view, at: subviews.filter { $0 !== view }.firstIndex { $0 === siblingSubview }.map { $0 + 1 })
    }

    public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
        guard subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
        subviews.swapAt(index1, index2)
    }

    public func bringSubviewToFront(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.append(subviews.remove(at: index))
    }

    public func sendSubviewToBack(_ view: UIView) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.insert(subviews.remove(at: index), at: 0)
    }

    public func isDescendant(of view: UIView) -> Bool {
        var current: UIView? = self
        while let ancestor = current {
            if ancestor === view { return true }
            current = ancestor.superview
        }
        return false
    }

    public func viewWithTag(_ tag: Int) -> UIView? {
        if self.tag == tag { return self }
        for subview in subviews {
            if let found = subview.viewWithTag(tag) { return found }
        }
        return nil
    }

    public func removeFromSuperview() {
        guard let superview else { return }
        deactivateAncestorConstraints()
        let leaving = UIViewController.beginMoving(self, to: nil)
        willMove(toSuperview: nil)
        notifyWillMove(to: nil)
        superview.willRemoveSubview(self)
        superview.subviews.removeAll { $0 === self }
        superview.setNeedsLayout()
        self.superview = nil
        move(to: nil)
        didMoveToSuperview()
        UIViewController.endMoving(leaving)
    }

    private func insert(_ view: UIView, at index: Int?) {
        precondition(!isDescendant(of: view), "a view cannot be added to itself or to its descendant")
        if view.superview === self {
            subviews.removeAll { $0 === view }
            subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
            return
        }
        let window = (self as? UIWindow) ?? currentWindow
        let tint = view.tintColor
        let moving = UIViewController.beginMoving(view, to: window)
        view.willMove(toSuperview: self)
        if view.currentWindow !== window { view.notifyWillMove(to: window) }
        if let former = view.superview {
            view.deactivateAncestorConstraints()
            former.willRemoveSubview(view)
            former.subviews.removeAll { $0 === view }
            former.setNeedsLayout()
        }
        subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
        view.superview = self
        if view.currentWindow !== window { view.move(to: window) }
        didAddSubview(view)
        view.didMoveToSuperview()
        if view.ownTint == nil, view.tintColor != tint { view.propagateTintColor() }
        setNeedsLayout()
        view.setNeedsLayout()
        UIViewController.endMoving(moving)
    }

    private func notifyWillMove(to window: UIWindow?) {
        willMove(toWindow: window)
        for subview in subviews { subview.notifyWillMove(to: window) }
    }

    func move(to window: UIWindow?) {
        currentWindow = window
        if window != nil { applyAppearance() }
        for subview in subviews where subview.currentWindow !== window { subview.move(to: window) }
        didMoveToWindow()
    }

    func propagateTintColor() {
        tintColorDidChange()
        for subview in subviews where subview.ownTint == nil { subview.propagateTintColor() }
    }
}

extension UIView {
    public var traitCollection: UITraitCollection {
        let inherited = controller?.traitsFromParent ?? superview?.traitCollection ?? .current
        var more: [UITraitCollection] = []
        if let style = controller?.overrideUserInterfaceStyle, style != .unspecified {
            more.append(UITraitCollection(userInterfaceStyle: style))
        }
        if overrideUserInterfaceStyle != .unspecified {
            more.append(UITraitCollection(userInterfaceStyle: overrideUserInterfaceStyle))
        }
        return more.isEmpty ? inherited : UITraitCollection(traitsFrom: [inherited] + more)
    }
}
#endif

// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

extension UIView {
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        let point = point.applying(toRoot)
        guard let target = view ?? currentWindow else { return point }
        return point.applying(target.toRoot.inverted())
    }

    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        (view ?? currentWindow)?.convert(point, to: self) ?? point.applying(toRoot.inverted())
    }

    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        let rect = rect.applying(toRoot)
        guard let target = view ?? currentWindow else { return rect }
        return rect.applying(target.toRoot.inverted())
    }

    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        (view ?? currentWindow)?.convert(rect, to: self) ?? rect.applying(toRoot.inverted())
    }

    /// The transform from the view's coordinates to those of its superview.
    package var toSuperview: CGAffineTransform {
        CGAffineTransform(translationX: -bounds.midX, y: -bounds.midY)
            .concatenating(transform)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }

    private var toRoot: CGAffineTransform {
        var transform = CGAffineTransform.identity
        var view = self
        while let superview = view.superview {
            transform = transform.concatenating(view.toSuperview)
            view = superview
        }
        return transform
    }

    /// The insets of the area that bars and rounded corners cover.
    ///
    /// They are the part of the superview's insets that overlaps the view. A view controller adds to those of its view.
    var inheritedSafeArea: UIEdgeInsets {
        var insets = UIEdgeInsets.zero
        if let superview {
            let outer = superview.safeAreaInsets
            let (frame, area) = (frame, superview.bounds)
            insets = UIEdgeInsets(
                top: max(0, outer.top - (frame.minY - area.minY)),
                left: max(0, outer.left - (frame.minX - area.minX)),
                bottom: max(0, outer.bottom - (area.maxY - frame.maxY)),
                right: max(0, outer.right - (area.maxX - frame.maxX))
            )
        }
        if let controller {
            for more in [controller.additionalSafeAreaInsets, controller.insetsOfContainer] {
                insets.top += more.top
                insets.left += more.left
                insets.bottom += more.bottom
                insets.right += more.right
            }
        }
        return insets
    }

    func safeAreaDidChange() {
        safeAreaInsetsDidChange()
        controller?.viewSafeAreaInsetsDidChange()
        setNeedsLayout()
        for subview in subviews { subview.safeAreaDidChange() }
    }

    public var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(
            for: semanticContentAttribute,
            relativeTo: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
        )
    }

    public class func userInterfaceLayoutDirection(
        for attribute: UISemanticContentAttribute
    ) -> UIUserInterfaceLayoutDirection {
        userInterfaceLayoutDirection(for: attribute, relativeTo: UIApplication.shared.userInterfaceLayoutDirection)
    }

    public class func userInterfaceLayoutDirection(
        for semanticContentAttribute: UISemanticContentAttribute,
        relativeTo layoutDirection: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .unspecified: layoutDirection
        case .forceRightToLeft: .rightToLeft
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        }
    }

    func sizeDidChange(from old: CGSize) {
        if autoresizesSubviews {
            for subview in subviews { subview.autoresize(from: old, to: bounds.size) }
        }
        setNeedsLayout()
    }

    private func autoresize(from old: CGSize, to new: CGSize) {
        guard translatesAutoresizingMaskIntoConstraints, !autoresizingMask.isEmpty else { return }
        let frame = frame
        let (x, width) = Self.stretch(
            (frame.minX, frame.width),
            old.width,
            new.width,
            (
                autoresizingMask.contains(.flexibleLeftMargin), autoresizingMask.contains(.flexibleWidth),
                autoresizingMask.contains(.flexibleRightMargin)
            )
        )
        let (y, height) = Self.stretch(
            (frame.minY, frame.height),
            old.height,
            new.height,
            (
                autoresizingMask.contains(.flexibleTopMargin), autoresizingMask.contains(.flexibleHeight),
                autoresizingMask.contains(.flexibleBottomMargin)
            )
        )
        self.frame = CGRect(x: x, y: y, width: width, height: height)
    }

    /// Distributes a change of length among the flexible parts in proportion to their lengths.
    private static func stretch(
        _ span: (start: CGFloat, length: CGFloat),
        _ old: CGFloat,
        _ new: CGFloat,
        _ isFlexible: (Bool, Bool, Bool)
    ) -> (CGFloat, CGFloat) {
        let parts = [span.start, span.length, old - span.start - span.length]
        let flags = [isFlexible.0, isFlexible.1, isFlexible.2]
        let flexible = zip(parts, flags).filter(\.1)
        guard !flexible.isEmpty else { return span }
        let total = flexible.reduce(0) { $0 + max($1.0, 0) }
        let change = new - old
        func grown(_ index: Int) -> CGFloat {
            guard flags[index] else { return parts[index] }
            let share = total > 0 ? max(parts[index], 0) / total : 1 / CGFloat(flexible.count)
            return parts[index] + change * share
        }
        return (grown(0), grown(1))
    }
}
#endif

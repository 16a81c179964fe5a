// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A view whose layout is performed by its view controller.
final class LayoutView: UIView {
    var layOut: (LayoutView) -> Void = { _ in }
    /// Called when the view was added to or removed from a window.
    var moved: () -> Void = {}

    /// The size of a view that no container has laid out yet: that of the screen.
    static var initialSize: CGSize {
        #if os(visionOS)
        // The default size of a window. There is no screen.
        CGSize(width: 1280, height: 720)
        #else
        UIScreen.main.bounds.size
        #endif
    }

    /// Creates a view of the initial size.
    convenience init() { self.init(frame: CGRect(origin: .zero, size: Self.initialSize)) }

    override func layoutSubviews() {
        super.layoutSubviews()
        layOut(self)
    }

    override func safeAreaInsetsDidChange() {
        super.safeAreaInsetsDidChange()
        setNeedsLayout()
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        moved()
    }
}

/// A view that stacks its rows vertically, each with the full width and the height that it requires.
///
/// Hidden rows take no space. Controls have at least the height of a touch target.
final class ColumnView: UIView {
    /// The minimum size of a touch target in points.
    static let touchSize: CGFloat = 44

    var spacing: CGFloat = 8
    var insets = UIEdgeInsets.zero

    /// The stacked views, from top to bottom.
    var rows: [UIView] = [] {
        didSet {
            guard rows != oldValue else { return }
            for view in oldValue where !rows.contains(view) { view.removeFromSuperview() }
            // Screen readers follow the order of the subviews.
            for (index, view) in rows.enumerated() where subviews.count <= index || subviews[index] !== view {
                insertSubview(view, at: index)
            }
            setNeedsLayout()
        }
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let frames = frames(width: size.width)
        return CGSize(width: size.width, height: (frames.last?.maxY ?? insets.top) + insets.bottom)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let shown = rows.filter { !$0.isHidden }
        for (view, frame) in zip(shown, frames(width: bounds.width)) { view.frame = frame }
    }

    private func frames(width: CGFloat) -> [CGRect] {
        let inner = max(0, width - insets.left - insets.right)
        var y = insets.top
        return rows.filter { !$0.isHidden }.map { view in
            let frame = CGRect(x: insets.left, y: y, width: inner, height: view.fittingHeight(width: inner))
            y = frame.maxY + spacing
            return frame
        }
    }
}

/// A view that places its items horizontally in the layout direction. Items have a fixed width, except for one that
/// gets the remaining width.
final class RowView: UIView {
    var spacing: CGFloat = 8
    private var items: [(view: UIView, width: CGFloat?)] = []

    /// Creates a row.
    ///
    /// - Parameter items: The views and their widths. A nil width means the remaining width.
    init(_ items: [(view: UIView, width: CGFloat?)]) {
        self.items = items
        super.init(frame: .zero)
        for item in items { addSubview(item.view) }
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let height = zip(shown, widths(size.width)).map { $0.view.fittingHeight(width: $1) }.max() ?? 0
        return CGSize(width: size.width, height: height)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        var x: CGFloat = 0
        for (item, width) in zip(shown, widths(bounds.width)) {
            item.view.frame = mirrored(CGRect(x: x, y: 0, width: width, height: bounds.height))
            x += width + spacing
        }
    }

    /// Sets the width of a view.
    func set(_ width: CGFloat, for view: UIView) {
        guard let index = items.firstIndex(where: { $0.view === view }), items[index].width != width else { return }
        items[index].width = width
        setNeedsLayout()
    }

    private var shown: [(view: UIView, width: CGFloat?)] { items.filter { !$0.view.isHidden } }

    private func widths(_ width: CGFloat) -> [CGFloat] {
        let shown = shown
        let fixed = shown.compactMap(\.width).reduce(0, +) + spacing * CGFloat(max(0, shown.count - 1))
        return shown.map { $0.width ?? max(0, width - fixed) }
    }
}

extension UIView {
    /// Returns the required height for a width. Controls have at least the height of a touch target.
    func fittingHeight(width: CGFloat) -> CGFloat {
        let height = sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height.rounded(.up)
        return self is UIControl ? max(height, ColumnView.touchSize) : height
    }

    /// Whether the layout direction is right to left.
    var isRightToLeft: Bool { effectiveUserInterfaceLayoutDirection == .rightToLeft }

    /// Converts a frame for a left-to-right layout to the layout direction of this view.
    func mirrored(_ frame: CGRect) -> CGRect {
        guard isRightToLeft else { return frame }
        return CGRect(x: bounds.width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
    }
}

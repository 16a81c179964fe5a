import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Views beside each other, from where lines begin: some of a fixed width, one that takes the room that is left.
final class RowView: UIView {
    var spacing: CGFloat = 8
    private var items: [(view: UIView, width: CGFloat?)] = []

    /// - Parameter items: With their widths; nil is what is left.
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

    /// Gives a view another width.
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

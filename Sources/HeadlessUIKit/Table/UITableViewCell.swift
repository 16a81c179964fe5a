// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A view that displays a row of a table.
@preconcurrency
@MainActor
open class UITableViewCell: UIView {
    /// The labels of a cell and their layout.
    public enum CellStyle: Int, Sendable {
        case `default` = 0
        case value1 = 1
        case value2 = 2
        case subtitle = 3
    }

    /// The standard accessory at the end of a row.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    /// The appearance of a selected row.
    public enum SelectionStyle: Int, Sendable {
        case none = 0
        case blue = 1
        case gray = 2
        case `default` = 3
    }

    /// The separator between rows.
    public enum SeparatorStyle: Int, Sendable {
        case none = 0
        case singleLine = 1
    }

    public let contentView = UIView(frame: .zero)
    public let reuseIdentifier: String?
    private let cellStyle: CellStyle
    private let title = UILabel(frame: .zero)
    private let detail = UILabel(frame: .zero)
    private let cellImageView = UIImageView(frame: .zero)
    private let accessoryLabel = UILabel(frame: .zero)
    open var accessoryType = AccessoryType.none {
        didSet {
            accessoryLabel.text =
                switch accessoryType {
                case .checkmark: "\u{2713}"
                case .disclosureIndicator, .detailDisclosureButton: "\u{203A}"
                case .detailButton: "\u{24D8}"
                case .none: nil
                }
            setNeedsLayout()
        }
    }
    open var accessoryView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let accessoryView { addSubview(accessoryView) }
            setNeedsLayout()
        }
    }
    open var selectionStyle = SelectionStyle.default
    open var selectedBackgroundView: UIView?
    open var backgroundView: UIView?
    open var isSelected = false
    open var isHighlighted = false
    open var separatorInset = UIEdgeInsets.zero
    open var indentationLevel = 0
    weak var table: UITableView?

    public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
        cellStyle = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        setUp()
    }

    public required init?(coder: NSCoder) {
        cellStyle = (coder as? CellCoder)?.style ?? .default
        reuseIdentifier = (coder as? CellCoder)?.identifier
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        isAccessibilityElement = true
        super.accessibilityTraits = .button
        detail.font = .systemFont(ofSize: cellStyle == .subtitle ? 12 : 17)
        detail.textColor = cellStyle == .default ? .label : .secondaryLabel
        cellImageView.contentMode = .scaleAspectFit
        addSubview(contentView)
        addSubview(accessoryLabel)
        for view in [cellImageView, title, detail] { contentView.addSubview(view) }
    }

    /// Creates a cell of a registered class.
    ///
    /// `init(coder:)` is the only initializer that every subclass has, because it is required.
    static func make(_ style: CellStyle, _ identifier: String?) -> UITableViewCell? {
        self.init(coder: CellCoder(style, identifier))
    }

    open var textLabel: UILabel? { title }
    open var detailTextLabel: UILabel? { cellStyle == .default ? nil : detail }
    open var imageView: UIImageView? { cellImageView }

    open func prepareForReuse() {
        isSelected = false
        isHighlighted = false
    }

    open func setSelected(_ selected: Bool, animated: Bool) { isSelected = selected }
    open func setHighlighted(_ highlighted: Bool, animated: Bool) { isHighlighted = highlighted }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
        func place(_ view: UIView, _ frame: CGRect, in area: CGRect) {
            view.frame =
                isReversed
                ? CGRect(
                    x: area.maxX - (frame.maxX - area.minX),
                    y: frame.minY,
                    width: frame.width,
                    height: frame.height
                ) : frame
        }
        let accessory =
            accessoryView.map { UINavigationBar.size(of: $0) }
            ?? (accessoryLabel.text == nil ? .zero : CGSize(width: 20, height: 22))
        let right = accessory.width > 0 ? accessory.width + 24 : 0
        place(contentView, CGRect(x: 0, y: 0, width: max(0, bounds.width - right), height: bounds.height), in: bounds)
        accessoryLabel.textColor = accessoryType == .checkmark ? tintColor : .systemGray
        accessoryLabel.isHidden = accessoryView != nil
        place(
            accessoryView ?? accessoryLabel,
            CGRect(
                x: bounds.width - accessory.width - 16,
                y: (bounds.height - accessory.height) / 2,
                width: accessory.width,
                height: accessory.height
            ),
            in: bounds
        )
        let area = contentView.bounds
        var x: CGFloat = 16
        if let image = cellImageView.image {
            let size = CGSize(width: min(image.size.width, 60), height: min(image.size.height, area.height))
            place(
                cellImageView,
                CGRect(x: x, y: (area.height - size.height) / 2, width: size.width, height: size.height),
                in: area
            )
            x += size.width + 16
        } else {
            cellImageView.frame = .zero
        }
        let width = max(0, area.width - x - 8)
        let (first, second) = (
            title.sizeThatFits(CGSize(width: width, height: area.height)),
            detail.sizeThatFits(CGSize(width: width, height: area.height))
        )
        if cellStyle == .subtitle, second.height > 0 {
            let top = (area.height - first.height - second.height) / 2
            place(title, CGRect(x: x, y: top, width: width, height: first.height), in: area)
            place(detail, CGRect(x: x, y: top + first.height, width: width, height: second.height), in: area)
        } else {
            place(
                title,
                CGRect(x: x, y: (area.height - first.height) / 2, width: width - second.width, height: first.height),
                in: area
            )
            place(
                detail,
                CGRect(
                    x: x + width - second.width,
                    y: (area.height - second.height) / 2,
                    width: second.width,
                    height: second.height
                ),
                in: area
            )
        }
    }

    func fittingHeight(_ width: CGFloat) -> CGFloat {
        let limit = CGSize(width: max(1, width - 32), height: .greatestFiniteMagnitude)
        var height = title.sizeThatFits(limit).height + 22
        if cellStyle == .subtitle { height += detail.sizeThatFits(limit).height }
        guard !contentView.heldConstraints.isEmpty else { return height }
        let fitting = contentView.systemLayoutSizeFitting(
            CGSize(width: width, height: 0),
            withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel
        )
        return fitting.height
    }

    // MARK: Touches

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let touch = touches.first, point(inside: touch.location(in: self), with: event) else { return }
        table?.choose(self)
    }

    open override func accessibilityActivate() -> Bool {
        guard let table else { return false }
        table.choose(self)
        return true
    }

    open override var accessibilityLabel: String? {
        get {
            if let own = super.accessibilityLabel { return own }
            let texts = [title.text, detail.text].compactMap { $0 }.filter { !$0.isEmpty }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        }
        set { super.accessibilityLabel = newValue }
    }
}

/// A coder that passes the style and the reuse identifier of a cell to `init(coder:)`.
private final class CellCoder: NSCoder {
    let style: UITableViewCell.CellStyle
    let identifier: String?

    init(_ style: UITableViewCell.CellStyle, _ identifier: String?) {
        self.style = style
        self.identifier = identifier
        super.init()
    }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
}

/// Methods that provide the content of a table. The last three have default implementations.
@preconcurrency
@MainActor
public protocol UITableViewDataSource: NSObjectProtocol {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
}

extension UITableViewDataSource {
    public func numberOfSections(in tableView: UITableView) -> Int { 1 }
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? { nil }
    public func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? { nil }
}
#endif

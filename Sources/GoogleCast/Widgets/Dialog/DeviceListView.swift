// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The list of discovered devices. Each device keeps its row view when the list changes, so that the row keeps the
/// focus of a screen reader.
final class DeviceListView: UIView {
    private let send: @MainActor (Intent) -> Void
    private var controls: [String: DeviceRowControl] = [:]
    private let column = ColumnView(frame: .zero)

    init(_ send: @escaping @MainActor (Intent) -> Void) {
        self.send = send
        super.init(frame: .zero)
        column.spacing = 0
        addSubview(column)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    func show(_ rows: [DeviceRow], _ look: Look, _ localizer: Localizer) {
        let ids = Set(rows.map(\.id))
        controls = controls.filter { ids.contains($0.key) }
        column.rows = rows.map { row in
            let control = controls[row.id] ?? DeviceRowControl { [send] in send(.selectDevice(row.id)) }
            controls[row.id] = control
            control.show(row, look, localizer)
            return control
        }
        superview?.setNeedsLayout()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { column.sizeThatFits(size) }

    override func layoutSubviews() {
        super.layoutSubviews()
        column.frame = bounds
    }
}

/// A device in the device list.
final class DeviceRowControl: PressableControl {
    private let icon = UIImageView(frame: .zero)
    private let name = UILabel(lines: 2)
    private let status = UILabel(lines: 1)
    private let spinner = UIActivityIndicatorView(style: .medium)
    private lazy var texts: ColumnView = {
        let column = ColumnView(frame: .zero)
        column.spacing = 2
        column.rows = [name, status]
        return column
    }()

    init(_ tapped: @escaping @MainActor () -> Void) {
        super.init(frame: .zero)
        for view in [icon, texts, spinner] {
            view.isUserInteractionEnabled = false
            addSubview(view)
        }
        icon.contentMode = .scaleAspectFit
        spinner.hidesWhenStopped = true
        isAccessibilityElement = true
        identify(["cast-dialog-device": self])
        addAction(UIAction { _ in tapped() }, for: .chosen)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    func show(_ row: DeviceRow, _ look: Look, _ localizer: Localizer) {
        icon.image = look.image(row.icon)
        icon.tintColor = look.color(.iconTintColor)
        look.applyStyle(name, .body)
        look.applyStyle(status, .caption)
        name.show(row.label, localizer)
        status.show(row.status, localizer)
        if row.isConnecting { spinner.startAnimating() } else { spinner.stopAnimating() }
        accessibilityLabel = name.text
        accessibilityValue = status.text
        accessibilityTraits = row.isCurrent ? [.button, .selected] : .button
        setNeedsLayout()
    }

    override var isHighlighted: Bool {
        didSet { alpha = isHighlighted ? 0.5 : 1 }
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize {
        let texts = texts.sizeThatFits(CGSize(width: max(0, size.width - 88), height: size.height))
        return CGSize(width: size.width, height: max(56, texts.height + 16))
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let middle = bounds.midY
        icon.frame = mirrored(CGRect(x: 8, y: middle - 12, width: 24, height: 24))
        let width = max(0, bounds.width - 88)
        let height = texts.sizeThatFits(CGSize(width: width, height: bounds.height)).height
        texts.frame = mirrored(CGRect(x: 48, y: middle - height / 2, width: width, height: height))
        spinner.frame = mirrored(CGRect(x: bounds.width - 32, y: middle - 12, width: 24, height: 24))
    }
}

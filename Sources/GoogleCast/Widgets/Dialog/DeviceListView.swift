import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The devices that were found. A row belongs to a device: it stays the same object, with a screen reader's focus, when
/// the list changes around it.
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

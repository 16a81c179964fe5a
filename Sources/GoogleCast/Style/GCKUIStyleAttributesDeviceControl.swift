import CastUI

/// The looks of the cast dialog.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesDeviceControl: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The list of devices.
    open private(set) lazy var deviceChooser = GCKUIStyleAttributesDeviceChooser(sheet, .deviceChooser)

    /// The dialog while it is connected.
    open private(set) lazy var connectionController = GCKUIStyleAttributesConnectionController(sheet, .connection)

    /// The help that is shown when no device is found.
    open private(set) lazy var noDevicesAvailableController = GCKUIStyleAttributesNoDevicesAvailableController(
        sheet,
        .noDevices
    )

    /// A dialog that there is no more: what is set is kept and has no effect.
    @available(*, deprecated, message: "Devices have no guest mode any more; this has no effect.")
    open var guestModePairingDialog: GCKUIStyleAttributesGuestModePairingDialog {
        if let present = unused as? GCKUIStyleAttributesGuestModePairingDialog { return present }
        // A sheet of its own, from which nothing is drawn.
        let attributes = GCKUIStyleAttributesGuestModePairingDialog(StyleSheet(), .deviceControl)
        unused = attributes
        return attributes
    }
    private var unused: GCKUIStyleAttributes?
}

// SPDX-License-Identifier: Apache-2.0

import CastUI

/// The style of all widgets. Its attributes apply wherever nothing else is set.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesCastViews)@objcMembers
#endif
open class GCKUIStyleAttributesCastViews: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The style of the Cast dialog.
    open private(set) lazy var deviceControl = GCKUIStyleAttributesDeviceControl(sheet, .deviceControl)

    /// The style of the media controls.
    open private(set) lazy var mediaControl = GCKUIStyleAttributesMediaControl(sheet, .mediaControl)

    /// The style of the introduction of the Cast button.
    open private(set) lazy var instructions = GCKUIStyleAttributesInstructions(sheet, .instructions)
}

/// The style of the Cast dialog while a session is connected.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesConnectionController)@objcMembers
#endif
open class GCKUIStyleAttributesConnectionController: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The style of the title and the close button.
    open private(set) lazy var navigation = GCKUIStyleAttributesConnectionNavigation(sheet, .connectionNavigation)

    /// The style of the button that stops casting.
    open private(set) lazy var toolbar = GCKUIStyleAttributesConnectionToolbar(sheet, .connectionToolbar)
}

/// The style of the Cast dialog's title and close button.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesConnectionNavigation)@objcMembers
#endif
open class GCKUIStyleAttributesConnectionNavigation: GCKUIStyleAttributes {}

/// The style of the button that stops casting.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesConnectionToolbar)@objcMembers
#endif
open class GCKUIStyleAttributesConnectionToolbar: GCKUIStyleAttributes {}

/// The style of the device list.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesDeviceChooser)@objcMembers
#endif
open class GCKUIStyleAttributesDeviceChooser: GCKUIStyleAttributes {}

/// The style of the Cast dialog.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesDeviceControl)@objcMembers
#endif
open class GCKUIStyleAttributesDeviceControl: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The style of the device list.
    open private(set) lazy var deviceChooser = GCKUIStyleAttributesDeviceChooser(sheet, .deviceChooser)

    /// The style of the dialog while a session is connected.
    open private(set) lazy var connectionController = GCKUIStyleAttributesConnectionController(sheet, .connection)

    /// The style of the help that is shown when no devices are found.
    open private(set) lazy var noDevicesAvailableController = GCKUIStyleAttributesNoDevicesAvailableController(
        sheet,
        .noDevices
    )

    /// The style of a dialog that no longer exists. Setting its attributes has no effect.
    @available(*, deprecated, message: "Guest mode no longer exists. This has no effect.")
    open var guestModePairingDialog: GCKUIStyleAttributesGuestModePairingDialog {
        if let existing = unused as? GCKUIStyleAttributesGuestModePairingDialog { return existing }
        // A separate sheet, which no widget uses.
        let attributes = GCKUIStyleAttributesGuestModePairingDialog(StyleSheet(), .deviceControl)
        unused = attributes
        return attributes
    }
    private var unused: GCKUIStyleAttributes?
}

/// The style of the expanded controller.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesExpandedController)@objcMembers
#endif
open class GCKUIStyleAttributesExpandedController: GCKUIStyleAttributes {}

/// The style of a dialog that no longer exists. Setting its attributes has no effect.
@available(*, deprecated, message: "Guest mode no longer exists. This has no effect.")
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesGuestModePairingDialog)@objcMembers
#endif
open class GCKUIStyleAttributesGuestModePairingDialog: GCKUIStyleAttributes {}

/// The style of the introduction of the Cast button.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesInstructions)@objcMembers
#endif
open class GCKUIStyleAttributesInstructions: GCKUIStyleAttributes {}

/// The style of the media controls.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesMediaControl)@objcMembers
#endif
open class GCKUIStyleAttributesMediaControl: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The style of the expanded controller.
    open private(set) lazy var expandedController = GCKUIStyleAttributesExpandedController(sheet, .expanded)

    /// The style of the mini controller.
    open private(set) lazy var miniController = GCKUIStyleAttributesMiniController(sheet, .mini)

    /// The style of the track selection.
    open private(set) lazy var trackSelector = GCKUIStyleAttributesTrackSelector(sheet, .trackSelector)
}

/// The style of the mini controller.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesMiniController)@objcMembers
#endif
open class GCKUIStyleAttributesMiniController: GCKUIStyleAttributes {}

/// The style of the help that is shown when no devices are found.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesNoDevicesAvailableController)@objcMembers
#endif
open class GCKUIStyleAttributesNoDevicesAvailableController: GCKUIStyleAttributes {}

/// The style of the track selection.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyleAttributesTrackSelector)@objcMembers
#endif
open class GCKUIStyleAttributesTrackSelector: GCKUIStyleAttributes {}

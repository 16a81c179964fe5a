import CastUI

/// The looks of all widgets: what is set here holds wherever nothing else is set.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesCastViews: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The cast dialog.
    open private(set) lazy var deviceControl = GCKUIStyleAttributesDeviceControl(sheet, .deviceControl)

    /// What controls media.
    open private(set) lazy var mediaControl = GCKUIStyleAttributesMediaControl(sheet, .mediaControl)

    /// The introduction to the cast button.
    open private(set) lazy var instructions = GCKUIStyleAttributesInstructions(sheet, .instructions)
}

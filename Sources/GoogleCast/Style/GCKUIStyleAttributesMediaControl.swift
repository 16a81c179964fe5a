import CastUI

/// The looks of what controls media.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesMediaControl: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// The expanded controller.
    open private(set) lazy var expandedController = GCKUIStyleAttributesExpandedController(sheet, .expanded)

    /// The mini controller.
    open private(set) lazy var miniController = GCKUIStyleAttributesMiniController(sheet, .mini)

    /// The track selector.
    open private(set) lazy var trackSelector = GCKUIStyleAttributesTrackSelector(sheet, .trackSelector)
}

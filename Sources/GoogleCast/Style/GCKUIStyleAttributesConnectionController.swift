import CastUI

/// The looks of the cast dialog while it is connected.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesConnectionController: GCKUIStyleAttributes {
    private let sheet: StyleSheet

    override init(_ sheet: StyleSheet, _ node: StyleNode) {
        self.sheet = sheet
        super.init(sheet, node)
    }

    /// Its title and the button that closes it.
    open private(set) lazy var navigation = GCKUIStyleAttributesConnectionNavigation(sheet, .connectionNavigation)

    /// The button that stops casting.
    open private(set) lazy var toolbar = GCKUIStyleAttributesConnectionToolbar(sheet, .connectionToolbar)
}

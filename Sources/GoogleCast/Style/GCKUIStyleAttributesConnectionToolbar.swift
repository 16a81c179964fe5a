/// The looks of the button that stops casting.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesConnectionToolbar: GCKUIStyleAttributes {}

/// The looks of the cast dialog's title and of the button that closes it.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesConnectionNavigation: GCKUIStyleAttributes {}

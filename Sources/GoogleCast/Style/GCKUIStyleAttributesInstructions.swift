/// The looks of the introduction to the cast button.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesInstructions: GCKUIStyleAttributes {}

/// The looks of the mini controller.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesMiniController: GCKUIStyleAttributes {}

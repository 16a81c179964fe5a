/// The looks of the expanded controller.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesExpandedController: GCKUIStyleAttributes {}

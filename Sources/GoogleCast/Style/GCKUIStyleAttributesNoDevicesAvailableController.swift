/// The looks of the help that is shown when no device is found.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesNoDevicesAvailableController: GCKUIStyleAttributes {}

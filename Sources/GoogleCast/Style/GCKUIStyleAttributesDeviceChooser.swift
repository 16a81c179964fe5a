/// The looks of the list of devices.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesDeviceChooser: GCKUIStyleAttributes {}

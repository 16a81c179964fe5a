/// The looks of a dialog that there is no more: what is set is kept and has no effect.
@available(*, deprecated, message: "Devices have no guest mode any more; this has no effect.")
@preconcurrency
@MainActor
open class GCKUIStyleAttributesGuestModePairingDialog: GCKUIStyleAttributes {}

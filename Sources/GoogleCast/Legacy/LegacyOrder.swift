/// What a request of a ``GCKDeviceManager`` is about: that decides which callback tells of its failure.
enum LegacyOrder {
    /// Launching or joining.
    case application
    case stop
    case other
}

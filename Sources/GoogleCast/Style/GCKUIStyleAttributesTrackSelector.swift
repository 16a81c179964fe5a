/// The looks of the track selector.
@preconcurrency
@MainActor
open class GCKUIStyleAttributesTrackSelector: GCKUIStyleAttributes {}

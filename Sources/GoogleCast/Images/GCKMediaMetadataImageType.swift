/// What a picture of some media is for.
public enum GCKMediaMetadataImageType: Int, CaseIterable, Sendable {
    /// An app's own view.
    case custom = 0
    /// The Cast dialog.
    case castDialog = 1
    /// The mini controller.
    case miniController = 2
    /// The background of the expanded controller.
    case background = 3
}

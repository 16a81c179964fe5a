/// What a picture of metadata is for.
public enum GCKMediaMetadataImageType: Int, Sendable {
    /// A view of the app's own.
    case custom = 0
    /// The cast dialog.
    case castDialog = 1
    /// The mini controller.
    case miniController = 2
    /// Behind the expanded controller.
    case background = 3
}

public import Foundation

/// Picks one of the pictures that some media have.
@preconcurrency
@MainActor
public protocol GCKUIImagePicker: NSObjectProtocol {
    /// The picture for a use; nil when none is right.
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage?
}

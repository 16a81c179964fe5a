public import Foundation

/// Chooses a picture from metadata that has several.
@preconcurrency
@MainActor
public protocol GCKUIImagePicker: NSObjectProtocol {
    /// - Returns: nil when none of them is fit.
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage?
}

/// Takes the first picture, whatever it is for.
final class FirstImagePicker: NSObject, GCKUIImagePicker {
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? {
        metadata.images().lazy.compactMap { $0 as? GCKImage }.first
    }
}

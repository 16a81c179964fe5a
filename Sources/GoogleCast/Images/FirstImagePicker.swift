import Foundation

/// Picks the first picture, whatever it is for: what is installed as long as an app installs nothing else.
@MainActor
final class FirstImagePicker: NSObject, GCKUIImagePicker {
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? {
        metadata.images().lazy.compactMap { $0 as? GCKImage }.first
    }
}

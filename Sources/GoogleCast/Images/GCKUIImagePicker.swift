// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Picks one of the images of a media item.
#if canImport(ObjectiveC)
@objc(GCKUIImagePicker)
#endif
@preconcurrency
@MainActor
public protocol GCKUIImagePicker: NSObjectProtocol {
    /// Returns the image for a purpose, or nil if no image is suitable.
    #if canImport(ObjectiveC)
    @objc(getImageWithHints:fromMetadata:)
    #endif
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage?
}

/// The default image picker, which picks the first image for every use.
@MainActor
final class FirstImagePicker: NSObject, GCKUIImagePicker {
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? {
        metadata.images().lazy.compactMap { $0 as? GCKImage }.first
    }
}

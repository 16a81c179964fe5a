import GoogleCast

/// Selects the widest image for every purpose.
class WidestImagePicker: NSObject, GCKUIImagePicker {
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? {
        var widest: GCKImage?
        for case let image as GCKImage in metadata.images() where image.width > (widest?.width ?? 0) {
            widest = image
        }
        return widest
    }
}

/// Has images in memory only.
class MemoryImageCache: NSObject, GCKUIImageCache {
    var images: [URL: UIImage] = [:]

    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
        completion(images[imageURL])
    }
}

@MainActor
func install() {
    let context = GCKCastContext.sharedInstance()
    context.imagePicker = WidestImagePicker()
    context.imageCache = MemoryImageCache()
}

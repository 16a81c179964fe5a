/// Where a context's widgets get their pictures.
@MainActor
final class ContextImages {
    let standardPicker = FirstImagePicker()
    private(set) lazy var standardCache = makeStandardCache()
    private let makeStandardCache: @MainActor () -> any GCKUIImageCache
    lazy var picker: any GCKUIImagePicker = standardPicker
    lazy var cache: any GCKUIImageCache = standardCache

    init(_ makeStandardCache: @escaping @MainActor () -> any GCKUIImageCache = { FileImageCache() }) {
        self.makeStandardCache = makeStandardCache
    }
}

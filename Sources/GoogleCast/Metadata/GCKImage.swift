// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// An image, identified by its URL.
#if canImport(ObjectiveC)
@objc(GCKImage)
@objcMembers
#endif
open class GCKImage: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        var url: URL
        var width: Int
        var height: Int

        var model: GCKImage { GCKImage(content: self) }
    }

    let content: Content

    /// The URL of the image.
    #if canImport(ObjectiveC)
    @objc(URL)
    #endif
    open var url: URL { content.url }

    /// The width in pixels. 0 if unknown.
    open var width: Int { content.width }

    /// The height in pixels. 0 if unknown.
    open var height: Int { content.height }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content(url: .empty, width: 0, height: 0)) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates an image. The program stops if an argument is invalid, where the original framework raises
    /// `NSInvalidArgumentException`.
    ///
    /// - Parameters:
    ///   - url: The URL. Must not be empty.
    ///   - width: The width in pixels, or 0 if unknown. Must not be negative.
    ///   - height: The height in pixels, or 0 if unknown. Must not be negative.
    #if canImport(ObjectiveC)
    @objc(initWithURL:width:height:)
    #endif
    public init(url: URL, width: Int, height: Int) {
        guard !url.absoluteString.isEmpty else { raise("NSInvalidArgumentException", "an image requires a URL") }
        guard width >= 0, height >= 0 else {
            raise("NSInvalidArgumentException", "the size of an image must not be negative: \(width) × \(height)")
        }
        content = Content(url: url, width: width, height: height)
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

extension GCKImage.Content: WireContent {
    /// Returns nil if the image has no valid URL. A negative size is treated as unknown.
    init?(_ wire: MediaImage) {
        guard let url = wire.fields.address("url") else { return nil }
        self.url = url
        width = max(0, wire.fields.integer("width") ?? 0)
        height = max(0, wire.fields.integer("height") ?? 0)
    }

    func wire() throws(GCKError) -> MediaImage {
        MediaImage(url: url.absoluteString, width: width == 0 ? nil : width, height: height == 0 ? nil : height)
    }
}

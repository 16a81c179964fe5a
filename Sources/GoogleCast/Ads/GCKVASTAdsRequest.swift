public import Foundation

/// Where advertisements come from: a VAST or VMAP document, or its address.
open class GCKVASTAdsRequest: NSObject, NSCopying, NSSecureCoding, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        var adTagUrl: URL?
        var adsResponse: String?

        var model: GCKVASTAdsRequest { GCKVASTAdsRequest(content: self) }
    }

    let content: Content

    /// The document's address.
    open var adTagUrl: URL? { content.adTagUrl }

    /// The document itself, which counts where both are given.
    open var adsResponse: String? { content.adsResponse }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// A request with a document or its address.
    ///
    /// - Returns: Nil without either.
    public init?(adTagURL: URL?, adsResponse: String?) {
        guard adTagURL != nil || adsResponse != nil else { return nil }
        content = Content(adTagUrl: adTagURL, adsResponse: adsResponse)
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}

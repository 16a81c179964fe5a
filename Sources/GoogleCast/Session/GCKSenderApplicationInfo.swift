public import Foundation

/// The app of this kind of sender that belongs to a receiver's application.
open class GCKSenderApplicationInfo: NSObject, NSCopying, ContentModel, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: all it holds is one constant, and that type is checked.

    struct Content: ModelContent, Sendable {
        @Numbered var platform: GCKSenderApplicationInfoPlatform = .platformiOS
        var appIdentifier: String?
        var launchURL: URL?

        var model: GCKSenderApplicationInfo { GCKSenderApplicationInfo(content: self) }
    }

    let content: Content

    /// Where it runs.
    open var platform: GCKSenderApplicationInfoPlatform { content.platform }

    /// Its name in the platform's store.
    open var appIdentifier: String? { content.appIdentifier }

    /// The address that opens it.
    open var launchURL: URL? { content.launchURL }

    init(content: Content) {
        self.content = content
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

}

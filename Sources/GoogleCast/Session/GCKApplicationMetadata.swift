public import Foundation

/// The application that runs on a receiver.
open class GCKApplicationMetadata: NSObject, NSCopying, ContentModel {
    struct Content: ModelContent {
        var applicationID: String = ""
        var applicationName: String = ""
        @NestedList var images: [GCKImage]? = nil
        var iconURL: URL?
        var namespaces: [String]?
        @Nested var senderApplicationInfo: GCKSenderApplicationInfo? = nil

        var model: GCKApplicationMetadata { GCKApplicationMetadata(content: self) }
    }

    let content: Content

    /// Its id.
    open var applicationID: String { content.applicationID }

    /// Its name, for people.
    open var applicationName: String { content.applicationName }

    /// Its pictures.
    @available(*, deprecated, message: "Use iconURL.")
    open var images: [GCKImage]? { content.images }

    /// Its icon.
    open var iconURL: URL? { content.iconURL }

    /// The namespaces it speaks.
    open var namespaces: [String]? { content.namespaces }

    /// The app that belongs to it.
    open var senderApplicationInfo: GCKSenderApplicationInfo? { content.senderApplicationInfo }

    init(content: Content) {
        self.content = content
        super.init()
    }
    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The name in the platform's store of the app that belongs to it.
    open func senderAppIdentifier() -> String? { senderApplicationInfo?.appIdentifier }

    /// The address that opens the app that belongs to it.
    open func senderAppLaunchURL() -> URL? { senderApplicationInfo?.launchURL }

}

public import Foundation

/// What an app tells another in a link, so that it joins the session on a device.
///
/// The original's form of such links is not public; these can be read by apps built on this module alone.
open class GCKOpenURLOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var deviceUniqueID: String?
        var deviceFriendlyName: String?
        var sessionID: String?

        var model: GCKOpenURLOptions { GCKOpenURLOptions(content: self) }
    }

    var content: Content

    /// The name of the link's query item.
    private static let queryName = "gckOpenURLOptions"

    /// The device to go to; without it no session can be started.
    open var deviceUniqueID: String? {
        get { content.deviceUniqueID }
        set { content.deviceUniqueID = newValue }
    }

    /// The device's name, for people.
    open var deviceFriendlyName: String? {
        get { content.deviceFriendlyName }
        set { content.deviceFriendlyName = newValue }
    }

    /// The session to join; nil joins whatever runs, or starts anew.
    open var sessionID: String? {
        get { content.sessionID }
        set { content.sessionID = newValue }
    }

    /// The options in a link.
    ///
    /// - Returns: Nil for a link without them.
    public init?(from url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        guard
            let value = items.first(where: { $0.name == Self.queryName })?.value,
            let data = Data(base64URL: value),
            let content = try? JSONDecoder().decode(Content.self, from: data)
        else { return nil }
        self.content = content
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// The options as a part of a link's query.
    open func asURLQueryItem() -> URLQueryItem {
        URLQueryItem(name: Self.queryName, value: (try? JSONEncoder().encode(content))?.base64URL)
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// An independent object.
    open func copy(with zone: NSZone? = nil) -> Any { GCKOpenURLOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

extension Data {
    /// Base 64 in the alphabet for addresses, without padding.
    fileprivate var base64URL: String {
        base64EncodedString()
            .replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    fileprivate init?(base64URL text: String) {
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        self.init(
            base64Encoded: text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
                + padding
        )
    }
}

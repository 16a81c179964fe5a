// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Options for launching a receiver application.
#if canImport(ObjectiveC)
@objc(GCKLaunchOptions)
@objcMembers
#endif
open class GCKLaunchOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var languageCode: String? = Content.deviceLanguage
        var relaunchIfRunning: Bool = false
        var androidReceiverCompatible: Bool = false

        /// The preferred language of this device.
        static var deviceLanguage: String? {
            Locale.preferredLanguages.first ?? Locale.current.identifier(.bcp47).nonEmpty
        }

        var model: GCKLaunchOptions { GCKLaunchOptions(content: self) }
    }

    var content: Content

    /// The language of the application, as an RFC 5646 language tag. Nil leaves it to the receiver. Default: the
    /// language of this device.
    open var languageCode: String? {
        get { content.languageCode }
        set { content.languageCode = newValue }
    }

    /// Whether a running application is stopped and launched again. Default false: it is joined.
    open var relaunchIfRunning: Bool {
        get { content.relaunchIfRunning }
        set { content.relaunchIfRunning = newValue }
    }

    /// Whether the Android TV version of the application may be launched. Default false.
    open var androidReceiverCompatible: Bool {
        get { content.androidReceiverCompatible }
        set { content.androidReceiverCompatible = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Creates options with default values.
    public override init() {
        content = Content()
        super.init()
    }

    /// Creates options with the language of this device.
    public init(relaunchIfRunning: Bool) {
        content = Content(relaunchIfRunning: relaunchIfRunning)
        super.init()
    }

    /// Creates options that don't launch Android TV applications.
    public init(languageCode: String?, relaunchIfRunning: Bool) {
        content = Content(languageCode: languageCode, relaunchIfRunning: relaunchIfRunning)
        super.init()
    }

    /// Creates options with the language of this device.
    public init(relaunchIfRunning: Bool, androidReceiverCompatible: Bool) {
        content = Content(
            relaunchIfRunning: relaunchIfRunning,
            androidReceiverCompatible: androidReceiverCompatible
        )
        super.init()
    }

    /// Creates options with all properties.
    public init(relaunchIfRunning: Bool, languageCode: String?, androidReceiverCompatible: Bool) {
        content = Content(
            languageCode: languageCode,
            relaunchIfRunning: relaunchIfRunning,
            androidReceiverCompatible: androidReceiverCompatible
        )
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { GCKLaunchOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }
}

/// The credentials that are sent with a launch request. They may affect which application the device launches.
#if canImport(ObjectiveC)
@objc(GCKCredentialsData)
@objcMembers
#endif
open class GCKCredentialsData: NSObject, @unchecked Sendable {
    // Unchecked because the class isn't final. Its stored properties are two string constants.
    private let text: String?
    private let type: String?

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(credentials: nil) }

    /// Creates credentials of type `ios`, on every platform, because receivers expect this type from this API.
    public convenience init(credentials: String?) {
        self.init(credentials: credentials, credentialsType: "ios")
    }

    /// Creates credentials of any type.
    public init(credentials: String?, credentialsType: String?) {
        text = credentials
        type = credentialsType
        super.init()
    }

    /// Returns the credentials, in an application-specific form.
    open func credentials() -> String? { text }

    /// Returns the type of the credentials.
    open func credentialsType() -> String? { type }
}

/// The parameters of a URL with which one app lets another join its session.
///
/// The URL format of the original framework isn't public, so these URLs can only be read by apps that use this module.
#if canImport(ObjectiveC)
@objc(GCKOpenURLOptions)
@objcMembers
#endif
open class GCKOpenURLOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var deviceUniqueID: String?
        var deviceFriendlyName: String?
        var sessionID: String?

        var model: GCKOpenURLOptions { GCKOpenURLOptions(content: self) }
    }

    var content: Content

    /// The name of the URL's query item.
    private static let queryName = "gckOpenURLOptions"

    /// The unique ID of the device. Required for starting a session.
    open var deviceUniqueID: String? {
        get { content.deviceUniqueID }
        set { content.deviceUniqueID = newValue }
    }

    /// The name of the device.
    open var deviceFriendlyName: String? {
        get { content.deviceFriendlyName }
        set { content.deviceFriendlyName = newValue }
    }

    /// The ID of the session to join. If nil, the running application is joined, or the application is launched.
    open var sessionID: String? {
        get { content.sessionID }
        set { content.sessionID = newValue }
    }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    /// Creates options from a URL.
    ///
    /// - Returns: Nil if the URL contains no options.
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

    /// Returns the options as a query item of a URL.
    open func asURLQueryItem() -> URLQueryItem {
        URLQueryItem(name: Self.queryName, value: (try? JSONEncoder().encode(content))?.base64URL)
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns an independent copy.
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
    /// The data in the URL-safe Base64 alphabet, without padding.
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

public import Foundation

/// How a receiver's application is started.
open class GCKLaunchOptions: NSObject, NSCopying, NSSecureCoding, ContentModel {
    struct Content: ModelContent {
        var languageCode: String? = Content.deviceLanguage
        var relaunchIfRunning: Bool = false
        var androidReceiverCompatible: Bool = false

        /// The language that this device prefers.
        static var deviceLanguage: String? {
            Locale.preferredLanguages.first ?? Locale.current.identifier(.bcp47).nonEmpty
        }

        var model: GCKLaunchOptions { GCKLaunchOptions(content: self) }
    }

    var content: Content

    /// The language of its texts (RFC 5646); nil leaves it to the device. Default: this device's.
    open var languageCode: String? {
        get { content.languageCode }
        set { content.languageCode = newValue }
    }

    /// Whether it is stopped first when it already runs. Default false: it is joined.
    open var relaunchIfRunning: Bool {
        get { content.relaunchIfRunning }
        set { content.relaunchIfRunning = newValue }
    }

    /// Whether its form for Android TV may be started. Default false.
    open var androidReceiverCompatible: Bool {
        get { content.androidReceiverCompatible }
        set { content.androidReceiverCompatible = newValue }
    }

    init(content: Content) {
        self.content = content
        super.init()
    }

    /// Options with their defaults.
    public override init() {
        content = Content()
        super.init()
    }

    /// Options with this device's language.
    public init(relaunchIfRunning: Bool) {
        content = Content(relaunchIfRunning: relaunchIfRunning)
        super.init()
    }

    /// Options that start no application for Android TV.
    public init(languageCode: String?, relaunchIfRunning: Bool) {
        content = Content(languageCode: languageCode, relaunchIfRunning: relaunchIfRunning)
        super.init()
    }

    /// Options with this device's language.
    public init(relaunchIfRunning: Bool, androidReceiverCompatible: Bool) {
        content = Content(
            relaunchIfRunning: relaunchIfRunning,
            androidReceiverCompatible: androidReceiverCompatible
        )
        super.init()
    }

    /// Options with all their properties.
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

    /// An independent object.
    open func copy(with zone: NSZone? = nil) -> Any { GCKLaunchOptions(content: content) }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) { content.encode(with: coder) }

    public required init?(coder: NSCoder) {
        guard let content = Content(coder: coder) else { return nil }
        self.content = content
        super.init()
    }

}

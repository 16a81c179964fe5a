// SPDX-License-Identifier: Apache-2.0

import CastWire
public import Foundation

/// Information about the application that is running on a receiver.
#if canImport(ObjectiveC)
@objc(GCKApplicationMetadata)
@objcMembers
#endif
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

    /// The ID of the application.
    open var applicationID: String { content.applicationID }

    /// The name to display.
    open var applicationName: String { content.applicationName }

    /// The images of the application.
    @available(*, deprecated, message: "Use iconURL.")
    open var images: [GCKImage]? { content.images }

    /// The URL of the application's icon.
    open var iconURL: URL? { content.iconURL }

    /// The namespaces that the application supports.
    open var namespaces: [String]? { content.namespaces }

    /// The sender app of the application.
    open var senderApplicationInfo: GCKSenderApplicationInfo? { content.senderApplicationInfo }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the identifier of the sender app in the platform's store.
    open func senderAppIdentifier() -> String? { senderApplicationInfo?.appIdentifier }

    /// Returns the URL that opens the sender app.
    open func senderAppLaunchURL() -> URL? { senderApplicationInfo?.launchURL }
}

/// Information about the sender app of a receiver application.
#if canImport(ObjectiveC)
@objc(GCKSenderApplicationInfo)
@objcMembers
#endif
open class GCKSenderApplicationInfo: NSObject, NSCopying, ContentModel, @unchecked Sendable {
    // Unchecked because the class isn't final. Its only stored property is a `Sendable` constant.

    struct Content: ModelContent, Sendable {
        @Numbered var platform: GCKSenderApplicationInfoPlatform = .platformiOS
        var appIdentifier: String?
        var launchURL: URL?

        var model: GCKSenderApplicationInfo { GCKSenderApplicationInfo(content: self) }
    }

    let content: Content

    /// The platform of the app.
    open var platform: GCKSenderApplicationInfoPlatform { content.platform }

    /// The identifier of the app in the platform's store.
    open var appIdentifier: String? { content.appIdentifier }

    /// The URL that opens the app.
    open var launchURL: URL? { content.launchURL }

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(content: Content()) }

    init(content: Content) {
        self.content = content
        super.init()
    }

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    open override var hash: Int { content.hashValue }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The platform of a sender app.
#if canImport(ObjectiveC)
@objc(GCKSenderApplicationInfoPlatform)
#endif
public enum GCKSenderApplicationInfoPlatform: Int, CaseIterable, Sendable {
    #if canImport(ObjectiveC)
    @objc(GCKSenderApplicationInfoPlatformAndroid)
    #endif
    case platformAndroid = 1
    #if canImport(ObjectiveC)
    @objc(GCKSenderApplicationInfoPlatformiOS)
    #endif
    case platformiOS = 2
    #if canImport(ObjectiveC)
    @objc(GCKSenderApplicationInfoPlatformChrome)
    #endif
    case platformChrome = 3
    #if canImport(ObjectiveC)
    @objc(GCKSenderApplicationInfoPlatformOSX)
    #endif
    case platformOSX = 4
}

extension GCKApplicationMetadata {
    /// Creates metadata from the application in a receiver status.
    convenience init(_ application: ApplicationStatus) {
        let fields = application.fields
        let images = fields.models("appImages", as: GCKImage.Content.self)
        self.init(
            content: Content(
                applicationID: fields.text("appId") ?? "",
                applicationName: fields.text("displayName") ?? "",
                images: images,
                iconURL: fields.address("iconUrl") ?? images?.first?.url,
                // Early receivers list namespaces as plain strings.
                namespaces: fields["namespaces"] == nil ? nil : application.namespaces.map(\.rawValue),
                senderApplicationInfo: GCKSenderApplicationInfo.iOSApp(in: fields["senderApps"]?.arrayValue)
            )
        )
    }
}

extension GCKSenderApplicationInfo {
    /// Returns the iOS app among the sender apps of an application.
    fileprivate static func iOSApp(in apps: [JSONValue]?) -> GCKSenderApplicationInfo? {
        let content = (apps ?? []).lazy.compactMap { app -> Content? in
            guard let fields = app.objectValue, platform(of: fields) == .platformiOS else { return nil }
            return Content(
                platform: .platformiOS,
                appIdentifier: fields.text("app_identifier"),
                launchURL: fields.address("launch_url")
            )
        }
        return content.first?.model
    }

    private static func platform(of fields: JSONObject) -> GCKSenderApplicationInfoPlatform? {
        if let number = fields.integer("platform") { return GCKSenderApplicationInfoPlatform(rawValue: number) }
        return switch fields.text("platform")?.uppercased() {
        case "ANDROID": .platformAndroid
        case "IOS": .platformiOS
        case "CHROME": .platformChrome
        case "OSX": .platformOSX
        default: nil
        }
    }
}

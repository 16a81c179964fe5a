import CastWire
import Foundation

extension GCKApplicationMetadata {
    /// The application of a receiver's status.
    convenience init(_ application: Application) {
        let fields = application.fields
        let images = fields.models("appImages", as: GCKImage.Content.self)
        self.init(
            content: Content(
                applicationID: fields.text("appId") ?? "",
                applicationName: fields.text("displayName") ?? "",
                images: images,
                iconURL: fields.address("iconUrl") ?? images?.first?.url,
                // Old receivers list plain strings.
                namespaces: fields["namespaces"] == nil ? nil : application.namespaces.map(\.rawValue),
                senderApplicationInfo: GCKSenderApplicationInfo.own(in: fields["senderApps"]?.arrayValue)
            )
        )
    }
}

extension GCKSenderApplicationInfo {
    /// The app for this kind of sender, among those that belong to an application.
    fileprivate static func own(in apps: [JSONValue]?) -> GCKSenderApplicationInfo? {
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

import CastSender
import CastWire
public import Foundation

/// Which devices a ``GCKDeviceScanner`` lists; one made by `init()` lists all.
@available(*, deprecated, message: "use GCKDiscoveryCriteria with a GCKCastContext")
open class GCKFilterCriteria: NSObject, NSCopying, NSSecureCoding {
    private let appID: String?
    private let namespaces: [String]

    private init(appID: String?, namespaces: [String]) {
        self.appID = appID
        self.namespaces = namespaces
        super.init()
    }

    /// Every device.
    public convenience override init() {
        self.init(appID: nil, namespaces: [])
    }

    /// Devices that can launch an application; it need not run.
    public convenience init(forAvailableApplicationWithID applicationID: String) {
        self.init(appID: applicationID, namespaces: [])
    }

    /// Devices whose running application speaks all of these namespaces.
    public convenience init(forRunningApplicationWithSupportedNamespaces namespaces: [String]) {
        self.init(appID: nil, namespaces: namespaces)
    }

    /// Devices whose running application speaks all of these namespaces; the id counts for nothing.
    @available(*, deprecated, message: "use init(forRunningApplicationWithSupportedNamespaces:)")
    public convenience init(forRunningApplicationWithID applicationID: String, supportedNamespaces: [String]) {
        self.init(appID: nil, namespaces: supportedNamespaces)
    }

    /// The same for the engine. An id without a character restricts nothing.
    var engineCriteria: DiscoveryCriteria {
        DiscoveryCriteria(
            appIDs: Set([appID].compactMap(\.self).filter { !$0.isEmpty }),
            namespaces: Set(namespaces.map { CastNamespace(rawValue: $0) })
        )
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GCKFilterCriteria else { return false }
        return other.appID == appID && Set(other.namespaces) == Set(namespaces)
    }

    open override var hash: Int { Set(namespaces).hashValue ^ appID.hashValue }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        appID = coder.decodeObject(of: NSString.self, forKey: "applicationID") as String?
        let list = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "namespaces") as? [String]
        guard let list else { return nil }
        namespaces = list
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(appID as NSString?, forKey: "applicationID")
        coder.encode(namespaces as NSArray, forKey: "namespaces")
    }
}

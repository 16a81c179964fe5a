// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// The criteria that a device must meet to be listed. Immutable. Two objects are equal if their applications and
/// namespaces are equal.
#if canImport(ObjectiveC)
@objc(GCKDiscoveryCriteria)
@objcMembers
#endif
open class GCKDiscoveryCriteria: NSObject, NSCopying, NSSecureCoding {
    /// The application IDs, of which a device must support at least one. Nil if applications don't matter.
    open private(set) var applicationIDs: NSOrderedSet?
    /// The namespaces that the running application must support, all of them. Nil if namespaces don't matter.
    open private(set) var namespaces: Set<String>?

    /// Creates criteria that all devices meet.
    public override init() { super.init() }

    /// Creates criteria for devices that can run an application.
    public init(applicationID: String) {
        applicationIDs = NSOrderedSet(object: applicationID as NSString)
        super.init()
    }

    /// Creates criteria for devices whose running application supports all of these namespaces.
    public init(namespaces: Set<String>) {
        self.namespaces = namespaces
        super.init()
    }

    /// Whether ``applicationIDs`` contains any IDs.
    open var hasApplicationIDs: Bool { !ids.isEmpty }

    /// Whether ``namespaces`` contains any namespaces.
    open var hasNamespaces: Bool { namespaces?.isEmpty == false }

    /// The criteria as DNS-SD subtypes of `_googlecast._tcp`.
    open var allSubtypes: Set<String> {
        let applications = ids.map { DeviceSubtype.application($0).label }
        let namespaces = (namespaces ?? []).map { DeviceSubtype.namespace(CastNamespace(rawValue: $0)).label }
        return Set(applications + namespaces)
    }

    /// The application IDs as strings, in order.
    var ids: [String] { applicationIDs?.array.compactMap { $0 as? String } ?? [] }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GCKDiscoveryCriteria else { return false }
        return Set(other.ids) == Set(ids) && other.namespaces == namespaces
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(Set(ids))
        hasher.combine(namespaces)
        return hasher.finalize()
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        let classes: [AnyClass] = [NSArray.self, NSString.self]
        let ids = coder.decodeIfPresent(of: classes, forKey: "applicationIDs") as? [String]
        applicationIDs = ids.map { NSOrderedSet(array: $0.map { $0 as NSString }) }
        namespaces = (coder.decodeIfPresent(of: classes, forKey: "namespaces") as? [String]).map(Set.init)
        super.init()
    }

    public func encode(with coder: NSCoder) {
        if applicationIDs != nil { coder.encode(ids.map { $0 as NSString } as NSArray, forKey: "applicationIDs") }
        if let namespaces {
            coder.encode(namespaces.sorted().map { $0 as NSString } as NSArray, forKey: "namespaces")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// An object whose properties can be set for all instances of its class.
@preconcurrency
@MainActor
public protocol UIAppearance: NSObjectProtocol {
    static func appearance() -> Self
}

/// A coder that marks the object that ``UIAppearance/appearance()`` creates with `init(coder:)`.
final class AppearanceCoder: NSCoder {
    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
}

/// The appearance settings of a class of views.
@MainActor
final class AppearanceRecord {
    private static var records: [ObjectIdentifier: AppearanceRecord] = [:]
    private static var proxies: [ObjectIdentifier: UIView] = [:]

    /// The settings by property name, so that a later setting replaces an earlier one.
    private(set) var settings: [String: (UIView) -> Void] = [:]

    func set(_ key: String, _ apply: @escaping (UIView) -> Void) { settings[key] = apply }

    static func record(of type: UIView.Type) -> AppearanceRecord {
        if let record = records[ObjectIdentifier(type)] { return record }
        let record = AppearanceRecord()
        records[ObjectIdentifier(type)] = record
        return record
    }

    static func existing(of type: UIView.Type) -> AppearanceRecord? { records[ObjectIdentifier(type)] }

    static func proxy(of type: UIView.Type) -> UIView? { proxies[ObjectIdentifier(type)] }

    static func store(_ proxy: UIView, of type: UIView.Type) { proxies[ObjectIdentifier(type)] = proxy }

    static var isAnySet: Bool { !records.isEmpty }

    static func forgetAll() { records = [:] }
}

extension UIView {
    /// Returns the appearance proxy for this class and its subclasses.
    ///
    /// A view takes the settings of the proxy when it moves to a window, except for properties that were set on the
    /// view itself. UIKit records every call. Without the Objective-C runtime, only these properties are recorded:
    /// `tintColor`, `backgroundColor` and the colors of sliders, switches and progress views.
    ///
    /// Traps if `init(coder:)` of the class returns `nil`.
    public class func appearance() -> Self {
        if let proxy = AppearanceRecord.proxy(of: self) as? Self { return proxy }
        guard let proxy = self.init(coder: AppearanceCoder()) else {
            preconditionFailure("\(self) has no appearance because its init(coder:) returns nil")
        }
        proxy.isAppearanceProxy = true
        AppearanceRecord.store(proxy, of: self)
        return proxy
    }

    /// Removes the appearance settings of all classes.
    package static func resetAppearances() { AppearanceRecord.forgetAll() }

    /// Records the setting of a property that supports appearance. Called by the `didSet` of these properties.
    func appearanceDidSet<View: UIView>(_ property: String, _ apply: @escaping (View) -> Void) {
        guard isAppearanceProxy else {
            ownAppearance.insert(property)
            return
        }
        AppearanceRecord.record(of: type(of: self)).set(property) { view in
            guard let view = view as? View, !view.ownAppearance.contains(property) else { return }
            apply(view)
            // The setter marked the property as set on the view itself.
            view.ownAppearance.remove(property)
        }
    }

    /// Applies the appearance settings of the classes of this view. Properties set on the view itself are kept.
    func applyAppearance() {
        guard AppearanceRecord.isAnySet else { return }
        var types: [UIView.Type] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let present = mirror, let type = present.subjectType as? UIView.Type {
            types.append(type)
            mirror = present.superclassMirror
        }
        // The settings of the most derived class are applied last and take precedence.
        for type in types.reversed() {
            for apply in AppearanceRecord.existing(of: type)?.settings.values ?? [:].values { apply(self) }
        }
    }
}
#endif

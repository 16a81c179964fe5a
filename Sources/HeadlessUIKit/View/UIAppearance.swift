#if !canImport(UIKit)
public import Foundation

/// What can be set for all objects of a class at once.
@preconcurrency
@MainActor
public protocol UIAppearance: NSObjectProtocol {
    static func appearance() -> Self
}

/// Marks an object that ``UIAppearance/appearance()`` makes, by the one initializer that every view has.
final class AppearanceCoder: NSCoder {
    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { false }
    override func decodeObject(forKey key: String) -> Any? { nil }
    override func decodeBool(forKey key: String) -> Bool { false }
    override func decodeInteger(forKey key: String) -> Int { 0 }
    override func decodeDouble(forKey key: String) -> Double { 0 }
}

/// What was set for all views of a class.
@MainActor
final class AppearanceRecord {
    private static var records: [ObjectIdentifier: AppearanceRecord] = [:]
    private static var proxies: [ObjectIdentifier: UIView] = [:]

    /// By the name of the property, so that the later of two settings counts.
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

    static func keep(_ proxy: UIView, of type: UIView.Type) { proxies[ObjectIdentifier(type)] = proxy }

    static var isAnySet: Bool { !records.isEmpty }

    static func forgetAll() { records = [:] }
}

extension UIView {
    /// An object that stands for all views of this class and its subclasses: what is set on it, they get when they
    /// come into a window, unless it was set on themselves.
    ///
    /// UIKit records every call; without Objective-C only the properties for which it is written down are recorded:
    /// `tintColor`, `backgroundColor` and the colours of sliders, switches and progress views.
    public class func appearance() -> Self {
        if let proxy = AppearanceRecord.proxy(of: self) as? Self { return proxy }
        guard let proxy = self.init(coder: AppearanceCoder()) else {
            preconditionFailure("\(self) has no appearance, since its init(coder:) makes no object")
        }
        proxy.isAppearanceProxy = true
        AppearanceRecord.keep(proxy, of: self)
        return proxy
    }

    /// Forgets what was set for all views of any class.
    package static func resetAppearances() { AppearanceRecord.forgetAll() }

    /// To be called when a property with an appearance was set.
    func appearanceDidSet<View: UIView>(_ property: String, _ apply: @escaping (View) -> Void) {
        guard isAppearanceProxy else {
            ownAppearance.insert(property)
            return
        }
        AppearanceRecord.record(of: type(of: self)).set(property) { view in
            guard let view = view as? View, !view.ownAppearance.contains(property) else { return }
            apply(view)
            // What the class says is not the view's own.
            view.ownAppearance.remove(property)
        }
    }

    /// Takes what was set for the classes of this view, where it has not been set on the view itself.
    func takeAppearance() {
        guard AppearanceRecord.isAnySet else { return }
        var types: [UIView.Type] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let present = mirror, let type = present.subjectType as? UIView.Type {
            types.append(type)
            mirror = present.superclassMirror
        }
        // The most special class has the last word.
        for type in types.reversed() {
            for apply in AppearanceRecord.existing(of: type)?.settings.values ?? [:].values { apply(self) }
        }
    }
}
#endif

public import Foundation

/// What stands in the domain of every ``GCKError``.
public let kGCKErrorDomain: String = "com.google.GCKError"
/// The key of what the receiver's application added to the error.
public let kGCKErrorCustomDataKey: String = "kGCKErrorCustomDataKey"
/// The key of the receiver's own number of the error.
public let kGCKErrorDetailedCodeKey: String = "kGCKErrorDetailedCodeKey"
/// The key of what else is known.
public let kGCKErrorExtraInfoKey: String = "kGCKErrorExtraInfoKey"
/// The key of the receiver's own word for the error.
public let kGCKErrorReasonKey: String = "kGCKErrorReasonKey"

/// Why something asked of a Cast device did not happen. ``Foundation/NSError/code`` is a ``GCKErrorCode``.
open class GCKError: NSError, @unchecked Sendable {
    // Unchecked as the superclass is: nothing is added to what is set once and never changed.

    /// An error with the text of its code.
    public init(code: GCKErrorCode) {
        super.init(domain: kGCKErrorDomain, code: code.rawValue, userInfo: Self.userInfo(for: code, adding: [:]))
    }

    /// An error with what the receiver's application added, under ``kGCKErrorCustomDataKey``.
    public init(code: GCKErrorCode, customData: Any?) {
        var extra: [String: Any] = [:]
        if let customData { extra[kGCKErrorCustomDataKey] = customData }
        super.init(domain: kGCKErrorDomain, code: code.rawValue, userInfo: Self.userInfo(for: code, adding: extra))
    }

    /// An error that says more than its code does.
    init(code: GCKErrorCode, userInfo: [String: Any]) {
        super.init(domain: kGCKErrorDomain, code: code.rawValue, userInfo: Self.userInfo(for: code, adding: userInfo))
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    #if !canImport(ObjectiveC)
    // Foundation's own ends the program there, also when an error is put into a set or an archive.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(domain)
        hasher.combine(code)
        return hasher.finalize()
    }
    #endif

    private static func userInfo(for code: GCKErrorCode, adding extra: [String: Any]) -> [String: Any] {
        [NSLocalizedDescriptionKey: enumDescription(for: code)].merging(extra) { _, new in new }
    }

    /// A text for people about a code; different for each.
    open class func enumDescription(for code: GCKErrorCode) -> String {
        errorTexts[code] ?? errorTexts[.unknown] ?? ""
    }
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of every ``GCKError``.
public let kGCKErrorDomain: String = "com.google.GCKError"
/// The `userInfo` key of custom data from the receiver application.
public let kGCKErrorCustomDataKey: String = "kGCKErrorCustomDataKey"
/// The `userInfo` key of the receiver's detailed error code.
public let kGCKErrorDetailedCodeKey: String = "kGCKErrorDetailedCodeKey"
/// The `userInfo` key of additional information about the error.
public let kGCKErrorExtraInfoKey: String = "kGCKErrorExtraInfoKey"
/// The `userInfo` key of the receiver's reason string.
public let kGCKErrorReasonKey: String = "kGCKErrorReasonKey"

/// An error of a Cast operation. Its `code` is a ``GCKErrorCode``.
#if canImport(ObjectiveC)
@objc(GCKError)
@objcMembers
#endif
open class GCKError: NSError, @unchecked Sendable {
    // Unchecked, like the superclass: this class adds no stored properties.

    /// Creates an error with a code.
    public init(code: GCKErrorCode) {
        super.init(domain: kGCKErrorDomain, code: code.rawValue, userInfo: Self.userInfo(for: code, adding: [:]))
    }

    /// Creates an error with custom data from the receiver application, stored under ``kGCKErrorCustomDataKey``.
    public init(code: GCKErrorCode, customData: Any?) {
        var extra: [String: Any] = [:]
        if let customData { extra[kGCKErrorCustomDataKey] = customData }
        super.init(domain: kGCKErrorDomain, code: code.rawValue, userInfo: Self.userInfo(for: code, adding: extra))
    }

    /// Creates an error with additional information.
    init(code: GCKErrorCode, userInfo: [String: Any]) {
        super.init(domain: kGCKErrorDomain, code: code.rawValue, userInfo: Self.userInfo(for: code, adding: userInfo))
    }

    /// Creates an error with the description of another error, which is stored under `NSUnderlyingErrorKey`.
    convenience init(code: GCKErrorCode, wrapping error: any Error) {
        let description = error.localizedDescription
        self.init(code: code, userInfo: [NSLocalizedDescriptionKey: description, NSUnderlyingErrorKey: error])
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    #if !canImport(ObjectiveC)
    // Foundation's implementation stops the program here when an error is inserted into a set or encoded in an archive.
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

    /// Returns the description of a code. Each code has a different one.
    #if canImport(ObjectiveC)
    @objc(enumDescriptionForCode:)
    #endif
    open class func enumDescription(for code: GCKErrorCode) -> String {
        errorTexts[code] ?? errorTexts[.unknown] ?? ""
    }
}

public import Foundation

/// Who asks for the launch of an application. The device may decide by it which form of the application it starts.
open class GCKCredentialsData: NSObject, @unchecked Sendable {
    // Unchecked, since only a final class can be checked: its two constants are strings.
    private let text: String?
    private let type: String?

    /// Credentials of the type `ios`, also where the app runs elsewhere: receivers know no other for this API.
    public convenience init(credentials: String?) {
        self.init(credentials: credentials, credentialsType: "ios")
    }

    /// Credentials of any type.
    public init(credentials: String?, credentialsType: String?) {
        text = credentials
        type = credentialsType
        super.init()
    }

    /// The credentials, in the application's own form.
    open func credentials() -> String? { text }

    /// Where they come from.
    open func credentialsType() -> String? { type }
}

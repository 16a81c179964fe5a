import Foundation

/// Which characters a terminal can show.
enum TextStyle: Sendable {
    case unicode
    case ascii

    var ellipsis: String { self == .unicode ? "…" : "..." }

    /// By the locale, as other programs decide it: `LC_ALL`, else `LC_CTYPE`, else `LANG` names UTF-8.
    init(environment: [String: String]) {
        let lowered = Self.locale(environment).lowercased()
        self = lowered.contains("utf-8") || lowered.contains("utf8") ? .unicode : .ascii
    }

    /// The locale for texts and numbers. Its digits may be others than ASCII's, so not every style can have it.
    func locale(environment: [String: String]) -> Locale {
        let name = String(Self.locale(environment).prefix { $0 != "." && $0 != "@" })
        let isPlain = self == .ascii || name.isEmpty || name == "C" || name == "POSIX"
        return Locale(identifier: isPlain ? "en_US_POSIX" : name)
    }

    private static func locale(_ environment: [String: String]) -> String {
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }
}

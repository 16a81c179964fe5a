/// Which characters a terminal can show.
enum TextStyle: Sendable {
    case unicode
    case ascii

    var ellipsis: String { self == .unicode ? "…" : "..." }

    /// By the locale, as other programs decide it: `LC_ALL`, else `LC_CTYPE`, else `LANG` names UTF-8.
    init(environment: [String: String]) {
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let lowered = locale.lowercased()
        self = lowered.contains("utf-8") || lowered.contains("utf8") ? .unicode : .ascii
    }
}

import CastWire

/// One thing that the doctor looked at.
struct Finding: Hashable, Sendable {
    enum Verdict: String, Sendable {
        case ok
        case warning = "warn"
        case failure = "fail"

        /// The mark in front of the line, four columns wide so that the lines stand in one column.
        var mark: String { rawValue == "ok" ? "ok  " : rawValue }
    }

    /// Stable, for scripts: `interface`, `port`, `firewall`, `multicast`, `devices`, `device`, `fetch`.
    var check: String
    /// What was looked at: an interface's name, a device's.
    var subject: String
    var verdict: Verdict
    /// What was found.
    var detail: String
    /// What to do about it; nil when nothing is to be done.
    var advice: String?

    var lines: [String] {
        ["\(verdict.mark)  \(subject): \(detail)"] + (advice.map { ["      try: \($0)"] } ?? [])
    }

    var json: JSONObject {
        var object: JSONObject = [
            "check": .string(check), "subject": .string(subject), "verdict": .string(verdict.rawValue),
            "detail": .string(detail),
        ]
        if let advice { object["advice"] = .string(advice) }
        return object
    }
}

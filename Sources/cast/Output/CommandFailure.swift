import CastWire

/// Why a command did not do its job, for people and for scripts.
///
/// People read what happened (``message``) and what to try (``hint``); scripts read ``code`` and the exit status.
struct CommandFailure: Error, Hashable, Sendable {
    /// Stable, in lower camel case: `deviceNotFound`, `loadFailed`, ….
    var code: String
    var exitStatus: ExitStatus
    /// One sentence: which device, what was tried, what came back.
    var message: String
    /// One sentence: what to try next. nil where nothing can be advised.
    var hint: String?
    /// The name or address of the device it is about.
    var device: String?
    /// The devices a person may have meant.
    var candidates: [DeviceDescription]
    /// What the device itself said, for scripts.
    var detail: JSONObject

    init(
        code: String,
        exitStatus: ExitStatus,
        message: String,
        hint: String? = nil,
        device: String? = nil,
        candidates: [DeviceDescription] = [],
        detail: JSONObject = [:]
    ) {
        self.code = code
        self.exitStatus = exitStatus
        self.message = message
        self.hint = hint
        self.device = device
        self.candidates = candidates
        self.detail = detail
    }

    /// The lines for people: what happened, the candidates, what to try.
    var lines: [String] {
        var lines = ["cast: \(message)"]
        lines += candidates.map { "  \($0.candidateLine)" }
        if let hint { lines.append("try: \(hint)") }
        return lines
    }

    /// The object for scripts, without its envelope.
    var json: JSONObject {
        var error: JSONObject = ["code": .string(code), "message": .string(message)]
        if let hint { error["hint"] = .string(hint) }
        if let device { error["device"] = .string(device) }
        if !candidates.isEmpty { error["candidates"] = .array(candidates.map { .object($0.json) }) }
        if !detail.isEmpty { error["detail"] = .object(detail) }
        return ["error": .object(error)]
    }
}

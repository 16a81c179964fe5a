import CastMedia
import CastWire

extension WebMedia {
    /// The media type of a URL, as its server names it.
    ///
    /// - Parameter onWarning: Receives a note for the user when this machine cannot reach the server, which is no
    ///   reason not to try: the device may be in another network.
    /// - Throws: ``CommandFailure`` when the server answers that there is no media.
    static func contentType(
        of url: String,
        onWarning: @Sendable (String) -> Void
    ) async throws(CommandFailure) -> String {
        switch await check(url) {
        case .media(let type): return type
        case .unreachable(let reason, let type):
            onWarning("This machine cannot reach \(url): \(reason). The device may; it is sent as \(type).")
            return type
        case .unusable(let problem):
            var detail: JSONObject = ["url": .string(url)]
            if case .status(let code) = problem { detail["status"] = .integer(Int64(code)) }
            throw CommandFailure(
                code: "urlNotPlayable",
                exitStatus: .failure,
                message: problem.description(of: url),
                hint: "\(problem.advice); --content-type TYPE casts it without this check",
                detail: detail
            )
        }
    }
}

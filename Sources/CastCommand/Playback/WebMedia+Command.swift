import CastMedia
import CastWire

extension WebMedia {
    /// Returns the media type of a URL according to its server.
    ///
    /// - Parameter onWarning: Called with a note for the user if this machine cannot reach the server. The URL is sent
    ///   to the device nevertheless, because the device may be on another network.
    /// - Throws: ``CommandFailure`` if the server responds that the URL is not media.
    static func contentType(
        of url: String,
        onWarning: @Sendable (String) -> Void
    ) async throws(CommandFailure) -> String {
        switch await check(url) {
        case .media(let type): return type
        case .unreachable(let reason, let type):
            onWarning("This machine cannot reach \(url): \(reason). The device may reach it; sending it as \(type).")
            return type
        case .unusable(let problem):
            var detail: JSONObject = ["url": .string(url)]
            if case .status(let code) = problem { detail["status"] = .integer(Int64(code)) }
            throw CommandFailure(
                code: "urlNotPlayable",
                exitStatus: .failure,
                message: problem.description(of: url),
                hint: "\(problem.advice); or skip this check with --content-type TYPE",
                detail: detail
            )
        }
    }
}

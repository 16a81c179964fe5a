extension WebMedia.Problem {
    /// What is wrong with a URL, as a sentence without a full stop.
    package func description(of url: String) -> String {
        switch self {
        case .page: "\(url) leads to a web page, not to media"
        case .status(let code): "\(url) cannot be played: the server answered \(code) (\(Self.meaning(of: code)))"
        }
    }

    /// What to try.
    package var advice: String {
        switch self {
        case .page: "use the address of the media itself, which usually ends with .mp4, .m3u8 or .mp3"
        case .status(404), .status(410): "check the URL for typing errors; the file may have been moved"
        case .status(401), .status(403), .status(407):
            "the server requires a login or a permission that a Cast device cannot give; download the file and cast that"
        case .status(429), .status(500...): "try again later; the problem is on the server"
        case .status: "check the URL in a browser"
        }
    }

    private static func meaning(of code: Int) -> String {
        switch code {
        case 400: "bad request"
        case 401: "login required"
        case 403: "access denied"
        case 404: "not found"
        case 407: "proxy login required"
        case 410: "no longer available"
        case 429: "too many requests"
        case 451: "unavailable for legal reasons"
        case 500: "server error"
        case 502, 504: "no answer from another server"
        case 503: "unavailable at the moment"
        default: code >= 500 ? "server error" : "request refused"
        }
    }
}

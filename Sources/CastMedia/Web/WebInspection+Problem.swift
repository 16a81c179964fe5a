// SPDX-License-Identifier: Apache-2.0

extension WebInspection {
    /// Something that prevents or limits the playback of a URL.
    public enum Problem: Sendable, Hashable {
        /// This machine received no response.
        case unreachable(reason: String)
        /// An HTTP error status.
        case status(Int)
        /// An HTML page instead of media.
        case page
        /// The content is empty.
        case empty
        /// The certificate of a server is not valid. Devices reject it as well.
        case certificate(Certificate)
        /// A redirect leads to a URL that was requested before.
        case redirectLoop
        /// There are more redirects than a browser follows.
        case tooManyRedirects(limit: Int)
        /// A redirect or a playlist leads from the internet to an address of a private network.
        case privateAddress(host: String)
        /// The server sends only the whole content, so a device cannot seek in it.
        case noRanges
        /// Web receivers may not read a part of a stream, because the server allows other origins only or none.
        case noCORS(url: String)
        /// The server took this long to respond.
        case slow(Duration)
        /// A playlist lists no segments.
        case emptyPlaylist(url: String)
        /// A playlist or manifest cannot be read.
        case invalidPlaylist(url: String, reason: String)
        /// A playlist or manifest that a stream references, or its first segment, is not available.
        case missingPart(url: String, reason: String)
        /// A digital rights management system protects the stream. The default receiver cannot request a license.
        case protected(systems: [String])
    }

    /// The reason that a certificate is not valid.
    public enum Certificate: String, Sendable, Hashable {
        /// No certification authority that this machine trusts has issued it.
        case untrusted
        /// Its validity period is over.
        case expired
        /// Its validity period has not begun.
        case notYetValid
        /// It was issued for other host names.
        case wrongHost
    }
}

extension WebInspection.Problem {
    /// Whether a device cannot play the URL. Other problems are limitations, or depend on the device.
    public var preventsPlayback: Bool {
        switch self {
        case .status, .page, .empty, .certificate, .redirectLoop, .tooManyRedirects, .noCORS, .emptyPlaylist,
            .invalidPlaylist, .missingPart, .protected:
            true
        case .unreachable, .privateAddress, .noRanges, .slow: false
        }
    }

    /// Whether the server does not allow other origins, which a relay does for it.
    var isOrigin: Bool {
        if case .noCORS = self { true } else { false }
    }

    /// The HTTP error status; `nil` for other problems.
    package var statusCode: Int? {
        guard case .status(let code) = self else { return nil }
        return code
    }

    /// A name for scripts, such as `noRanges`.
    public var code: String {
        switch self {
        case .unreachable: "unreachable"
        case .status: "status"
        case .page: "page"
        case .empty: "empty"
        case .certificate: "certificate"
        case .redirectLoop: "redirectLoop"
        case .tooManyRedirects: "tooManyRedirects"
        case .privateAddress: "privateAddress"
        case .noRanges: "noRanges"
        case .noCORS: "noCORS"
        case .slow: "slow"
        case .emptyPlaylist: "emptyPlaylist"
        case .invalidPlaylist: "invalidPlaylist"
        case .missingPart: "missingPart"
        case .protected: "protected"
        }
    }

    /// Returns a sentence, without a period, that describes the problem.
    public func description(of url: String) -> String {
        switch self {
        case .unreachable(let reason): "this machine cannot reach \(url): \(reason)"
        case .status(let code): "\(url) cannot be played: the server answered \(code) (\(Self.meaning(of: code)))"
        case .page: "\(url) leads to a web page, not to media"
        case .empty: "\(url) has no content"
        case .certificate(let problem): "\(url) cannot be played: \(problem.sentence)"
        case .redirectLoop: "\(url) cannot be played: its redirects lead back to the same URL"
        case .tooManyRedirects(let limit): "\(url) cannot be played: the server redirected more than \(limit) times"
        case .privateAddress(let host): "\(url) leads to \(host), which is an address of a private network"
        case .noRanges: "the server of \(url) does not send parts of the content, so a device cannot seek in it"
        case .noCORS(let part): "the server of \(part) does not allow Cast devices to read it (CORS)"
        case .slow(let time): "the server of \(url) responded after \(Self.seconds(time)) seconds"
        case .emptyPlaylist(let part): "the playlist \(part) lists no segments"
        case .invalidPlaylist(let part, let reason): "the playlist \(part) cannot be played: \(reason)"
        case .missingPart(let part, let reason): "\(part), a part of the stream, is not available: \(reason)"
        case .protected(let systems):
            "\(url) is protected (\(systems.joined(separator: ", "))), and the default app of devices has no license"
        }
    }

    /// A suggestion for the user.
    public var advice: String {
        switch self {
        case .unreachable: "check the address and the connection; the device may still reach the server"
        case .page: "use the URL of the media itself, which usually ends with .mp4, .m3u8 or .mp3"
        case .status(404), .status(410): "check the URL for typing errors; the file may have been moved"
        case .status(401), .status(403), .status(407):
            "the server requires a login or a permission; specify the headers or cookies that it accepts, "
                + "or download the file and cast that"
        case .status(429), .status(500...): "try again later; the problem is on the server"
        case .status: "check the URL in a browser"
        case .empty: "check the URL; the server may still be creating the file"
        case .certificate(.untrusted): "use http in a local network, or a certificate of a public authority"
        case .certificate(.expired), .certificate(.notYetValid):
            "check the date and time of this machine, and renew the certificate of the server"
        case .certificate(.wrongHost): "use the host name for which the certificate was issued"
        case .redirectLoop, .tooManyRedirects: "use the URL of the media itself; a login in a browser may be required"
        case .privateAddress: "use the address of the media directly; the device must be in the same network"
        case .noRanges: "configure the server to support byte ranges, or download the file and cast that"
        case .noCORS:
            "configure the server to send the header Access-Control-Allow-Origin: * for playlists and segments"
        case .slow: "playback may start late or stop to load; check the server"
        case .emptyPlaylist: "try again later; a live stream may not have started"
        case .invalidPlaylist: "check the URL in another player"
        case .missingPart: "try again later; a live stream may have ended"
        case .protected: "play the stream with the app of its provider, which can be cast"
        }
    }

    private static func seconds(_ time: Duration) -> String {
        let tenths = Int((time / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
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
        case 502, 504: "no response from another server"
        case 503: "unavailable at the moment"
        default: code >= 500 ? "server error" : "request refused"
        }
    }
}

extension WebInspection.Certificate {
    fileprivate var sentence: String {
        switch self {
        case .untrusted: "no authority that this machine trusts has issued the certificate of the server"
        case .expired: "the certificate of the server has expired"
        case .notYetValid: "the certificate of the server is not valid yet"
        case .wrongHost: "the certificate of the server is for a different host name"
        }
    }
}

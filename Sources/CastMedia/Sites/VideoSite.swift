// SPDX-License-Identifier: Apache-2.0

import CastWire

/// The installed `yt-dlp`, which finds the media of pages on video sites.
package struct VideoSite: Sendable, Hashable {
    /// The limits of one run of the program.
    package struct Limits: Sendable, Hashable {
        /// The time after which the program is ended. Default 30 seconds.
        package var time = Duration.seconds(30)
        /// The largest size of its output in bytes. Default 16 MiB.
        package var output = 16 << 20
        /// The largest number of entries of a list. Default 500.
        package var entries = 500

        package init() {}
    }

    let program: ExternalProgram
    let limits: Limits

    /// Looks for `yt-dlp`.
    ///
    /// - Parameters:
    ///   - searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    ///   - limits: The limits of each run.
    /// - Returns: `nil` if it is not installed, or if this platform cannot start programs.
    package static func find(searchPath: String? = nil, limits: Limits = Limits()) -> VideoSite? {
        guard let program = ExternalProgram.find("yt-dlp", searchPath: searchPath) else { return nil }
        return VideoSite(program: program, limits: limits)
    }

    /// How the program is installed on this system, for messages.
    package static let installationAdvice: String = {
        #if os(macOS)
        "install it with: brew install yt-dlp"
        #elseif os(Linux)
        // The packages of many distributions are too old for the sites.
        "install it with: pipx install yt-dlp"
        #else
        "this platform cannot run it"
        #endif
    }()

    /// Asks the program for the media of a page, or for the entries of a list.
    ///
    /// - Parameter url: An `http` or `https` URL.
    /// - Throws: ``VideoSiteError``. Cancellation ends the program.
    package func page(at url: String) async throws(VideoSiteError) -> SitePage {
        let output: [UInt8]
        do throws(ExternalProgramError) {
            output = try await program.output(
                arguments(url),
                environment: ["YTDLP_NO_PLUGINS": "1"],
                limit: limits.output + 1,
                timeLimit: limits.time
            )
        } catch {
            throw Self.failure(error, limits)
        }
        guard output.count <= limits.output else { throw .outputTooLarge(bytes: limits.output) }
        return try SitePage(json: output, limits: limits)
    }

    /// The arguments. The configuration of the user is ignored, because it can start other programs or change the output.
    /// Plugins are turned off by an environment variable, because earlier versions have no option for that.
    func arguments(_ url: String) -> [String] {
        [
            "--dump-single-json", "--no-warnings", "--flat-playlist", "--ignore-config", "--no-cache-dir",
            "--no-colors",
            // A URL of a video in a list is the video.
            "--no-playlist", "--playlist-end", "\(limits.entries)", "--socket-timeout", "15", "--", url,
        ]
    }

    private static func failure(_ error: ExternalProgramError, _ limits: Limits) -> VideoSiteError {
        if Task.isCancelled { return .ended }
        switch error {
        case .timedOut: return .timedOut(limits.time)
        case .ended: return .ended
        case .notStarted(_, let detail): return .failed(PrintableText.line(detail, limit: 300))
        case .failed(_, let status, let message): return .failed(reason(in: message) ?? "it ended with \(status)")
        }
    }

    /// Returns the last error in the messages of the program, without its request to report errors; `nil` without
    /// messages.
    static func reason(in messages: String) -> String? {
        let start = messages.ranges(of: "ERROR:").last?.upperBound ?? messages.startIndex
        var text = messages[start...]
        for request in ["; please report this issue", "; Confirm you are on the latest version"] {
            if let range = text.firstRange(of: request) { text = text[..<range.lowerBound] }
        }
        let line = PrintableText.line(text, limit: 300)
        return line.isEmpty ? nil : line
    }
}

/// The reason that no media was found on a page of a video site.
package enum VideoSiteError: Error, Sendable, Hashable {
    /// `yt-dlp` is not installed.
    case notInstalled
    /// `yt-dlp` failed, with its reason.
    case failed(String)
    /// `yt-dlp` did not finish in this time.
    case timedOut(Duration)
    /// The output of `yt-dlp` is larger than this number of bytes.
    case outputTooLarge(bytes: Int)
    /// The output of `yt-dlp` is not a description of media.
    case unreadable(String)
    /// The page has no media.
    case noMedia
    /// The device plays none of the formats, for these reasons.
    case notPlayable([String])
    /// The caller's task was canceled.
    case ended
}

extension VideoSiteError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notInstalled: "yt-dlp is not installed; \(VideoSite.installationAdvice)"
        case .failed(let reason): "yt-dlp found no media: \(reason)"
        case .timedOut(let limit): "yt-dlp did not finish within \(limit.components.seconds) s"
        case .outputTooLarge(let bytes): "yt-dlp printed more than \(bytes >> 20) MiB"
        case .unreadable(let detail): "the output of yt-dlp cannot be read: \(detail)"
        case .noMedia: "yt-dlp found no media on the page"
        case .notPlayable(let reasons): "no format of the page can be played: \(reasons.joined(separator: "; "))"
        case .ended: "yt-dlp was ended"
        }
    }

    /// A suggestion for the user; `nil` if there is none.
    package var advice: String? {
        switch self {
        case .notInstalled: "use the URL of the media itself; for video sites, \(VideoSite.installationAdvice)"
        case .failed(let reason): Self.advice(for: reason)
        case .timedOut, .outputTooLarge, .unreadable, .noMedia: Self.generalAdvice
        case .notPlayable, .ended: nil
        }
    }

    private static let generalAdvice =
        "open the page in a browser; if it plays there, update yt-dlp, because sites change often"

    /// Words in the reasons of `yt-dlp`, and what helps.
    private static let causes: [(words: [String], advice: String)] = [
        (["drm"], "play it with the app of its provider, which can be cast"),
        (
            ["your country", "your location", "geo restrict", "geo-restrict"],
            "use another source, because the site does not offer this in the country of this machine"
        ),
        (
            ["sign in", "log in", "login", "logged in", "cookies", "private video", "members", "subscribers"],
            "use media that needs no login, or download the file and cast that"
        ),
        (["live event will begin", "premieres in", "not started"], "try again when it has started"),
    ]

    private static func advice(for reason: String) -> String {
        let text = reason.lowercased()
        return causes.first { $0.words.contains { text.contains($0) } }?.advice ?? generalAdvice
    }
}

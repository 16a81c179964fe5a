// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Options for URLs whose servers require headers or cookies, and for the relay.
struct RequestOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A header field for the server of a URL, such as 'Authorization: Bearer …' (repeatable).",
            discussion: """
                @FILE reads fields from a file, one a line: other users of this machine can see the arguments of a \
                command. The media is relayed by this machine. Only the origin of the URL receives the field.
                """,
            valueName: "name: value|@file"
        )
    )
    var header: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The environment variable with header fields, one a line.", valueName: "name")
    )
    var headerEnv: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Another host that receives the header fields: cdn.example.org or *.example.org (repeatable).",
            valueName: "host"
        )
    )
    var headerHost: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A cookies file in the Netscape format, as curl and yt-dlp use it.", valueName: "file"),
        completion: .file()
    )
    var cookies: String?

    @Option(name: .long, help: ArgumentHelp("The page that refers to a URL, for its server.", valueName: "url"))
    var referer: String?

    @Option(name: .long, help: ArgumentHelp("The user agent for the server of a URL.", valueName: "text"))
    var userAgent: String?

    @Flag(
        name: .long,
        help: "Pass the media of URLs on to the device, for servers that it cannot reach or that refuse it (CORS)."
    )
    var relay = false

    /// Whether one of the options is specified.
    var isSpecified: Bool {
        relay || !header.isEmpty || headerEnv != nil || cookies != nil || referer != nil || userAgent != nil
    }

    /// The largest size of a file with header fields in bytes.
    private static let fileLimit = 64 << 10

    /// Returns the headers, for which files are read.
    ///
    /// - Throws: ``CommandFailure`` without the values.
    func headers() throws(CommandFailure) -> RequestHeaders {
        do {
            var headers = RequestHeaders()
            if let userAgent { try headers.set("User-Agent", to: userAgent) }
            if let referer { try headers.set("Referer", to: referer) }
            for field in header {
                if field.hasPrefix("@") {
                    let path = String(field.dropFirst())
                    let content: [UInt8]
                    do {
                        content = try SmallFile.read(path, limit: Self.fileLimit)
                    } catch {
                        throw Self.failure("the header fields in \(path) cannot be read: \(error)")
                    }
                    try Self.add(String(decoding: content, as: UTF8.self), to: &headers)
                } else {
                    try headers.add(line: field)
                }
            }
            if let headerEnv {
                guard let text = ProcessInfo.processInfo.environment[headerEnv] else {
                    throw Self.failure("the environment variable \(headerEnv) of --header-env is not set")
                }
                try Self.add(text, to: &headers)
            }
            for host in headerHost { try headers.allowHost(host) }
            if let cookies { try headers.addCookies(file: cookies) }
            return headers
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw Self.failure("\(error)")
        }
    }

    private static func add(_ lines: String, to headers: inout RequestHeaders) throws(RequestHeadersError) {
        for line in lines.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            try headers.add(line: String(line))
        }
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(code: "invalidHeaders", exitStatus: .usage, message: message)
    }
}

import HTTPTypes

/// The whole answer to a request for an offered item, decided before a byte of content is read.
struct MediaResponse: Equatable {
    /// A stretch of the body.
    enum Piece: Equatable {
        /// These bytes of the content.
        case content(Range<Int>)
        /// What stands between the parts of a multipart body.
        case text(String)

        var count: Int {
            switch self {
            case .content(let range): range.count
            case .text(let text): text.utf8.count
            }
        }
    }

    var status: HTTPResponse.Status
    var fields: HTTPFields
    var body: [Piece] = []

    var head: HTTPResponse { HTTPResponse(status: status, headerFields: fields) }

    /// - Parameter boundary: What separates the parts where there are several: text that is in none of them.
    init(
        to request: HTTPRequest,
        representation: Representation,
        maximumRanges: Int,
        now: HTTPDate,
        boundary: @autoclosure () -> String
    ) {
        switch request.method {
        case .get, .head:
            break
        case .options:
            self.init(preflight: request.headerFields, now: now)
            return
        default:
            self.init(.methodNotAllowed, now: now)
            fields[.allow] = Self.methods
            return
        }
        let conditions = Preconditions(fields: request.headerFields, representation: representation)
        switch conditions.outcome {
        case .proceed:
            break
        case .notModified:
            self.init(.notModified, now: now)
            describe(representation)
            fields[.contentLength] = nil
            return
        case .failed:
            self.init(.preconditionFailed, now: now)
            return
        }
        // Only GET has ranges (RFC 9110, section 14.2).
        let field = request.method == .get && conditions.allowRange ? request.headerFields[.range] : nil
        switch ByteRanges(field, length: representation.length, maximum: maximumRanges) {
        case .whole:
            self.init(.ok, now: now)
            body = [.content(0..<representation.length)]
            fields[.contentType] = representation.contentType
        case .unsatisfiable:
            self.init(.rangeNotSatisfiable, now: now)
            fields[.contentRange] = "bytes */\(representation.length)"
            describe(representation)
            return
        case .parts(let parts):
            self.init(.partialContent, now: now)
            if parts.count == 1, let part = parts.first {
                body = [.content(part)]
                fields[.contentRange] = Self.contentRange(part, of: representation)
                fields[.contentType] = representation.contentType
            } else {
                let boundary = boundary()
                body = Self.multipart(parts, of: representation, boundary: boundary)
                fields[.contentType] = "multipart/byteranges; boundary=\(boundary)"
            }
        }
        describe(representation)
        fields[.contentLength] = String(body.reduce(0) { $0 + $1.count })
        if request.method == .head {
            body = []
        }
    }

    /// The answer to everything that is not offered. It does not say why.
    static func notFound(now: HTTPDate) -> HTTPResponse {
        HTTPResponse(
            status: .notFound,
            headerFields: [.contentLength: "0", .date: now.text, .connection: "close"]
        )
    }

    private static let methods = "GET, HEAD, OPTIONS"

    private init(_ status: HTTPResponse.Status, now: HTTPDate) {
        self.status = status
        fields = [
            .date: now.text,
            .contentLength: "0",
            // The page that plays the film has the origin of its web receiver, whatever that is.
            .accessControlAllowOrigin: "*",
            .accessControlExposeHeaders:
                "Accept-Ranges, Content-Length, Content-Range, Content-Type, Date, ETag, Last-Modified",
        ]
    }

    private init(preflight request: HTTPFields, now: HTTPDate) {
        self.init(.noContent, now: now)
        fields[.contentLength] = nil
        fields[.allow] = Self.methods
        fields[.accessControlAllowMethods] = Self.methods
        fields[.accessControlAllowHeaders] =
            "Range, Accept, Accept-Encoding, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Range, "
            + "If-Unmodified-Since, CAST-DEVICE-CAPABILITIES"
        fields[.accessControlMaxAge] = "86400"
        if request[.accessControlRequestPrivateNetwork] == "true" {
            fields[.accessControlAllowPrivateNetwork] = "true"
        }
    }

    private mutating func describe(_ representation: Representation) {
        fields[.acceptRanges] = "bytes"
        fields[.eTag] = representation.entityTag
        fields[.lastModified] = representation.lastModified?.text
        fields[.cacheControl] = "no-cache"
        fields[.xContentTypeOptions] = "nosniff"
    }

    private static func contentRange(_ part: Range<Int>, of representation: Representation) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(representation.length)"
    }

    private static func multipart(
        _ parts: [Range<Int>],
        of representation: Representation,
        boundary: String
    ) -> [Piece] {
        var pieces: [Piece] = []
        for part in parts {
            let head = [
                "\r\n--\(boundary)",
                "Content-Type: \(representation.contentType)",
                "Content-Range: \(contentRange(part, of: representation))",
                "", "",
            ]
            pieces.append(.text(head.joined(separator: "\r\n")))
            pieces.append(.content(part))
        }
        pieces.append(.text("\r\n--\(boundary)--\r\n"))
        return pieces
    }
}

extension HTTPField.Name {
    /// Asked and answered by browsers whose page came from the internet and whose film comes from the local network.
    fileprivate static let accessControlRequestPrivateNetwork = Self("Access-Control-Request-Private-Network")!
    fileprivate static let accessControlAllowPrivateNetwork = Self("Access-Control-Allow-Private-Network")!
}

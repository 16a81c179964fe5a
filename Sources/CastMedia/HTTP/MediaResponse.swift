// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The response to a request for a shared item, determined before any content is read.
struct MediaResponse: Equatable {
    /// A part of the body.
    enum Piece: Equatable {
        /// A range of the content.
        case content(Range<Int>)
        /// Text between the parts of a multipart body.
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

    /// - Parameter boundary: The boundary of a multipart body. It must not occur in the content.
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

    /// The head of the response with content whose length is not known yet, and which is not kept.
    init(streaming contentType: String, now: HTTPDate) {
        self.init(.ok, now: now)
        fields[.contentLength] = nil
        fields[.contentType] = contentType
        fields[.cacheControl] = "no-cache"
        fields[.xContentTypeOptions] = "nosniff"
    }

    /// Returns the response to all requests that are refused. It is the same for every reason.
    static func notFound(now: HTTPDate) -> HTTPResponse {
        HTTPResponse(
            status: .notFound,
            headerFields: [.contentLength: "0", .date: now.text, .connection: "close"]
        )
    }

    /// Returns the response to a request for content that could not be made. A device may try again.
    static func unavailable(now: HTTPDate) -> HTTPResponse {
        HTTPResponse(
            status: .serviceUnavailable,
            headerFields: [
                .contentLength: "0", .date: now.text, .accessControlAllowOrigin: "*", .retryAfter: "1",
            ]
        )
    }

    private static let methods = "GET, HEAD, OPTIONS"

    init(_ status: HTTPResponse.Status, now: HTTPDate) {
        self.status = status
        fields = [
            .date: now.text,
            .contentLength: "0",
            // The page that plays the media has the origin of its web receiver, which is not known here.
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
    /// Fields of preflight requests by browsers in which a page from the internet loads media from the local network.
    fileprivate static let accessControlRequestPrivateNetwork = Self("Access-Control-Request-Private-Network")!
    fileprivate static let accessControlAllowPrivateNetwork = Self("Access-Control-Allow-Private-Network")!
}

/// The metadata of content.
struct Representation: Equatable {
    var length: Int
    var contentType: String
    /// A strong entity tag, in quotes.
    var entityTag: String
    var lastModified: HTTPDate?
}

/// The conditions of a request, evaluated in the order of RFC 9110, section 13.2.2.
struct Preconditions {
    enum Outcome: Equatable {
        case proceed
        case notModified
        case failed
    }

    var fields: HTTPFields
    var representation: Representation

    var outcome: Outcome {
        if let tags = fields[.ifMatch] {
            guard matches(tags, weakly: false) else { return .failed }
        } else if let limit = fields[.ifUnmodifiedSince].flatMap(HTTPDate.init), let date = representation.lastModified
        {
            guard date.seconds <= limit.seconds else { return .failed }
        }
        if let tags = fields[.ifNoneMatch] {
            return matches(tags, weakly: true) ? .notModified : .proceed
        }
        if let known = fields[.ifModifiedSince].flatMap(HTTPDate.init), let date = representation.lastModified {
            return date.seconds <= known.seconds ? .notModified : .proceed
        }
        return .proceed
    }

    /// Whether the client's partial content is of this version, so that a range can be sent (RFC 9110, section 13.1.5).
    var allowRange: Bool {
        guard let condition = fields[.ifRange] else { return true }
        if condition.contains("\"") {
            return condition == representation.entityTag
        }
        return condition == representation.lastModified?.text
    }

    private func matches(_ field: String, weakly: Bool) -> Bool {
        if field == "*" {
            return true
        }
        return field.split(separator: ",").contains { item in
            var tag = Substring(item)
            while tag.first == " " { tag.removeFirst() }
            while tag.last == " " { tag.removeLast() }
            if weakly, tag.hasPrefix("W/") {
                tag = tag.dropFirst(2)
            }
            return tag == representation.entityTag
        }
    }
}

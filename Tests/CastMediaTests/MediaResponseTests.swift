// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Testing

@testable import CastMedia

@Suite struct MediaResponseTests {
    static let content = Representation(
        length: 1000,
        contentType: "video/mp4",
        entityTag: "\"v1\"",
        lastModified: HTTPDate(seconds: 1_700_000_000)
    )
    static let date = "Tue, 14 Nov 2023 22:13:20 GMT"

    func answer(_ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]) -> MediaResponse {
        MediaResponse(
            to: HTTPRequest(method: method, scheme: nil, authority: nil, path: "/", headerFields: fields),
            representation: Self.content,
            maximumRanges: 16,
            now: HTTPDate(seconds: 1_800_000_000),
            boundary: "B"
        )
    }

    @Test(
        arguments: [
            ([.ifNoneMatch: "\"v1\""], 304),
            ([.ifNoneMatch: "W/\"v1\""], 304),
            ([.ifNoneMatch: "\"v0\", \"v1\""], 304),
            ([.ifNoneMatch: "*"], 304),
            ([.ifNoneMatch: "\"v0\""], 200),
            ([.ifModifiedSince: date], 304),
            ([.ifModifiedSince: "Tue, 14 Nov 2023 22:13:19 GMT"], 200),
            ([.ifModifiedSince: "yesterday"], 200),
            ([.ifNoneMatch: "\"v0\"", .ifModifiedSince: date], 200),
            ([.ifMatch: "\"v1\""], 200),
            ([.ifMatch: "W/\"v1\""], 412),
            ([.ifMatch: "\"v0\""], 412),
            ([.ifUnmodifiedSince: date], 200),
            ([.ifUnmodifiedSince: "Tue, 14 Nov 2023 22:13:19 GMT"], 412),
            ([.range: "bytes=0-9"], 206),
            ([.range: "bytes=1000-"], 416),
            ([.range: "bytes=0-9", .ifRange: "\"v1\""], 206),
            ([.range: "bytes=0-9", .ifRange: "\"v0\""], 200),
            ([.range: "bytes=0-9", .ifRange: "W/\"v1\""], 200),
            ([.range: "bytes=0-9", .ifRange: date], 206),
            ([.range: "bytes=0-9", .ifRange: "Tue, 14 Nov 2023 22:13:21 GMT"], 200),
            ([.range: "bytes=1000-", .ifNoneMatch: "\"v1\""], 304),
        ] as [(HTTPFields, Int)]
    )
    func `conditions are evaluated in the order of RFC 9110`(fields: HTTPFields, status: Int) {
        #expect(answer(.get, fields).status.code == status)
    }

    @Test func `a response with one range has Content-Range`() {
        let response = answer(.get, [.range: "bytes=990-"])
        #expect(response.fields[.contentRange] == "bytes 990-999/1000")
        #expect(response.fields[.contentLength] == "10")
        #expect(response.fields[.contentType] == "video/mp4")
        #expect(response.body == [.content(990..<1000)])
    }

    @Test func `a response with several ranges is multipart, with the correct length`() {
        let response = answer(.get, [.range: "bytes=0-1,10-11"])
        #expect(response.status == .partialContent)
        #expect(response.fields[.contentType] == "multipart/byteranges; boundary=B")
        #expect(response.fields[.contentRange] == nil)
        #expect(response.fields[.contentLength] == String(response.body.reduce(0) { $0 + $1.count }))
        #expect(
            response.body == [
                .text("\r\n--B\r\nContent-Type: video/mp4\r\nContent-Range: bytes 0-1/1000\r\n\r\n"),
                .content(0..<2),
                .text("\r\n--B\r\nContent-Type: video/mp4\r\nContent-Range: bytes 10-11/1000\r\n\r\n"),
                .content(10..<12),
                .text("\r\n--B--\r\n"),
            ]
        )
    }

    @Test func `a range beyond the end is refused with the length`() {
        let response = answer(.get, [.range: "bytes=5000-"])
        #expect(response.fields[.contentRange] == "bytes */1000")
        #expect(response.fields[.contentLength] == "0")
        #expect(response.body.isEmpty)
    }

    @Test func `HEAD has the fields of GET and ignores ranges`() {
        let response = answer(.head, [.range: "bytes=0-9"])
        #expect(response.status == .ok)
        #expect(response.body.isEmpty)
        #expect(response.fields == answer(.get).fields)
        #expect(response.fields[.contentLength] == "1000")
        #expect(response.fields[.acceptRanges] == "bytes")
    }

    @Test(arguments: [HTTPRequest.Method.get, .head, .post, .options])
    func `every response can be read by every origin`(method: HTTPRequest.Method) {
        #expect(answer(method).fields[.accessControlAllowOrigin] == "*")
        #expect(answer(method).fields[.accessControlExposeHeaders]?.contains("Content-Range") == true)
    }

    @Test func `a preflight response allows the fields that receivers send`() {
        let fields: HTTPFields = [
            .accessControlRequestMethod: "GET",
            .accessControlRequestHeaders: "range",
            .init("Access-Control-Request-Private-Network")!: "true",
        ]
        let response = answer(.options, fields)
        #expect(response.status == .noContent)
        for name in ["Range", "Accept-Encoding", "Content-Type", "CAST-DEVICE-CAPABILITIES"] {
            #expect(response.fields[.accessControlAllowHeaders]?.contains(name) == true)
        }
        #expect(response.fields[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
        #expect(response.fields[.init("Access-Control-Allow-Private-Network")!] == "true")
    }

    @Test(arguments: [HTTPRequest.Method.post, .put, .delete, .patch])
    func `methods that modify are refused`(method: HTTPRequest.Method) {
        #expect(answer(method).status == .methodNotAllowed)
        #expect(answer(method).fields[.allow] == "GET, HEAD, OPTIONS")
    }
}

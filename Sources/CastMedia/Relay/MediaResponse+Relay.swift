// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import HTTPTypes
import NIOHTTP1

extension MediaResponse {
    /// The head of the response to a device for a response that is relayed. The body is not part of it.
    init(relaying response: HTTPClientResponse, contentType: String) {
        self.init(HTTPResponse.Status(code: Int(response.status.code)), now: .now)
        fields[.contentLength] = nil
        func copy(_ name: HTTPField.Name, if isValid: (String) -> Bool = { !$0.isEmpty }) {
            if let value = response.headers.first(name: name.rawName), value.utf8.count <= 1024, isValid(value) {
                fields[name] = value
            }
        }
        copy(.contentLength) { Int($0).map { $0 >= 0 } ?? false }
        copy(.contentRange) { $0.hasPrefix("bytes ") }
        copy(.acceptRanges)
        copy(.eTag)
        copy(.lastModified)
        copy(.contentEncoding)
        if response.status == .partialContent { fields[.acceptRanges] = "bytes" }
        let isMultipart = contentType == "multipart/byteranges"
        // The boundary of a multipart body is a parameter.
        fields[.contentType] = isMultipart ? response.headers.first(name: "Content-Type") : contentType
        if response.status == .rangeNotSatisfiable {
            // The error page of the server is not passed on.
            fields[.contentLength] = "0"
            (fields[.contentEncoding], fields[.contentType]) = (nil, nil)
        }
        restrictUse()
    }

    /// The head of the response for a rewritten playlist.
    init(playlistOfSize size: Int, contentType: String) {
        self.init(.ok, now: .now)
        fields[.contentLength] = String(size)
        fields[.contentType] = contentType
        restrictUse()
    }

    /// The response for a resource that is not relayed. It is empty: an error page of another server could be shown.
    init(relayFailure status: Int) {
        self.init(HTTPResponse.Status(code: status), now: .now)
        fields[.cacheControl] = "no-store"
    }

    /// Content of other servers must neither be stored nor be shown as a page of this one.
    private mutating func restrictUse() {
        fields[.cacheControl] = "no-store"
        fields[.xContentTypeOptions] = "nosniff"
    }
}

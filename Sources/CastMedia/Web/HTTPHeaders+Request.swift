// SPDX-License-Identifier: Apache-2.0

import NIOHTTP1

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPHeaders {
    /// Adds the fields that the user specified for a request, which replace fields of the same names.
    ///
    /// - Parameters:
    ///   - headers: The fields that the user specified.
    ///   - url: The URL of the request.
    ///   - media: The URL of the media.
    mutating func replace(with headers: RequestHeaders, for url: String, media: String) {
        let fields = headers.fields(for: url, media: media, now: Double(HTTPDate.now.seconds))
        for field in fields { remove(name: field.name) }
        for field in fields { add(name: field.name, value: field.value) }
    }
}

extension RequestHeaders {
    /// Returns these headers with the user name and password of a URL (`https://user:password@host/`) as basic
    /// authentication, unless they have credentials (RFC 7617).
    func addingCredentials(of url: String) -> RequestHeaders {
        guard !names.contains(where: { $0.lowercased() == "authorization" }),
            let parts = URLReference(url)?.authority?.split(separator: "@", maxSplits: 1), parts.count == 2,
            let credentials = PercentEncoding.decode(parts[0])
        else { return self }
        let text = credentials.contains(UInt8(ascii: ":")) ? credentials : credentials + [UInt8(ascii: ":")]
        var headers = self
        // Base64 is a valid value; a user name that is too long is left out.
        try? headers.add(name: "Authorization", value: "Basic " + Data(text).base64EncodedString())
        return headers
    }
}

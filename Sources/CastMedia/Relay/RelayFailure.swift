// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient

/// The reason that a resource is not relayed, or not completely.
struct RelayFailure: Error, Sendable, Hashable {
    /// What is wrong with the response.
    var problem: WebInspection.Problem
    /// The URL of the resource, which may contain secrets.
    var url: String
    /// The host of the resource, if credentials of the user were not sent to it.
    var hostWithoutCredentials: String?

    init(_ problem: WebInspection.Problem, url: String) {
        self.problem = problem
        self.url = url
    }

    /// The status of the response to the device. Devices may try again after 502 and not after 4xx.
    var status: Int {
        if let code = problem.statusCode, (400..<500).contains(code) { code } else { 502 }
    }
}

extension RelayFailure: CustomStringConvertible {
    /// What failed and why, in one sentence without a period. It does not contain the query of the URL.
    var description: String {
        let text = problem.description(of: WebOrigin.redacted(url))
        guard let host = hostWithoutCredentials else { return text }
        return "\(text); the request headers are not sent to \(host), which is not the host of the media"
    }
}

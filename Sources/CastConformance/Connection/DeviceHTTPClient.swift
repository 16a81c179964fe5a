// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastConcurrency
import CastHTTPClient
import CastTransport
package import CastWire
import NIOCore
import NIOHTTP1

/// Requests to the HTTP server of the device.
package struct DeviceHTTPClient: Sendable {
    /// A response.
    struct Response: Sendable {
        var status: Int
        var contentType: String
        var body: [UInt8]
        var object: JSONObject? { (try? JSONValue(parsing: body))?.objectValue }
    }

    /// The largest body that is read, in bytes: 256 KiB.
    private static let sizeLimit = 262_144
    private let base: String
    private let timeLimit: Duration

    init(_ device: DeviceUnderTest) {
        self.init(host: device.endpoint.host, port: device.httpPort, timeLimit: .seconds(5) * device.patience)
    }

    /// - Parameters:
    ///   - host: The address of the device.
    ///   - port: The port of its HTTP server. Default 8008.
    ///   - timeLimit: How long a request may take. Default 5 seconds.
    package init(host: String, port: Int = 8008, timeLimit: Duration = .seconds(5)) {
        base = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        self.timeLimit = timeLimit
    }

    /// Requests a path.
    ///
    /// - Throws: ``CaseDifference`` if no response comes within the time limit; an error of the connection.
    func request(_ path: String, method: HTTPMethod = .GET, host: String? = nil) async throws -> Response {
        var configuration = RestrictedHTTPClient.Configuration()
        configuration.timeLimit = timeLimit
        configuration.redirectLimit = 0
        let client = RestrictedHTTPClient(configuration)
        var headers: HTTPHeaders = ["User-Agent": "swift-cast", "Accept-Encoding": "identity"]
        if let host { headers.add(name: "Host", value: host) }
        let (url, fields) = (base + path, headers)
        // Also a device that sends its response byte by byte is not waited for.
        let result = await withTimeLimit(timeLimit) { () -> Result<Response, any Error> in
            do {
                return .success(
                    try await client.request(url, method: method, headers: fields) { response, _ in
                        let body = try await response.body.collect(upTo: Self.sizeLimit)
                        return Response(
                            status: Int(response.status.code),
                            contentType: response.headers.first(name: "Content-Type") ?? "",
                            body: Array(body.readableBytesView)
                        )
                    }
                )
            } catch {
                return .failure(error)
            }
        }
        await client.shutdown()
        guard let result else {
            throw CaseDifference(expected: "a response to \(path)", received: "nothing within \(timeLimit)")
        }
        return try result.get()
    }

    /// The information about the device; nil if there is no HTTP server, or if it does not answer with JSON.
    package func information() async -> JSONObject? {
        let path = "/setup/eureka_info?params=version,name,build_info,device_info&options=detail"
        guard let response = try? await request(path), response.status == 200 else { return nil }
        return response.object
    }
}

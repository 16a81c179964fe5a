import AsyncHTTPClient
import CastHTTPClient
import CastTransport
import CastWire
import NIOCore
import NIOHTTP1

/// Requests to the HTTP server of the device.
struct EurekaRequest: Sendable {
    /// A response.
    struct Response: Sendable {
        var status: Int
        var contentType: String
        var body: [UInt8]
        var object: JSONObject? { (try? JSONValue(parsing: body))?.objectValue }
    }

    private static let limit = 262_144
    private let base: String

    init(_ device: DeviceUnderTest) {
        let host = device.endpoint.host
        base = "http://\(host.contains(":") ? "[\(host)]" : host):\(device.httpPort)"
    }

    /// Requests a path.
    func get(_ path: String) async throws -> Response {
        var configuration = RestrictedHTTPClient.Configuration()
        configuration.timeLimit = .seconds(5)
        configuration.redirectLimit = 0
        let client = RestrictedHTTPClient(configuration)
        let result: Result<Response, any Error>
        do {
            let headers: HTTPHeaders = ["User-Agent": "swift-cast", "Accept-Encoding": "identity"]
            result = .success(
                try await client.request(base + path, headers: headers) { response, _ in
                    let body = try await response.body.collect(upTo: Self.limit)
                    return Response(
                        status: Int(response.status.code),
                        contentType: response.headers.first(name: "Content-Type") ?? "",
                        body: Array(body.readableBytesView)
                    )
                }
            )
        } catch {
            result = .failure(error)
        }
        await client.shutdown()
        return try result.get()
    }

    /// The information about the device; nil if there is no HTTP server, or if it does not answer with JSON.
    func perform() async -> JSONObject? {
        let response = try? await get("/setup/eureka_info?params=version,name,build_info,device_info&options=detail")
        guard let response, response.status == 200 else { return nil }
        return response.object
    }
}

// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastAdmission
import CastUI
import NIOCore
import NIOHTTP1

@testable import CastRemote
@testable import CastSender

/// An HTTP client of a web remote, which can behave like a browser or an attacker.
struct TestClient: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: String

        /// The value of an attribute or a field in the page.
        func value(after text: String) -> String? {
            body.firstRange(of: text).map { String(body[$0.upperBound...].prefix { $0 != "\"" }) }
        }
    }

    var port: Int
    var cookie: String?

    func request(
        _ method: HTTPMethod,
        _ path: String,
        _ headers: [(String, String)] = [],
        body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = method
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let cookie { request.headers.add(name: "Cookie", value: cookie) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        // Redirects are returned and not followed.
        let answer = try await Self.httpClient.execute(request, timeout: .seconds(20))
        let text = String(buffer: try await answer.body.collect(upTo: 1 << 22))
        return Answer(status: Int(answer.status.code), headers: answer.headers, body: text)
    }

    private static let httpClient = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: HTTPClient.Configuration(redirectConfiguration: .disallow)
    )

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await request(.GET, path, headers)
    }

    func form(_ path: String, _ body: String, _ headers: [(String, String)] = []) async throws -> Answer {
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        return try await request(.POST, path, [type] + headers, body: body)
    }

    func json(_ path: String, _ body: String, _ headers: [(String, String)] = []) async throws -> Answer {
        try await request(.POST, path, [("Content-Type", "application/json")] + headers, body: body)
    }
}

/// A device provider that finds no devices.
private struct NoDevices: DeviceProvider {
    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        defer { continuation.finish() }
        for await _ in stream {}
    }
}

/// Runs a test with its own web remote.
func withRemote<Value: Sendable>(
    token: String? = nil,
    files: [String] = [],
    uploads: UploadLimits? = nil,
    uploadParent: String? = nil,
    limits: ConnectionLimits? = nil,
    unverifiedRequestTimeout: Duration? = nil,
    _ body: (WebRemote, TestClient) async throws -> Value
) async throws -> Value {
    var configuration = WebRemote.Configuration(localizer: .of("en_US"))
    configuration.token = token
    configuration.files = files
    configuration.uploads = uploads
    if let uploadParent { configuration.uploadParent = uploadParent }
    if let limits { configuration.connectionLimits = limits }
    if let unverifiedRequestTimeout { configuration.unverifiedRequestTimeout = unverifiedRequestTimeout }
    let manager = SessionManager()
    let remote = try await WebRemote.start(configuration, manager: manager) { () throws(CastError) in
        DeviceBrowser.start(from: [NoDevices()])
    }
    let result: Result<Value, any Error>
    do { result = .success(try await body(remote, TestClient(port: remote.port))) } catch { result = .failure(error) }
    await remote.close()
    await manager.close()
    return try result.get()
}

// SPDX-License-Identifier: Apache-2.0

import CastMedia

/// Runs a server on loopback for one test.
func withServer<Result>(
    _ change: (inout MediaServerConfiguration) -> Void = { _ in },
    _ body: (MediaServer, Int) async throws -> Result
) async throws -> Result {
    var configuration = MediaServerConfiguration(host: "127.0.0.1")
    change(&configuration)
    let server = try await MediaServer.start(configuration: configuration)
    do {
        let result = try await body(server, await server.port)
        await server.close()
        return result
    } catch {
        await server.close()
        throw error
    }
}

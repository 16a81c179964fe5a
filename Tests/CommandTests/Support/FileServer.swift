// SPDX-License-Identifier: Apache-2.0

import CastMedia

/// A web server with one file.
final class FileServer: Sendable {
    private let server: MediaServer
    let url: String

    init(_ file: SoundFile) async throws {
        server = try await MediaServer.start()
        url = server.url(for: try server.share(file: file.path), reachableFrom: "127.0.0.1")
    }

    func close() async {
        await server.close()
    }
}

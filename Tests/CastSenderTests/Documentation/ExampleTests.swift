// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import Testing

/// The examples of the documentation, compiled with the public API only.
private enum Examples {
    static func play(_ address: String, on name: String) async throws {
        let browser = try await DeviceBrowser.start()
        let device = try await browser.find(name, timeout: .seconds(5))
        await browser.close()
        let connection = try await CastConnection.open(to: device)
        let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
        let film = MediaInformation(contentID: address, contentType: "video/mp4")
        try await session.media.load(film, until: .playing())
        for await snapshot in session.media.statuses {
            guard let snapshot, snapshot.playerState != .idle else { break }
            print(snapshot.title ?? address, snapshot.position(), snapshot.duration ?? .nan)
        }
        try await session.stop()
        await connection.close()
    }

    static func explain(_ film: MediaInformation, in session: CastSession) async {
        do {
            try await session.media.load(film, until: .playing())
        } catch {
            if error.code == .loadFailed, error.payload?.detailedErrorCode == .mediaSourceNotSupported {
                print("The device cannot play this format, or cannot reach the address.")
            } else {
                print(error.reason)
            }
        }
    }
}

@Suite("Documentation examples")
struct ExampleTests {
    @Test("The examples compile with the public API")
    func compiles() {
        let examples: (String, String) async throws -> Void = Examples.play
        let explanation: (MediaInformation, CastSession) async -> Void = Examples.explain
        #expect(type(of: examples) == ((String, String) async throws -> Void).self)
        #expect(type(of: explanation) == ((MediaInformation, CastSession) async -> Void).self)
    }
}

// SPDX-License-Identifier: Apache-2.0

public import CastMedia
public import CastSender
public import CastTransport
import CastWire
import NIOConcurrencyHelpers

/// The device that the cases examine.
public struct DeviceUnderTest: Sendable {
    /// Where the device listens.
    public var endpoint: CastEndpoint
    /// The record that the device advertises; nil if it was named by its address.
    public var record: CastDevice?
    /// The port of its HTTP server. Default 8008.
    public var httpPort: Int
    /// The factor of the time that cases wait for messages. Default 1. Tests of devices that never answer shorten it.
    var patience = 1.0
    let connector: any CastConnector
    let sound: SilentSound

    /// - Parameters:
    ///   - endpoint: Where the device listens.
    ///   - record: The record that the device advertises.
    ///   - httpPort: The port of its HTTP server. Default 8008.
    ///   - server: Serves the silent sound that media cases play.
    ///   - connector: Opens the connections. Default: over TLS.
    public init(
        at endpoint: CastEndpoint,
        record: CastDevice? = nil,
        httpPort: Int = 8008,
        server: MediaServer,
        connector: any CastConnector = CastTLSConnector()
    ) {
        self.endpoint = endpoint
        self.record = record
        self.httpPort = httpPort
        self.connector = connector
        sound = SilentSound(server, for: endpoint)
    }
}

/// A minute of silence, which media cases play: nobody is disturbed.
final class SilentSound: Sendable {
    static let seconds = 60

    private let server: MediaServer
    private let endpoint: CastEndpoint
    private let address = NIOLockedValueBox<String?>(nil)

    init(_ server: MediaServer, for endpoint: CastEndpoint) {
        self.server = server
        self.endpoint = endpoint
    }

    /// Sets the address of this machine as the device sees it.
    func setAddress(_ address: String) { self.address.withLockedValue { $0 = address } }

    /// The address of this machine as the device sees it; nil before the run has asked the device.
    var localAddress: String? { address.withLockedValue { $0 } }

    /// The description for a load request.
    func media() async throws -> JSONObject {
        [
            "contentId": .string(try await url(Self.wave, "audio/wav", "silence.wav")),
            "contentType": "audio/wav",
            "streamType": "BUFFERED",
            "metadata": ["metadataType": 3, "title": "Silence", "artist": "swift-cast"],
        ]
    }

    /// The description of two subtitle tracks for the sound, with the IDs 1 and 2.
    func tracks() async throws -> JSONValue {
        let text = "WEBVTT\n\n00:00.000 --> 00:59.000\nSilence\n"
        let url = try await url(Array(text.utf8), "text/vtt", "silence.vtt")
        return .array(
            [(1, "en", "English"), (2, "de", "Deutsch")].map { id, language, name in
                [
                    "trackId": .integer(id), "type": "TEXT", "subtype": "SUBTITLES", "language": .string(language),
                    "name": .string(name), "trackContentId": .string(url), "trackContentType": "text/vtt",
                ]
            }
        )
    }

    /// The description of a text that is no media.
    func text() async throws -> JSONObject {
        [
            "contentId": .string(try await url(Array("This is no sound.\n".utf8), "text/plain", "text.txt")),
            "contentType": "text/plain",
            "streamType": "BUFFERED",
        ]
    }

    private func url(_ bytes: [UInt8], _ contentType: String, _ name: String) async throws -> String {
        let host = localAddress ?? endpoint.host
        try await server.listen(reachableFrom: host)
        let shared = server.share(data: bytes, contentType: contentType, name: name)
        return server.url(for: shared, reachableFrom: host)
    }

    /// A WAVE file: 8-bit mono at 8,000 Hz.
    private static let wave: [UInt8] = {
        let count = seconds * 8000
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let header = Array("RIFF".utf8) + little(36 + count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        return header + format + Array("data".utf8) + little(count, 4) + [UInt8](repeating: 128, count: count)
    }()
}

// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastWire

/// Makes a device fetch a second of silence from this machine, which is the only reliable test of a firewall.
struct FetchProbe: Sendable {
    var device: CastDevice
    /// The ports for serving files; nil for any free port.
    var ports: PortRange?
    var firewall: FirewallProbe

    /// The time limit for the device's request. Devices request a file within a second after they accept the load.
    private static let requestTimeout = Duration.seconds(6)
    private static let interval = Duration.milliseconds(50)

    func run() async -> Finding {
        var options = ConnectionOptions()
        options.authentication.policy = .off
        do {
            let connection = try await CastConnection.open(to: device, options: options)
            let finding = await check(connection)
            await connection.close()
            return finding
        } catch {
            return finding(.warning, "the fetch test failed: \(error.reason)", "run cast doctor --play again")
        }
    }

    private func check(_ connection: CastConnection) async -> Finding {
        if let app = await connection.status.runningApplication {
            return finding(
                .warning,
                "fetch test skipped, because the device runs \(app.displayName ?? app.appID ?? "an app")",
                "stop the app with cast stop, then run cast doctor --play again"
            )
        }
        do {
            return try await MediaServer.withServer(configuration: .forDevices(ports: ports?.ports)) { server in
                try await server.listen(reachableFrom: connection.localAddress)
                return await fetch(from: server, connection)
            }
        } catch {
            return finding(.failure, "files cannot be served: \(error)", "choose another port with --media-port")
        }
    }

    private func fetch(from server: MediaServer, _ connection: CastConnection) async -> Finding {
        let silence = server.share(data: Self.silence, contentType: "audio/wav", name: "silence.wav")
        let url = server.url(for: silence, reachableFrom: connection.localAddress)
        let address = url.split(separator: "/").dropFirst().first.map(String.init) ?? url
        do {
            let session = try await connection.launch(ApplicationStatus.defaultMediaReceiverID)
            // Only the request for the file matters, not whether the load succeeds.
            async let loading = try? session.media.load(
                MediaInformation(contentID: url, contentType: "audio/wav", streamType: .buffered)
            )
            let deadline = ContinuousClock.now + Self.requestTimeout
            while server.traffic(of: silence).requests == 0, ContinuousClock.now < deadline, !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
            }
            let wasFetched = server.traffic(of: silence).requests > 0
            try? await session.stop()
            _ = await loading
            guard !wasFetched else { return finding(.ok, "fetched a file from this machine at \(address)", nil) }
        } catch {
            return finding(.warning, "the fetch test failed: \(error.reason)", nil)
        }
        let advice = [FirewallProbe.Manager.ufw, .firewalld, .nftables]
            .map { "\($0.rawValue): \(FirewallProbe.text(firewall.commands($0, nil)))" }.joined(separator: "; ")
        return finding(
            .failure,
            "did not fetch a file from this machine at \(address) within \(TimeText.elapsed(Self.requestTimeout))",
            "allow connections in this machine's firewall (\(advice)); guest Wi-Fi or AP isolation also block them"
        )
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "fetch", subject: device.friendlyName, verdict: verdict, detail: detail, advice: advice)
    }

    /// One second of silence as a WAVE file: 8-bit mono at 8,000 Hz.
    private static let silence: [UInt8] = {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let header = Array("RIFF".utf8) + little(8036, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        return header + format + Array("data".utf8) + little(8000, 4) + [UInt8](repeating: 128, count: 8000)
    }()
}

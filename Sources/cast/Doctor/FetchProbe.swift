import CastMedia
import CastSender
import CastWire
import NIOPosix

/// Has a device fetch a second of silence from this machine: the only certain check for a firewall.
struct FetchProbe: Sendable {
    var device: CastDevice
    /// The ports at which files will be served; nil is any free port.
    var ports: PortRange?
    var firewall: FirewallProbe

    /// A device asks for a file within a second after it accepted the request to load it.
    private static let patience = Duration.seconds(6)
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
            return finding(.warning, "it could not be asked: \(error.reason)", "run cast doctor --play again")
        }
    }

    private func check(_ connection: CastConnection) async -> Finding {
        if let app = await connection.status.runningApplication {
            return finding(
                .warning,
                "not asked to fetch a file, because it runs \(app.displayName ?? app.appID ?? "an app")",
                "stop that with cast stop, and run cast doctor --play again"
            )
        }
        var configuration = MediaServerConfiguration()
        configuration.listensOnDemand = true
        configuration.ports = ports?.ports
        let server: MediaServer
        do throws(MediaServerError) {
            server = try await MediaServer.start(
                configuration: configuration,
                group: MultiThreadedEventLoopGroup.singleton
            )
            try await server.listen(reachableFrom: connection.localAddress)
        } catch {
            return finding(.failure, "no file can be served: \(error)", "choose another port with --media-port")
        }
        let finding = await fetch(from: server, connection)
        await server.close()
        return finding
    }

    private func fetch(from server: MediaServer, _ connection: CastConnection) async -> Finding {
        let silence = server.offer(data: Self.silence, contentType: "audio/wav", name: "silence.wav")
        let url = server.url(for: silence, reachableFrom: connection.localAddress)
        let place = url.split(separator: "/").dropFirst().first.map(String.init) ?? url
        do {
            let session = try await connection.launch(Application.defaultMediaReceiverID)
            // What becomes of the media does not matter, only whether it is fetched.
            async let loading = try? session.media.load(
                MediaInformation(contentID: url, contentType: "audio/wav", streamType: .buffered)
            )
            let deadline = ContinuousClock.now + Self.patience
            while server.traffic(of: silence).requests == 0, ContinuousClock.now < deadline, !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
            }
            let wasFetched = server.traffic(of: silence).requests > 0
            try? await session.stop()
            _ = await loading
            guard !wasFetched else { return finding(.ok, "it fetched a file from this machine at \(place)", nil) }
        } catch {
            return finding(.warning, "it could not be asked to fetch a file: \(error.reason)", nil)
        }
        let advice = [FirewallProbe.Manager.ufw, .firewalld, .nftables]
            .map { "\($0.rawValue): \(firewall.advice($0, nil))" }.joined(separator: "; ")
        return finding(
            .failure,
            "it did not fetch a file from this machine at \(place) within \(TimeText.elapsed(Self.patience))",
            "let devices in through this machine's firewall (\(advice)); a guest Wi-Fi or AP isolation also keeps them out"
        )
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "fetch", subject: device.friendlyName, verdict: verdict, detail: detail, advice: advice)
    }

    /// 8-bit mono WAVE with 8000 samples.
    private static let silence: [UInt8] = {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let header = Array("RIFF".utf8) + little(8036, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
        return header + format + Array("data".utf8) + little(8000, 4) + [UInt8](repeating: 128, count: 8000)
    }()
}

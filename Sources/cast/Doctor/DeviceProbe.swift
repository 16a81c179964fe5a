import CastSender
import CastTransport
import CastWire
import NIOCore
import NIOPosix
import SystemErrors

/// Connects to one device, step by step, and takes the times.
struct DeviceProbe: Sendable {
    var device: CastDevice

    private static let patience = Duration.seconds(5)

    func run() async -> Finding {
        guard let endpoint = device.endpoints.first else {
            return finding(.failure, "it has no address", "restart the device")
        }
        let clock = ContinuousClock()
        let begin = clock.now
        do {
            try await connectOverTCP(to: endpoint)
        } catch {
            return finding(
                .failure,
                "\(endpoint) cannot be reached over TCP: \(SystemErrorText.describe(error))",
                "the device may be off, or a firewall or \"AP isolation\" keeps this machine from it"
            )
        }
        let tcp = clock.now - begin
        var options = ConnectionOptions()
        options.connectTimeout = Self.patience
        options.requestTimeout = Self.patience
        options.authentication.timeout = .seconds(2)
        options.descriptionTimeout = .seconds(1)
        do {
            let opening = clock.now
            let connection = try await CastConnection.open(to: device, options: options)
            let ready = clock.now - opening
            let app = await connection.status.runningApplication?.displayName ?? "nothing"
            let proof = await Self.proof(of: connection)
            await connection.close()
            return Finding(
                check: "device",
                subject: connection.device.friendlyName,
                verdict: .ok,
                detail:
                    "\(endpoint), TCP \(TimeText.elapsed(tcp)), TLS and first status \(TimeText.elapsed(ready)), runs \(app), "
                    + proof
            )
        } catch {
            return finding(.failure, "TCP \(TimeText.elapsed(tcp)), then: \(error.reason)", "restart the device")
        }
    }

    /// Whether Google's own senders would take it for a genuine device: what makes one work with this tool and not
    /// with a phone.
    private static func proof(of connection: CastConnection) async -> String {
        for await authentication in connection.authentications where authentication != .pending { break }
        return switch connection.authentication {
        case .authenticated(let device): "genuine (\(device.rootName))"
        case .failed(let failure): "not proven genuine: \(failure.reason)"
        case .notAsked, .pending: "not asked whether it is genuine"
        }
    }

    private func connectOverTCP(to endpoint: CastEndpoint) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(TimeAmount(Self.patience))
            .connect(host: endpoint.host, port: endpoint.port)
            .get()
        try await channel.close()
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "device", subject: device.friendlyName, verdict: verdict, detail: detail, advice: advice)
    }
}

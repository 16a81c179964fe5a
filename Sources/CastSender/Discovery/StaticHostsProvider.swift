public import CastTransport
import NIOCore

/// Devices at known addresses, for networks that carry no multicast.
///
/// Each address is asked who is there, by a short connection, again and again: a device that moved in, was renamed or
/// went is noticed. Addresses outside the local network are allowed here, since a person named them.
public struct StaticHostsProvider: DeviceProvider {
    /// How long between two questions to one address. Default 30 s.
    public var interval: Duration
    /// After so many questions without an answer, one after the other, a device counts as gone. Its address is asked on.
    /// Default 5.
    public var failureLimit: Int

    private let endpoints: [CastEndpoint]
    private let identify: @Sendable (CastEndpoint) async throws(CastError) -> CastDevice
    private let sleep: @Sendable (Duration) async throws -> Void

    public init(_ endpoints: [CastEndpoint], interval: Duration = .seconds(30), failureLimit: Int = 5) {
        self.init(
            endpoints,
            interval: interval,
            failureLimit: failureLimit,
            identify: { (endpoint) async throws(CastError) -> CastDevice in try await CastDevice.identify(endpoint) },
            sleep: { try await Task.sleep(for: $0) }
        )
    }

    /// With a world of the caller's own.
    package init(
        _ endpoints: [CastEndpoint],
        interval: Duration = .seconds(30),
        failureLimit: Int = 5,
        identify: @escaping @Sendable (CastEndpoint) async throws(CastError) -> CastDevice,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.endpoints = endpoints
        self.interval = interval
        self.failureLimit = max(1, failureLimit)
        self.identify = identify
        self.sleep = sleep
    }

    public func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        await withDiscardingTaskGroup { group in
            for endpoint in Set(endpoints) {
                group.addTask { await follow(endpoint, report) }
            }
        }
    }

    private func follow(_ endpoint: CastEndpoint, _ report: @Sendable (DeviceSighting) async -> Void) async {
        var failures = 0
        while !Task.isCancelled {
            do throws(CastError) {
                let device = try await identify(endpoint)
                failures = 0
                await report(.seen(device, as: "\(endpoint)"))
            } catch {
                failures += 1
                if failures == failureLimit { await report(.gone("\(endpoint)")) }
            }
            do { try await sleep(interval) } catch { return }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

public import CastTransport
import NIOCore

/// A provider of devices at known addresses, for networks without multicast.
///
/// Each address is queried periodically over a short connection, so devices that appear, are renamed or disappear are
/// noticed. Addresses outside the local network are allowed here, because the user specified them.
public struct StaticHostsProvider: DeviceProvider {
    /// The time between two queries to one address. Default 30 s.
    public var interval: Duration
    /// The number of consecutive unanswered queries after which a device counts as gone. Queries to its address
    /// continue. Default 5.
    public var failureLimit: Int

    private let endpoints: [CastEndpoint]
    private let identify: @Sendable (CastEndpoint) async throws(CastError) -> CastDevice
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Creates a provider for these addresses.
    public init(_ endpoints: [CastEndpoint], interval: Duration = .seconds(30), failureLimit: Int = 5) {
        self.init(
            endpoints,
            interval: interval,
            failureLimit: failureLimit,
            identify: { (endpoint) async throws(CastError) -> CastDevice in try await CastDevice.identify(endpoint) },
            sleep: { try await Task.sleep(for: $0) }
        )
    }

    /// Creates a provider with a custom environment.
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

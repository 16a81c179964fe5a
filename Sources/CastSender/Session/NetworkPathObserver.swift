// SPDX-License-Identifier: Apache-2.0

#if canImport(Network)
import Dispatch
import Network

/// Reports changes of this machine's network: its loss, its return, and another interface.
///
/// Cast devices are not reached over a cellular network, which therefore does not count.
@MainActor
package final class NetworkPathObserver {
    private struct Path: Equatable {
        var isReachable: Bool
        var interfaces: [String]
    }

    private let monitor = NWPathMonitor(prohibitedInterfaceTypes: [.cellular, .loopback])
    private var last: Path?

    /// - Parameter onChange: Called with whether there is a network, first only if there is none.
    package init(onChange: @escaping @MainActor @Sendable (_ isReachable: Bool) -> Void) {
        monitor.pathUpdateHandler = { [weak self] path in
            let path = Path(
                isReachable: path.status == .satisfied,
                interfaces: path.availableInterfaces.map(\.name)
            )
            // The queue of the monitor is the main one.
            MainActor.assumeIsolated { self?.updated(path, onChange) }
        }
        monitor.start(queue: .main)
    }

    deinit { monitor.cancel() }

    private func updated(_ path: Path, _ onChange: @MainActor (Bool) -> Void) {
        guard path != last else { return }
        let isFirst = last == nil
        last = path
        if !isFirst || !path.isReachable { onChange(path.isReachable) }
    }
}
#endif

// SPDX-License-Identifier: Apache-2.0

import CastSender
import Foundation

/// A device search that all scanners with the same criteria share. It ends when the last scanner releases it.
@MainActor
final class LegacyScan {
    /// The environment of the 2.x classes.
    static var environment = ContextEnvironment.standard
    private static var scans: [DiscoveryCriteria: WeakScan] = [:]

    private struct WeakScan {
        weak var scan: LegacyScan?
    }

    /// The delay before discovery is retried.
    private static let retryDelay = Duration.seconds(5)

    /// The last list of devices.
    private(set) var list: [CastDevice] = []
    private var handlers: [ObjectIdentifier: ([CastDevice]) -> Void] = [:]
    private var search: Task<Void, Never>?

    private init() {}

    deinit { search?.cancel() }

    /// Returns the search for the given criteria, and starts it if necessary.
    static func shared(_ criteria: DiscoveryCriteria) -> LegacyScan {
        scans = scans.filter { $0.value.scan != nil }
        if let scan = scans[criteria]?.scan { return scan }
        let scan = LegacyScan()
        scan.begin(criteria)
        scans[criteria] = WeakScan(scan: scan)
        return scan
    }

    /// Calls a closure with every new list, until ``remove(_:)`` is called.
    func add(_ owner: AnyObject, _ handler: @escaping ([CastDevice]) -> Void) {
        handlers[ObjectIdentifier(owner)] = handler
    }

    func remove(_ owner: AnyObject) { handlers[ObjectIdentifier(owner)] = nil }

    private func begin(_ criteria: DiscoveryCriteria) {
        let environment = Self.environment
        let scan = WeakBox<LegacyScan>()
        scan.value = self
        let mailbox = MainMailbox<[CastDevice]>(isSuperseded: { _, _ in true }, deliver: { scan.value?.found($0) })
        search = Task { @concurrent in
            while !Task.isCancelled {
                do throws(CastError) {
                    let browser = try await environment.browse(criteria)
                    for await list in browser.devices { mailbox.post(list) }
                    await browser.close()
                } catch {
                    Log(of: "GCKDeviceScanner").warning("device search failed: \(error.reason)")
                }
                try? await environment.sleep(Self.retryDelay)
            }
        }
    }

    private func found(_ list: [CastDevice]) {
        self.list = list
        for handler in handlers.values { handler(list) }
    }
}

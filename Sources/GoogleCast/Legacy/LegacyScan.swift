import CastSender
import Foundation

/// One search for devices that every scanner with the same criteria shares. It ends with the last of them.
@MainActor
final class LegacyScan {
    /// The world in which the classes of the 2.x API live.
    static var environment = ContextEnvironment.standard
    private static var scans: [DiscoveryCriteria: WeakScan] = [:]

    private struct WeakScan {
        weak var scan: LegacyScan?
    }

    /// How long until the next try where searching is not possible.
    private static let pause = Duration.seconds(5)

    /// What was found last.
    private(set) var list: [CastDevice] = []
    private var takers: [ObjectIdentifier: ([CastDevice]) -> Void] = [:]
    private var search: Task<Void, Never>?

    private init() {}

    deinit { search?.cancel() }

    /// The search for these devices, which begins if there is none.
    static func shared(_ criteria: DiscoveryCriteria) -> LegacyScan {
        scans = scans.filter { $0.value.scan != nil }
        if let scan = scans[criteria]?.scan { return scan }
        let scan = LegacyScan()
        scan.begin(criteria)
        scans[criteria] = WeakScan(scan: scan)
        return scan
    }

    /// Has every new list handed over, until ``remove(_:)``.
    func add(_ owner: AnyObject, _ taker: @escaping ([CastDevice]) -> Void) {
        takers[ObjectIdentifier(owner)] = taker
    }

    func remove(_ owner: AnyObject) { takers[ObjectIdentifier(owner)] = nil }

    private func begin(_ criteria: DiscoveryCriteria) {
        let environment = Self.environment
        let scan = WeakBox<LegacyScan>()
        scan.value = self
        let mailbox = MainMailbox<[CastDevice]>(isOvertaken: { _, _ in true }, deliver: { scan.value?.found($0) })
        search = Task { @concurrent in
            while !Task.isCancelled {
                do throws(CastError) {
                    let browser = try await environment.browse(criteria)
                    for await list in browser.devices { mailbox.post(list) }
                    await browser.close()
                } catch {
                    Log(of: "GCKDeviceScanner").warning("no search for devices: \(error.reason)")
                }
                try? await environment.sleep(Self.pause)
            }
        }
    }

    private func found(_ list: [CastDevice]) {
        self.list = list
        for taker in takers.values { taker(list) }
    }
}

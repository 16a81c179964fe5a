import CastSender

/// One search for the devices of the network, of which every page has its own view.
@MainActor
final class SharedDevices {
    private let start: @Sendable () async throws(CastError) -> DeviceBrowser
    private var browser: DeviceBrowser?

    init(_ start: @escaping @Sendable () async throws(CastError) -> DeviceBrowser) { self.start = start }

    /// The search; begun when there is none yet.
    func present() async throws(CastError) -> DeviceBrowser {
        if let browser { return browser }
        let begun = try await start()
        // Somebody else may have begun one meanwhile.
        if let browser {
            await begun.close()
            return browser
        }
        browser = begun
        return begun
    }

    func close() async {
        await browser?.close()
        browser = nil
    }

    /// Tells a browser what another one sees.
    struct Provider: DeviceProvider {
        let browser: DeviceBrowser

        func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
            var known: [String: CastDevice] = [:]
            for await devices in browser.devices {
                let present = Dictionary(devices.map { ($0.id, $0) }) { one, _ in one }
                for id in known.keys where present[id] == nil { await report(.gone(id)) }
                for (id, device) in present where known[id] != device { await report(.seen(device, as: id)) }
                known = present
            }
        }
    }
}

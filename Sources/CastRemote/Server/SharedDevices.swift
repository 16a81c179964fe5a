// SPDX-License-Identifier: Apache-2.0

import CastSender

/// A single search for devices, of which every page has its own view.
@MainActor
final class SharedDevices {
    private let start: @Sendable () async throws(CastError) -> DeviceBrowser
    private var browser: DeviceBrowser?

    init(_ start: @escaping @Sendable () async throws(CastError) -> DeviceBrowser) { self.start = start }

    /// Returns the browser of the search, which is started on first use.
    func present() async throws(CastError) -> DeviceBrowser {
        if let browser { return browser }
        let newBrowser = try await start()
        // Another call may have started a search meanwhile.
        if let browser {
            await newBrowser.close()
            return browser
        }
        browser = newBrowser
        return newBrowser
    }

    func close() async {
        await browser?.close()
        browser = nil
    }

    /// A device provider that reports the devices of another browser.
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

// SPDX-License-Identifier: Apache-2.0

import CastBridge
import CastUI

/// The shared part of all pages of a fleet: the devices, and the commands that are sent to them.
@MainActor
final class FleetHost {
    typealias Sender = @Sendable (SiteCommand, [FleetDevice.ID]) async -> [FleetResult]

    let localizer: Localizer
    private let send: Sender
    private(set) var pages = OpenPages<OpenFleetPage>()
    private(set) var devices: [FleetDevice] = []
    private(set) var connectionProblem: String?
    private let tasks = OwnedTasks()
    private var isClosed = false

    init(localizer: Localizer, send: @escaping Sender) {
        self.localizer = localizer
        self.send = send
        tasks.run { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                self?.tick()
            }
        }
    }

    func close() async {
        isClosed = true
        tasks.cancel()
        for page in pages.removeAll() { page.close() }
        await tasks.close()
    }

    // MARK: Devices

    func update(_ devices: [FleetDevice]) {
        // By name, as users look for them; they arrive in the order of their ids.
        self.devices = devices.sorted {
            ($0.id.site, $0.name, $0.id.device) < ($1.id.site, $1.name, $1.id.device)
        }
        connectionProblem = nil
        signalReaders()
    }

    /// Reports that the broker cannot be reached. The last devices stay on the pages.
    func connectionLost(_ reason: String) {
        connectionProblem = reason
        signalReaders()
    }

    func device(_ text: String) -> FleetDevice? { devices.first { $0.id.text == text } }

    // MARK: Pages

    /// Opens a page, closing the oldest one without a reader if there are too many; nil if all have readers.
    func open() -> OpenFleetPage? {
        while pages.isFull {
            guard let oldest = pages.removeOldestIdle() else { return nil }
            oldest.close()
        }
        guard !isClosed else { return nil }
        let page = OpenFleetPage(host: self)
        pages.add(page)
        return page
    }

    private func tick() {
        signalReaders()
        for page in pages.removeIdle() { page.close() }
    }

    private func signalReaders() { for page in pages.all { page.reader.signal() } }

    // MARK: Commands

    /// Sends a command to devices, and reports on a page what became of it.
    func send(_ command: SiteCommand, to devices: [FleetDevice], for page: OpenFleetPage) {
        guard !devices.isEmpty, !isClosed else { return }
        if devices.count > 1 { page.notify(Phrase(.fleetSending, .number(devices.count)), isNews: true) }
        tasks.run { [weak page, send] in page?.show(await send(command, devices.map(\.id)), of: devices) }
    }
}

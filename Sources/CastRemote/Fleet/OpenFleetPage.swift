// SPDX-License-Identifier: Apache-2.0

import CastBridge
import CastUI
import CastWire

/// The server's state of one open page of a fleet: what its user has chosen to see, and the last notice.
@MainActor
final class OpenFleetPage: FollowedPage {
    private static let noticeDuration = Duration.seconds(8)

    nonisolated let id = TokenVerifier.newSecret()
    nonisolated let secret = TokenVerifier.newSecret()
    private unowned let host: FleetHost
    var reader = PageReader()
    private(set) var lastSeen = ContinuousClock.now
    private(set) var hasScript = false
    private var site: String?
    private var search = ""
    private var notice: (phrase: Phrase, until: ContinuousClock.Instant)?
    private var announcements: [RemoteMessage.Announcement] = []
    private var sent = SentRegions<FleetPage.Region>()
    private var revision = 0

    init(host: FleetHost) { self.host = host }

    func close() { reader.finish() }

    func seen() { lastSeen = .now }

    // MARK: Content

    func page(at instant: ContinuousClock.Instant = .now) -> FleetPage {
        if let notice, notice.until <= instant { self.notice = nil }
        return FleetPage(
            devices: host.devices,
            connectionProblem: host.connectionProblem,
            site: site,
            search: search,
            notice: notice?.phrase,
            localizer: host.localizer
        )
    }

    func nextMessage() -> JSONValue? {
        let page = page()
        let parts = FleetPage.Region.allCases.compactMap { sent.change(of: $0, to: page.html(of: $0)) }
        guard !parts.isEmpty || !announcements.isEmpty else { return nil }
        defer { announcements = [] }
        revision += 1
        return RemoteMessage.json(revision: revision, parts: parts, announcements: announcements)
    }

    func readerDidChange(isNew: Bool) {
        lastSeen = .now
        guard isNew else { return }
        hasScript = true
        sent = SentRegions()
    }

    // MARK: Actions

    func take(_ request: FleetRequest) {
        seen()
        switch request {
        case .showSite(let site): self.site = site
        case .search(let text): search = text
        case .playShown(let text):
            guard let address = MediaAddress(text) else {
                notify(Phrase(.castAddressWrong), isNews: false)
                return
            }
            let item = SiteCommand.Item(url: address.text, contentType: address.contentType, title: address.title)
            sendToShown(.play([item]))
        case .pauseShown: sendToShown(.pause)
        case .stopShown: sendToShown(.stop)
        case .togglePlayback(let device):
            guard let device = host.device(device) else { return }
            host.send(device.mediaState == "paused" ? .resume : .pause, to: [device], for: self)
        case .stop(let device): send(.stop, to: device)
        case .toggleMute(let device):
            guard let device = host.device(device) else { return }
            host.send(.mute(!device.isMuted), to: [device], for: self)
        case .setVolume(let device, let level): send(.volume(.to(level)), to: device)
        }
        reader.signal()
    }

    private func send(_ command: SiteCommand, to device: String) {
        if let device = host.device(device) { host.send(command, to: [device], for: self) }
    }

    private func sendToShown(_ command: SiteCommand) {
        host.send(command, to: page().shown.filter(\.isOnline), for: self)
    }

    /// Reports failures, and the success of a command for several devices. That of one device shows in its state.
    func show(_ results: [FleetResult], of devices: [FleetDevice]) {
        let names = Dictionary(devices.map { ($0.id, $0.name) }) { $1 }
        let failures = results.filter { !$0.isSuccess }
        guard let first = failures.first else {
            if devices.count > 1 { notify(Phrase(.fleetDone, .number(devices.count)), isNews: true) }
            return
        }
        let reason = (
            Phrase.Argument.text(names[first.device] ?? first.device.device), Phrase.Argument.text(first.message ?? "")
        )
        guard devices.count > 1 else { return notify(Phrase(.fleetFailed, reason.0, reason.1), isNews: false) }
        notify(
            Phrase(.fleetFailedMany, .number(failures.count), .number(devices.count), reason.0, reason.1),
            isNews: false
        )
    }

    /// Shows a notice on the page, and announces it to screen readers.
    func notify(_ phrase: Phrase, isNews: Bool) {
        notice = (phrase, .now.advanced(by: Self.noticeDuration))
        announcements = [.init(text: host.localizer.text(phrase), isUrgent: !isNews)]
        reader.signal()
    }
}

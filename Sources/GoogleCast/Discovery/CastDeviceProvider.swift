import CastSender
import CastWire
import Foundation

/// The provider of Cast devices: what the engine's browser finds, and sessions by the engine.
final class CastDeviceProvider: GCKDeviceProvider {
    private let options: GCKCastOptions
    private let environment: ContextEnvironment
    /// Told the lists of the browser, for sessions whose device has moved.
    private let follow: @Sendable (LatestValues<[CastDevice]>) -> Void
    private var search: Task<Void, Never>?
    /// What the present search has found. What a former one found goes when this one had the time to find it again.
    private var listed: Set<String> = []

    init(
        options: GCKCastOptions,
        environment: ContextEnvironment,
        follow: @escaping @Sendable (LatestValues<[CastDevice]>) -> Void
    ) {
        self.options = options
        self.environment = environment
        self.follow = follow
        super.init(deviceCategory: kGCKCastDeviceCategory)
    }

    deinit { search?.cancel() }

    override func startDiscovery() {
        guard search == nil else { return }
        let (environment, follow) = (environment, follow)
        let criteria = DiscoveryCriteria(
            appIDs: Set(options.discoveryCriteria.ids),
            namespaces: Set((options.discoveryCriteria.namespaces ?? []).map { CastNamespace(rawValue: $0) })
        )
        let mailbox = mailbox()
        notifyDidStartDiscovery()
        search = Task { [weak self] in
            while !Task.isCancelled {
                do throws(CastError) {
                    let browser = try await environment.browse(criteria)
                    follow(browser.devices)
                    let patience = Task { @MainActor [weak self] in
                        try? await environment.sleep(Self.patience)
                        if !Task.isCancelled { self?.forgetUnseen(browser.present) }
                    }
                    // The list is taken off the main thread's hands, and newer ones take the place of older ones.
                    await Self.read(browser.devices, into: mailbox)
                    patience.cancel()
                    await browser.close()
                } catch {
                    self?.manager?.onProblem(error.reason)
                }
                // There is no network, or the search has ended by itself.
                try? await environment.sleep(Self.pause)
            }
        }
    }

    override func stopDiscovery() {
        search?.cancel()
        search = nil
    }

    override func createSession(
        for device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]?
    ) -> GCKSession {
        GCKCastSession(device: device, sessionID: sessionID, sessionOptions: sessionOptions, castOptions: options)
    }

    /// How long devices of an earlier search may take to answer again.
    private static let patience = Duration.seconds(10)
    /// How long until the next try where searching is not possible.
    private static let pause = Duration.seconds(5)

    @concurrent
    private static func read(_ lists: LatestValues<[CastDevice]>, into mailbox: MainMailbox<[CastDevice]>) async {
        for await list in lists { mailbox.post(list) }
    }

    private func mailbox() -> MainMailbox<[CastDevice]> {
        let owner = WeakBox<CastDeviceProvider>()
        owner.value = self
        let deliver: @MainActor @Sendable ([CastDevice]) -> Void = { list in
            guard let provider = owner.value, provider.search != nil else { return }
            let ids = Set(list.map(\.id))
            provider.show(list, lost: provider.listed.subtracting(ids))
            provider.listed = ids
        }
        listed = []
        return MainMailbox(isOvertaken: { _, _ in true }, deliver: deliver)
    }

    /// Brings the published devices into line with a list of the browser.
    private func show(_ list: [CastDevice], lost: Set<String>) {
        guard let manager else { return }
        manager.changeList {
            for device in devices where lost.contains(device.deviceID) { notifyDidUnpublishDevice(device) }
            for found in list { show(GCKDevice(found)) }
        }
    }

    private func show(_ device: GCKDevice) {
        guard let known = devices.first(where: { $0.deviceID == device.deviceID }) else {
            return notifyDidPublishDevice(device)
        }
        guard !known.says(theSameAs: device) else {
            known.found = device.found
            return
        }
        guard known.isElsewhere(than: device) else { return notifyDidUpdateDevice(device) }
        // Another address is, to listeners, another device.
        notifyDidUnpublishDevice(known)
        known.take(over: device)
        notifyDidPublishDevice(known)
    }

    private func forgetUnseen(_ present: [CastDevice]) {
        let ids = Set(present.map(\.id))
        manager?.changeList {
            for device in devices where !ids.contains(device.deviceID) { notifyDidUnpublishDevice(device) }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
import Foundation

/// The provider of Cast devices. It publishes what the engine's browser discovers and creates Cast sessions.
final class CastDeviceProvider: GCKDeviceProvider {
    private let options: GCKCastOptions
    private let environment: ContextEnvironment
    /// Receives the browser's device lists, so that sessions can follow a device to a new address.
    private let follow: @Sendable (LatestValues<[CastDevice]>) -> Void
    private var search: Task<Void, Never>?
    /// The number of searches, so that a list of an earlier search isn't delivered into this one.
    private var searchCount = 0
    /// The IDs of the devices that the current search has found. Devices of an earlier search are unpublished if this
    /// one doesn't find them within `rediscoveryTimeout`.
    private var foundIDs: Set<String> = []

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
                    let expiry = Task { @MainActor [weak self] in
                        try? await environment.sleep(Self.refusalTime)
                        if !Task.isCancelled { self?.manager?.problemWasSolved() }
                        try? await environment.sleep(Self.rediscoveryTimeout)
                        if !Task.isCancelled { self?.unpublishMissing(browser.present) }
                    }
                    // The list is read off the main actor, and a newer list replaces an older one that wasn't delivered
                    // yet.
                    await Self.read(browser.devices, into: mailbox)
                    expiry.cancel()
                    if !Task.isCancelled, let failure = browser.failure { self?.manager?.reportProblem(failure) }
                    await browser.close()
                } catch {
                    self?.manager?.reportProblem(error)
                }
                // Discovery is impossible (for example without a network), or the browser has stopped.
                try? await environment.sleep(Self.retryDelay)
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

    /// How long devices of an earlier search may take to be found again.
    private static let rediscoveryTimeout = Duration.seconds(10) - refusalTime
    /// The time within which the system ends a search that it does not allow.
    private static let refusalTime = Duration.seconds(2)
    /// The delay before discovery is retried.
    private static let retryDelay = Duration.seconds(5)

    @concurrent
    private static func read(_ lists: LatestValues<[CastDevice]>, into mailbox: MainMailbox<[CastDevice]>) async {
        for await list in lists { mailbox.post(list) }
    }

    private func mailbox() -> MainMailbox<[CastDevice]> {
        let owner = WeakBox<CastDeviceProvider>()
        owner.value = self
        searchCount += 1
        let number = searchCount
        let deliver: @MainActor @Sendable ([CastDevice]) -> Void = { list in
            guard let provider = owner.value, provider.search != nil, provider.searchCount == number else { return }
            let ids = Set(list.map(\.id))
            provider.publish(list, lost: provider.foundIDs.subtracting(ids))
            provider.foundIDs = ids
        }
        foundIDs = []
        return MainMailbox(isSuperseded: { _, _ in true }, deliver: deliver)
    }

    /// Updates the published devices to match a list of the browser.
    private func publish(_ list: [CastDevice], lost: Set<String>) {
        guard let manager else { return }
        if !list.isEmpty { manager.problemWasSolved() }
        manager.changeList {
            for device in devices where lost.contains(device.deviceID) { notifyDidUnpublishDevice(device) }
            for found in list { publish(GCKDevice(found)) }
        }
    }

    private func publish(_ device: GCKDevice) {
        guard let known = devices.first(where: { $0.deviceID == device.deviceID }) else {
            return notifyDidPublishDevice(device)
        }
        guard !known.hasSameDescription(as: device) else {
            known.found = device.found
            return
        }
        guard known.hasDifferentEndpoint(than: device) else { return notifyDidUpdateDevice(device) }
        // For listeners, a device with another address is another device.
        notifyDidUnpublishDevice(known)
        known.update(from: device)
        notifyDidPublishDevice(known)
    }

    private func unpublishMissing(_ present: [CastDevice]) {
        let ids = Set(present.map(\.id))
        manager?.changeList {
            for device in devices where !ids.contains(device.deviceID) { notifyDidUnpublishDevice(device) }
        }
    }
}

/// Delays discovery until the user first taps a Cast button, on platforms that ask for local network permission.
///
/// The gate opens once per installation, when discovery first starts, and stays open.
struct DiscoveryGate {
    /// Whether the platform has a gate.
    var isGated: Bool
    var hasOpened: () -> Bool
    var setOpened: () -> Void

    var isClosed: Bool { isGated && !hasOpened() }

    func open() { if isGated, !hasOpened() { setOpened() } }

    /// A gate for platforms that don't delay discovery.
    static var none: DiscoveryGate { DiscoveryGate(isGated: false, hasOpened: { true }, setOpened: {}) }

    /// The gate of the current platform.
    static var standard: DiscoveryGate {
        #if os(iOS)
        let key = "swift-cast.discoveryHasStarted"
        return DiscoveryGate(
            isGated: true,
            hasOpened: { UserDefaults.standard.bool(forKey: key) },
            setOpened: { UserDefaults.standard.set(true, forKey: key) }
        )
        #else
        return .none
        #endif
    }
}

/// The sort order of the device list: by name, as the locale compares names, then by ID.
enum DeviceOrder {
    static func precedes(_ left: GCKDevice, _ right: GCKDevice) -> Bool {
        let options: String.CompareOptions = [.caseInsensitive, .numeric]
        let (name, other) = (left.friendlyName ?? "", right.friendlyName ?? "")
        switch name.compare(other, options: options, range: nil, locale: .current) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return left.deviceID < right.deviceID
        }
    }
}

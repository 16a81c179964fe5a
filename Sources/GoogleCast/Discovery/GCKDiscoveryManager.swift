// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
import CastUI
import CastWire
public import Foundation

/// Manages the device providers and maintains one sorted list of their devices.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKDiscoveryManager)@objcMembers
#endif
open class GCKDiscoveryManager: NSObject {
    private struct Entry {
        let provider: GCKDeviceProvider
        /// Whether the provider was asked to start discovery.
        var isRunning = false
        /// Whether the provider reported that discovery started.
        var isStarted = false
    }

    /// A pending search for one device.
    private struct DeviceSearch {
        let uniqueID: String
        let timer: Task<Void, Never>
        let completion: (GCKDevice?) -> Void
        /// Called instead of `completion` when the search is canceled, for callers that must be notified in any case.
        var onCancel: () -> Void = {}
    }

    weak var context: GCKCastContext?
    private let sleep: @Sendable (Duration) async throws -> Void
    let gate: DiscoveryGate
    private var entries: [Entry] = []
    private(set) var list: [GCKDevice] = []
    private var isRunning = false
    /// Whether the app has started discovery and not stopped it since.
    private var isRequested = false
    private var isInBackground = false
    private var isPassive = false
    private var hadDevices = false
    /// What prevented the last attempt to discover devices. Nil if there was nothing.
    private(set) var problem: DiscoveryState.Problem?
    /// Called when discovery can't run, and with nil when it runs again.
    var onProblem: (DiscoveryState.Problem?) -> Void = { _ in }
    private let presenceStreams = Broadcast<Bool>(bufferingNewest: 1)
    /// The nesting depth of ``changeList(_:)``.
    private var changeDepth = 0
    private var hasNotifiedWillUpdate = false
    private var searches: [Int: DeviceSearch] = [:]
    private var lastSearchID = 0
    private var publicSearchID: Int?
    private var listeners = WeakList<any GCKDiscoveryManagerListener>()

    init(gate: DiscoveryGate, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.gate = gate
        self.sleep = sleep
        super.init()
    }

    // MARK: State

    /// The state of discovery.
    open var discoveryState: GCKDiscoveryState {
        requireMainThread(of: GCKDiscoveryManager.self)
        return isRunning ? .running : .stopped
    }

    /// Whether discovery is running.
    open var discoveryActive: Bool {
        requireMainThread(of: GCKDiscoveryManager.self)
        return isRunning
    }

    /// Whether any devices were discovered.
    open dynamic var hasDiscoveredDevices: Bool {
        requireMainThread(of: GCKDiscoveryManager.self)
        return !list.isEmpty
    }

    /// A stream of ``hasDiscoveredDevices`` and its changes that buffers the newest value only. An addition to the
    /// original API.
    public var devicePresences: AsyncStream<Bool> {
        requireMainThread(of: GCKDiscoveryManager.self)
        return presenceStreams.stream(beginningWith: [!list.isEmpty])
    }

    /// Whether providers should send fewer queries, which makes the list less current. Default false.
    open var passiveScan: Bool {
        get {
            requireMainThread(of: GCKDiscoveryManager.self)
            return isPassive
        }
        set {
            requireMainThread(of: GCKDiscoveryManager.self)
            isPassive = newValue
            for entry in entries { entry.provider.passiveScan = newValue }
        }
    }

    /// The number of discovered devices.
    open var deviceCount: UInt {
        requireMainThread(of: GCKDiscoveryManager.self)
        return UInt(list.count)
    }

    /// Returns the device at an index. The program stops if the index isn't less than ``deviceCount``.
    #if canImport(ObjectiveC)
    @objc(deviceAtIndex:)
    #endif
    open func device(at index: UInt) -> GCKDevice {
        requireMainThread(of: GCKDiscoveryManager.self)
        guard index < UInt(list.count) else {
            raise("NSRangeException", "device index \(index) is out of range: the list has \(list.count) devices")
        }
        return list[Int(index)]
    }

    /// Returns the device with this ``GCKDevice/uniqueID``, or nil if it isn't in the list.
    open func device(withUniqueID uniqueID: String) -> GCKDevice? {
        requireMainThread(of: GCKDiscoveryManager.self)
        return list.first { $0.uniqueID == uniqueID }
    }

    /// Returns whether discovery has started for a category.
    open func isDiscoveryActive(forDeviceCategory deviceCategory: String) -> Bool {
        requireMainThread(of: GCKDiscoveryManager.self)
        return entries.contains { $0.provider.deviceCategory == deviceCategory && $0.isStarted }
    }

    /// The discovered Cast devices.
    var castDevices: [CastDevice] { list.compactMap(\.found) }

    // MARK: Starting and stopping

    /// Starts discovery. It runs until ``stopDiscovery()`` is called, except while the app is in the background.
    open func startDiscovery() {
        requireMainThread(of: GCKDiscoveryManager.self)
        isRequested = true
        guard !isInBackground else { return }
        run()
    }

    /// Stops discovery. The list of devices is kept.
    open func stopDiscovery() {
        requireMainThread(of: GCKDiscoveryManager.self)
        isRequested = false
        halt()
    }

    /// Starts discovery when the context is created, if the options and the platform allow it.
    func autostart(_ options: GCKCastOptions) {
        guard !options.disableDiscoveryAutostart else { return }
        guard !gate.isClosed || !options.startDiscoveryAfterFirstTapOnCastButton else { return }
        startDiscovery()
    }

    func enteredBackground() {
        isInBackground = true
        halt()
    }

    func enteredForeground() {
        isInBackground = false
        if isRequested { run() }
    }

    /// Removes all devices, which belong to the previous network, and restarts discovery.
    func networkChanged() {
        changeList {
            for entry in entries {
                for device in entry.provider.devices { entry.provider.notifyDidUnpublishDevice(device) }
            }
        }
        guard isRunning else { return }
        halt()
        run()
    }

    private func run() {
        guard !isRunning else { return }
        isRunning = true
        Log(of: "GCKDiscoveryManager").info("discovery started")
        gate.open()
        if !list.isEmpty { notify { $0.didHaveDiscoveredDeviceWhenStartingDiscovery() } }
        for entry in entries { start(entry.provider) }
    }

    private func halt() {
        guard isRunning else { return }
        isRunning = false
        Log(of: "GCKDiscoveryManager").info("discovery stopped")
        for index in entries.indices where entries[index].isRunning {
            entries[index].isRunning = false
            entries[index].isStarted = false
            entries[index].provider.stopDiscovery()
        }
    }

    private func start(_ provider: GCKDeviceProvider) {
        guard let index = entries.firstIndex(where: { $0.provider === provider }), !entries[index].isRunning else {
            return
        }
        entries[index].isRunning = true
        provider.passiveScan = isPassive
        provider.startDiscovery()
    }

    // MARK: Providers

    func provider(forCategory category: String) -> GCKDeviceProvider? {
        entries.first { $0.provider.deviceCategory == category }?.provider
    }

    func register(_ provider: GCKDeviceProvider) {
        guard !entries.contains(where: { $0.provider === provider }) else { return }
        unregister(category: provider.deviceCategory)
        provider.manager = self
        entries.append(Entry(provider: provider))
        if !provider.devices.isEmpty { changeList { for device in provider.devices { devicePublished(device) } } }
        if isRunning { start(provider) }
    }

    func unregister(category: String) {
        guard let index = entries.firstIndex(where: { $0.provider.deviceCategory == category }) else { return }
        let entry = entries[index]
        if entry.isRunning { entry.provider.stopDiscovery() }
        entries.removeAll { $0.provider === entry.provider }
        changeList { for device in entry.provider.devices { deviceUnpublished(device) } }
        entry.provider.manager = nil
    }

    func providerStarted(_ provider: GCKDeviceProvider) {
        guard let index = entries.firstIndex(where: { $0.provider === provider }), entries[index].isRunning,
            !entries[index].isStarted
        else { return }
        entries[index].isStarted = true
        notify { $0.didStartDiscovery(forDeviceCategory: provider.deviceCategory) }
    }

    // MARK: Device list

    /// Groups changes into one pair of `willUpdateDeviceList` and `didUpdateDeviceList` calls, if there are any
    /// changes.
    func changeList(_ changes: () -> Void) {
        changeDepth += 1
        changes()
        changeDepth -= 1
        guard changeDepth == 0, hasNotifiedWillUpdate else { return }
        hasNotifiedWillUpdate = false
        notify { $0.didUpdateDeviceList() }
        presenceChanged()
    }

    private func change(_ body: () -> Void) {
        changeList {
            if !hasNotifiedWillUpdate {
                hasNotifiedWillUpdate = true
                notify { $0.willUpdateDeviceList() }
            }
            body()
        }
    }

    func devicePublished(_ device: GCKDevice) {
        guard !list.contains(device) else { return }
        change {
            let index = insert(device)
            Log(of: "GCKDiscoveryManager").debug("inserted \(device)")
            notify { $0.didInsert(device, at: UInt(index)) }
        }
        completeSearches(device)
    }

    func deviceUpdated(_ device: GCKDevice) {
        guard let old = list.firstIndex(where: { $0 === device }) else { return }
        change {
            list.remove(at: old)
            let new = insert(device)
            notify {
                if old == new {
                    $0.didUpdate(device, at: UInt(old))
                } else {
                    $0.didUpdate(device, at: UInt(old), andMoveTo: UInt(new))
                }
            }
        }
        // The engine reports changes of Cast devices itself.
        if device.category != kGCKCastDeviceCategory { context?.sessionManager.deviceUpdated(device) }
    }

    func deviceUnpublished(_ device: GCKDevice) {
        guard let index = list.firstIndex(of: device) else { return }
        change {
            list.remove(at: index)
            Log(of: "GCKDiscoveryManager").debug("removed \(device)")
            notify {
                $0.didRemoveDevice(at: UInt(index))
                $0.didRemove(device, at: UInt(index))
            }
        }
    }

    private func insert(_ device: GCKDevice) -> Int {
        let index = list.firstIndex { DeviceOrder.precedes(device, $0) } ?? list.count
        list.insert(device, at: index)
        return index
    }

    private func presenceChanged() {
        guard hadDevices == list.isEmpty else { return }
        #if canImport(ObjectiveC)
        willChangeValue(forKey: kGCKKeyHasDiscoveredDevices)
        #endif
        hadDevices = !list.isEmpty
        presenceStreams.send(hadDevices)
        #if canImport(ObjectiveC)
        didChangeValue(forKey: kGCKKeyHasDiscoveredDevices)
        #endif
        context?.refreshCastState()
    }

    // MARK: Finding a device

    /// Searches for a device until a timeout. Only one search runs at a time: a new one cancels the previous one, whose
    /// completion is then not called.
    ///
    /// - Parameters:
    ///   - uniqueID: The ``GCKDevice/uniqueID`` of the device.
    ///   - timeout: The timeout in seconds.
    ///   - completion: Called after this method returns, with the device, or with nil if it wasn't found in time.
    open func findDevice(
        withUniqueID uniqueID: String,
        timeout: TimeInterval,
        completion: @escaping @Sendable (GCKDevice?) -> Void
    ) {
        requireMainThread(of: GCKDiscoveryManager.self)
        cancelFindOperation()
        publicSearchID = find(uniqueID, within: Self.limit(timeout), completion)
    }

    /// Searches for a device until a timeout, like the method of the same name whose completion receives an optional
    /// device. The completion isn't called if the device wasn't found.
    #if canImport(ObjectiveC)
    @nonobjc
    #endif
    @_disfavoredOverload
    open func findDevice(
        withUniqueID uniqueID: String,
        timeout: TimeInterval,
        completion: @escaping @Sendable (GCKDevice) -> Void
    ) {
        findDevice(withUniqueID: uniqueID, timeout: timeout) { (device: GCKDevice?) in
            if let device { completion(device) }
        }
    }

    /// Cancels the search of ``findDevice(withUniqueID:timeout:completion:)-(_,_,(GCKDevice?)->Void)``. Its completion
    /// isn't called.
    open func cancelFindOperation() {
        requireMainThread(of: GCKDiscoveryManager.self)
        guard let publicSearchID else { return }
        self.publicSearchID = nil
        cancelSearch(publicSearchID)
    }

    private func cancelSearch(_ id: Int) {
        guard let search = searches.removeValue(forKey: id) else { return }
        if publicSearchID == id { publicSearchID = nil }
        search.timer.cancel()
        search.onCancel()
    }

    /// Searches for a device until a timeout, and cancels any other search.
    ///
    /// - Returns: The device. Nil if it wasn't found in time, or if the search was canceled or replaced by another one.
    open func findDevice(withUniqueID uniqueID: String, timeout: TimeInterval) async -> GCKDevice? {
        requireMainThread(of: GCKDiscoveryManager.self)
        cancelFindOperation()
        let id = lastSearchID + 1
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                guard !Task.isCancelled else { return continuation.resume() }
                publicSearchID = find(uniqueID, within: Self.limit(timeout)) { _ in continuation.resume() }
                searches[id]?.onCancel = { continuation.resume() }
            }
        } onCancel: {
            Task { @MainActor [weak self] in self?.cancelSearch(id) }
        }
        return Task.isCancelled ? nil : device(withUniqueID: uniqueID)
    }

    /// Searches for a device, like the method of the same name that returns an optional device. If the device isn't
    /// found, returns a placeholder with which no session can be started.
    #if canImport(ObjectiveC)
    @nonobjc
    #endif
    @_disfavoredOverload
    open func findDevice(withUniqueID uniqueID: String, timeout: TimeInterval) async -> GCKDevice {
        let found: GCKDevice? = await findDevice(withUniqueID: uniqueID, timeout: timeout)
        return found ?? GCKDevice(placeholderFor: uniqueID, name: nil)
    }

    private static func limit(_ timeout: TimeInterval) -> Duration {
        .seconds(clamping: max(timeout, 0))
    }

    /// Searches for a device, independently of other searches. The completion is never called synchronously.
    @discardableResult
    func find(_ uniqueID: String, within timeout: Duration, _ completion: @escaping (GCKDevice?) -> Void) -> Int {
        lastSearchID += 1
        let id = lastSearchID
        let isListed = device(withUniqueID: uniqueID) != nil
        let sleep = sleep
        let timer = Task { [weak self] in
            if !isListed { try? await sleep(timeout) }
            guard !Task.isCancelled else { return }
            self?.searchEnded(id)
        }
        searches[id] = DeviceSearch(uniqueID: uniqueID, timer: timer, completion: completion)
        return id
    }

    private func searchEnded(_ id: Int) {
        guard let search = searches.removeValue(forKey: id) else { return }
        search.timer.cancel()
        if publicSearchID == id { publicSearchID = nil }
        search.completion(device(withUniqueID: search.uniqueID))
    }

    private func completeSearches(_ device: GCKDevice) {
        for (id, search) in searches.sorted(by: { $0.key < $1.key }) where search.uniqueID == device.uniqueID {
            searchEnded(id)
        }
    }

    // MARK: Problems

    /// Records why discovery can't run, and reports it to the widgets.
    func reportProblem(_ error: CastError) {
        let problem = DiscoveryState.Problem(error)
        self.problem = problem
        onProblem(problem)
    }

    /// Forgets an earlier problem, because a device was found or a search goes on.
    func problemWasSolved() {
        guard problem != nil else { return }
        problem = nil
        onProblem(nil)
    }

    // MARK: Listeners

    /// Adds a listener, which is held weakly.
    #if canImport(ObjectiveC)
    @objc(addListener:)
    #endif
    open func add(_ listener: any GCKDiscoveryManagerListener) {
        requireMainThread(of: GCKDiscoveryManager.self)
        listeners.add(listener)
    }

    /// Removes a listener.
    #if canImport(ObjectiveC)
    @objc(removeListener:)
    #endif
    open func remove(_ listener: any GCKDiscoveryManagerListener) {
        requireMainThread(of: GCKDiscoveryManager.self)
        listeners.remove(listener)
    }

    private func notify(_ call: (GCKDiscoveryManagerListenerMethods) -> Void) {
        for listener in listeners.all where listeners.contains(listener) { call(listener.implemented) }
    }

    /// Stops discovery and cancels all searches.
    func close() {
        halt()
        for id in searches.keys { cancelSearch(id) }
    }
}

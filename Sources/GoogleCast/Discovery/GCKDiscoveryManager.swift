import CastSender
import CastWire
public import Foundation

/// Runs the device providers and keeps one ordered list of what they find.
@preconcurrency
@MainActor
open class GCKDiscoveryManager: NSObject {
    private struct Entry {
        let provider: GCKDeviceProvider
        /// Whether it was told to look for devices.
        var isRunning = false
        /// Whether it said that it does.
        var isStarted = false
    }

    /// A search for one device.
    private struct Find {
        let uniqueID: String
        let timer: Task<Void, Never>
        let completion: (GCKDevice?) -> Void
        /// Called instead, where somebody must hear of the end in any case.
        var abandoned: () -> Void = {}
    }

    weak var context: GCKCastContext?
    private let sleep: @Sendable (Duration) async throws -> Void
    let gate: DiscoveryGate
    private var entries: [Entry] = []
    private(set) var list: [GCKDevice] = []
    private var isRunning = false
    /// Whether the app itself stopped the search, or never began one.
    private var isWanted = false
    private var isInBackground = false
    private var isPassive = false
    private var hadDevices = false
    /// Called with the reason, for people, why the search cannot be made.
    var onProblem: (String) -> Void = { _ in }
    private let presenceStreams = ValueStreams<Bool>()
    /// How many bursts of changes are open, one in the other.
    private var bursts = 0
    private var hasSaidWillUpdate = false
    private var finds: [Int: Find] = [:]
    private var lastFind = 0
    private var publicFind: Int?
    private var listeners = WeakList<any GCKDiscoveryManagerListener>()

    init(gate: DiscoveryGate, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.gate = gate
        self.sleep = sleep
        super.init()
    }

    // MARK: State

    open var discoveryState: GCKDiscoveryState {
        requireMainThread(of: GCKDiscoveryManager.self)
        return isRunning ? .running : .stopped
    }

    open var discoveryActive: Bool {
        requireMainThread(of: GCKDiscoveryManager.self)
        return isRunning
    }

    /// Whether there is any device.
    open var hasDiscoveredDevices: Bool {
        requireMainThread(of: GCKDiscoveryManager.self)
        return !list.isEmpty
    }

    /// ``hasDiscoveredDevices`` now and when it changes, the newest only; in addition to the original's ways to observe it.
    public var devicePresences: AsyncStream<Bool> {
        requireMainThread(of: GCKDiscoveryManager.self)
        return presenceStreams.stream(from: !list.isEmpty)
    }

    /// Whether providers should ask fewer questions, at the price of older answers. Default false.
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

    open var deviceCount: UInt {
        requireMainThread(of: GCKDiscoveryManager.self)
        return UInt(list.count)
    }

    /// The device at an index below ``deviceCount``.
    open func device(at index: UInt) -> GCKDevice {
        requireMainThread(of: GCKDiscoveryManager.self)
        guard index < UInt(list.count) else {
            raise("NSRangeException", "there is no device at \(index), the list has \(list.count)")
        }
        return list[Int(index)]
    }

    /// The device with this ``GCKDevice/uniqueID``; nil when it is not listed.
    open func device(withUniqueID uniqueID: String) -> GCKDevice? {
        requireMainThread(of: GCKDiscoveryManager.self)
        return list.first { $0.uniqueID == uniqueID }
    }

    /// Whether the provider of a category looks for devices.
    open func isDiscoveryActive(forDeviceCategory deviceCategory: String) -> Bool {
        requireMainThread(of: GCKDiscoveryManager.self)
        return entries.contains { $0.provider.deviceCategory == deviceCategory && $0.isStarted }
    }

    /// The Cast devices as the engine knows them.
    var castDevices: [CastDevice] { list.compactMap(\.found) }

    // MARK: Starting and stopping

    /// Begins to look for devices, until ``stopDiscovery()``.
    open func startDiscovery() {
        requireMainThread(of: GCKDiscoveryManager.self)
        isWanted = true
        guard !isInBackground else { return }
        run()
    }

    /// Looks for no more devices; the list stays.
    open func stopDiscovery() {
        requireMainThread(of: GCKDiscoveryManager.self)
        isWanted = false
        halt()
    }

    /// The context was created: starts where the options and the platform allow it.
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
        if isWanted { run() }
    }

    /// The network is another one: what was found in the former one is gone.
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
        Log(of: "GCKDiscoveryManager").info("discovery starts")
        gate.open()
        if !list.isEmpty { tell { $0.didHaveDiscoveredDeviceWhenStartingDiscovery() } }
        for entry in entries { start(entry.provider) }
    }

    private func halt() {
        guard isRunning else { return }
        isRunning = false
        Log(of: "GCKDiscoveryManager").info("discovery stops")
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
        tell { $0.didStartDiscovery(forDeviceCategory: provider.deviceCategory) }
    }

    // MARK: The list

    /// Encloses changes in one pair of callbacks, if there are any.
    func changeList(_ changes: () -> Void) {
        bursts += 1
        changes()
        bursts -= 1
        guard bursts == 0, hasSaidWillUpdate else { return }
        hasSaidWillUpdate = false
        tell { $0.didUpdateDeviceList() }
        presenceChanged()
    }

    private func change(_ body: () -> Void) {
        changeList {
            if !hasSaidWillUpdate {
                hasSaidWillUpdate = true
                tell { $0.willUpdateDeviceList() }
            }
            body()
        }
    }

    func devicePublished(_ device: GCKDevice) {
        guard !list.contains(device) else { return }
        change {
            let index = insert(device)
            Log(of: "GCKDiscoveryManager").debug("\(device) is there")
            tell { $0.didInsert(device, at: UInt(index)) }
        }
        settleFinds(device)
    }

    func deviceUpdated(_ device: GCKDevice) {
        guard let old = list.firstIndex(where: { $0 === device }) else { return }
        change {
            list.remove(at: old)
            let new = insert(device)
            tell {
                if old == new {
                    $0.didUpdate(device, at: UInt(old))
                } else {
                    $0.didUpdate(device, at: UInt(old), andMoveTo: UInt(new))
                }
            }
        }
        // The engine tells of Cast devices itself.
        if device.category != kGCKCastDeviceCategory { context?.sessionManager.deviceUpdated(device) }
    }

    func deviceUnpublished(_ device: GCKDevice) {
        guard let index = list.firstIndex(of: device) else { return }
        change {
            list.remove(at: index)
            Log(of: "GCKDiscoveryManager").debug("\(device) is gone")
            tell {
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
        presenceStreams.publish(hadDevices)
        #if canImport(ObjectiveC)
        didChangeValue(forKey: kGCKKeyHasDiscoveredDevices)
        #endif
        context?.refreshCastState()
    }

    // MARK: Finding

    /// Waits for a device. One search at a time: another one takes the place of this one, which then says nothing.
    ///
    /// - Parameters:
    ///   - uniqueID: The device's ``GCKDevice/uniqueID``.
    ///   - timeout: Seconds.
    ///   - completion: Called after this returned: with the device, or with nil when it was not found in time.
    open func findDevice(
        withUniqueID uniqueID: String,
        timeout: TimeInterval,
        completion: @escaping @Sendable (GCKDevice?) -> Void
    ) {
        requireMainThread(of: GCKDiscoveryManager.self)
        cancelFindOperation()
        publicFind = find(uniqueID, within: Self.limit(timeout), completion)
    }

    /// As the method of the same name whose completion is given an optional device; nothing is called when the device was
    /// not found in time.
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

    /// Ends the search of ``findDevice(withUniqueID:timeout:completion:)-(_,_,(GCKDevice?)->Void)``, which then says nothing.
    open func cancelFindOperation() {
        requireMainThread(of: GCKDiscoveryManager.self)
        guard let publicFind else { return }
        self.publicFind = nil
        abandon(publicFind)
    }

    private func abandon(_ id: Int) {
        guard let find = finds.removeValue(forKey: id) else { return }
        if publicFind == id { publicFind = nil }
        find.timer.cancel()
        find.abandoned()
    }

    /// Waits for a device, in the place of any other search.
    ///
    /// - Returns: Nil when it was not found in time, the search was cancelled or another one took its place.
    open func findDevice(withUniqueID uniqueID: String, timeout: TimeInterval) async -> GCKDevice? {
        requireMainThread(of: GCKDiscoveryManager.self)
        cancelFindOperation()
        let id = lastFind + 1
        await withTaskCancellationHandler {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                guard !Task.isCancelled else { return done.resume() }
                publicFind = find(uniqueID, within: Self.limit(timeout)) { _ in done.resume() }
                finds[id]?.abandoned = { done.resume() }
            }
        } onCancel: {
            Task { @MainActor [weak self] in self?.abandon(id) }
        }
        return Task.isCancelled ? nil : device(withUniqueID: uniqueID)
    }

    /// As the method of the same name that returns an optional device. For a device that was not found, one is returned
    /// that stands for it and that no session can be started with.
    @_disfavoredOverload
    open func findDevice(withUniqueID uniqueID: String, timeout: TimeInterval) async -> GCKDevice {
        let found: GCKDevice? = await findDevice(withUniqueID: uniqueID, timeout: timeout)
        return found ?? GCKDevice(placeholderFor: uniqueID, name: nil)
    }

    private static func limit(_ timeout: TimeInterval) -> Duration {
        .seconds(clamping: max(timeout, 0))
    }

    /// Waits for a device beside any other search; the completion is called on a later turn.
    @discardableResult
    func find(_ uniqueID: String, within timeout: Duration, _ completion: @escaping (GCKDevice?) -> Void) -> Int {
        lastFind += 1
        let id = lastFind
        let isThere = device(withUniqueID: uniqueID) != nil
        let sleep = sleep
        let timer = Task { [weak self] in
            if !isThere { try? await sleep(timeout) }
            guard !Task.isCancelled else { return }
            self?.findEnded(id)
        }
        finds[id] = Find(uniqueID: uniqueID, timer: timer, completion: completion)
        return id
    }

    private func findEnded(_ id: Int) {
        guard let find = finds.removeValue(forKey: id) else { return }
        find.timer.cancel()
        if publicFind == id { publicFind = nil }
        find.completion(device(withUniqueID: find.uniqueID))
    }

    private func settleFinds(_ device: GCKDevice) {
        for (id, find) in finds.sorted(by: { $0.key < $1.key }) where find.uniqueID == device.uniqueID { findEnded(id) }
    }

    // MARK: Listeners

    /// Adds a listener. It is not kept alive.
    open func add(_ listener: any GCKDiscoveryManagerListener) {
        requireMainThread(of: GCKDiscoveryManager.self)
        listeners.add(listener)
    }

    open func remove(_ listener: any GCKDiscoveryManagerListener) {
        requireMainThread(of: GCKDiscoveryManager.self)
        listeners.remove(listener)
    }

    private func tell(_ call: (any GCKDiscoveryManagerListener) -> Void) {
        for listener in listeners.all where listeners.contains(listener) { call(listener) }
    }

    /// Ends everything that is under way.
    func close() {
        halt()
        for id in finds.keys { abandon(id) }
    }
}

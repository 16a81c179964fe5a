import CastSender
import CastWire
public import Foundation

/// A session with a Cast device: the connection, the receiver's application, its media and its channels.
@preconcurrency
@MainActor
open class GCKCastSession: GCKSession {
    /// Requests of which the newest counts.
    enum RequestKind: Hashable {
        case volume
        case mute
        case memberVolume(String)
        case memberMute(String)
        case group
    }

    let castOptions: GCKCastOptions
    /// The session of a link that is to be joined.
    var joinedID: String?
    /// Whether the session ended because its application did, and not its connection.
    var isApplicationGone = false
    /// Why the session did not start, in the engine's words.
    var startFailure: CastError?
    private(set) var engine: CastSession?
    private var isOver = false
    private var client: GCKRemoteMediaClient?
    private var application: Application?
    private var metadata: GCKApplicationMetadata?
    private var input = GCKActiveInputStatus.unknown
    private var standby = GCKStandbyStatus.unknown
    private var statusListeners = WeakList<any GCKCastDeviceStatusListener>()
    private var registrations: [ChannelRegistration] = []
    private var requests: [RequestKind: GCKRequest] = [:]
    private var following: Task<Void, Never>?

    /// - Parameters:
    ///   - device: The device.
    ///   - sessionID: The session to go on with; nil to start one.
    ///   - sessionOptions: `gck_applicationID` names another application than the context's.
    ///   - castOptions: What is launched, and how.
    public init(
        device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil,
        castOptions: GCKCastOptions
    ) {
        self.castOptions = castOptions
        super.init(device: device, traits: nil, sessionID: sessionID, sessionOptions: sessionOptions)
    }

    deinit { following?.cancel() }

    // MARK: State

    /// Whether the device is the television's chosen input.
    open var activeInputStatus: GCKActiveInputStatus {
        requireMainThread(of: GCKCastSession.self)
        return input
    }

    /// Whether the television is in stand-by.
    open var standbyStatus: GCKStandbyStatus {
        requireMainThread(of: GCKCastSession.self)
        return standby
    }

    /// The application that runs on the device; nil before the session has started.
    open var applicationMetadata: GCKApplicationMetadata? {
        requireMainThread(of: GCKCastSession.self)
        refreshApplication()
        return metadata
    }

    open override var remoteMediaClient: GCKRemoteMediaClient? {
        requireMainThread(of: GCKCastSession.self)
        return client
    }

    // MARK: Channels

    /// Adds a channel, at any time until the session is over. One whose namespace the application lists is connected when
    /// this returns; the others are as soon as that is so. The session holds it until it is removed or the session ends.
    ///
    /// - Returns: False when the session has a channel for the namespace or is over, the channel is on another session, or
    ///   its namespace cannot be used.
    @discardableResult
    open func add(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKCastSession.self)
        let namespace = channel.protocolNamespace
        guard !isOver, !registrations.contains(where: { $0.channel.protocolNamespace == namespace }),
            let registration = ChannelRegistration(channel)
        else { return false }
        registrations.append(registration)
        connect(registration)
        return true
    }

    /// Removes a channel, which is disconnected when this returns.
    ///
    /// - Returns: False when it was not added.
    @discardableResult
    open func remove(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKCastSession.self)
        guard let index = registrations.firstIndex(where: { $0.channel === channel }) else { return false }
        let registration = registrations.remove(at: index)
        engine?.remove(registration.engine)
        keepWaitingChannels()
        registration.end()
        return true
    }

    /// Connects what was added before the session was connected, in the order of addition.
    func connectChannels() {
        for registration in registrations where registrations.contains(where: { $0 === registration }) {
            connect(registration)
        }
    }

    private func connect(_ registration: ChannelRegistration) {
        guard content.state == .connected, let engine else { return keepWaitingChannels() }
        // It fails where the engine took the channel already, or the session is over: then its end is on the way here.
        try? engine.add(registration.engine)
        registration.drain()
    }

    private func keepWaitingChannels() {
        guard content.state == .connecting else { return }
        manager?.bridge.keep(registrations.map(\.engine))
    }

    // MARK: Listeners

    /// Adds a listener for the device's status. It is not kept alive.
    open func add(_ listener: any GCKCastDeviceStatusListener) {
        requireMainThread(of: GCKCastSession.self)
        statusListeners.add(listener)
    }

    open func remove(_ listener: any GCKCastDeviceStatusListener) {
        requireMainThread(of: GCKCastSession.self)
        statusListeners.remove(listener)
    }

    func tell(_ call: (any GCKCastDeviceStatusListener) -> Void) {
        for listener in statusListeners.all where statusListeners.contains(listener) { call(listener) }
    }

    // MARK: Volume and members

    /// Sets the device's volume, clamped to 0…1. A newer request takes the place of an older one.
    @discardableResult
    open override func setDeviceVolume(_ volume: Float) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        guard let level = volume.wireNumber else { return .failing(.invalidRequest) }
        return request(.volume) { (connection) throws(CastError) in try await connection.setVolume(level) }
    }

    /// Mutes the device or ends that.
    @discardableResult
    open override func setDeviceMuted(_ muted: Bool) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        return request(.mute) { (connection) throws(CastError) in try await connection.setMuted(muted) }
    }

    /// Sets the volume of one member of the group.
    @discardableResult
    open func setDeviceVolume(_ volume: Float, for device: GCKMultizoneDevice) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        guard let level = volume.wireNumber else { return .failing(.invalidRequest) }
        let (id, found) = (device.deviceID, member(device))
        return request(.memberVolume(id)) { (connection) throws(CastError) in
            try await connection.setVolume(level, ofMember: id, foundAs: found)
        }
    }

    /// Mutes one member of the group or ends that.
    @discardableResult
    open func setDeviceMuted(_ muted: Bool, for device: GCKMultizoneDevice) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        let (id, found) = (device.deviceID, member(device))
        return request(.memberMute(id)) { (connection) throws(CastError) in
            try await connection.setMuted(muted, ofMember: id, foundAs: found)
        }
    }

    /// Asks for the members of the group. Listeners get them before the request completes.
    @discardableResult
    open func requestMultizoneStatus() -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        return request(.group) { [weak self] in
            guard let self, let status = engine?.connection.groupStatus else { return }
            tell { $0.castSession(self, didReceive: GCKMultizoneStatus(status)) }
        } _: { (connection) throws(CastError) in
            try await connection.refreshGroupStatus()
        }
    }

    private func member(_ device: GCKMultizoneDevice) -> CastDevice? {
        let list = manager?.context?.discoveryManager.castDevices ?? []
        return list.first { $0.id == CastDevice.normalizedID(device.deviceID) }
    }

    private func request(
        _ kind: RequestKind,
        then done: (() -> Void)? = nil,
        _ operation: @escaping @Sendable (isolated CastConnection) async throws(CastError) -> Void
    ) -> GCKRequest {
        guard content.state == .connected, let engine else { return .failing(.deviceNotConnected) }
        requests[kind]?.finish(.aborted(.replaced))
        let request = GCKRequest.performing(over: engine.connection) { [weak self] result in
            // What fails with the connection is settled with the session's end, which is on its way here.
            if case .failure(let error) = result, error.endsWithSession, self?.isOver == false { return nil }
            if case .success = result { done?() }
            return GCKRequest.outcome(of: result)
        } _: { (connection) throws(CastError) in
            try await operation(connection)
        }
        requests[kind] = request
        request.onEnd = { [weak self] request in
            if self?.requests[kind] === request { self?.requests[kind] = nil }
        }
        return request
    }

    // MARK: Life

    open override func start() {
        requireMainThread(of: GCKCastSession.self)
        guard let manager else { return }
        log.debug("starting on \(content.device)")
        let wish = wish(with: content.options, credentials: manager.context?.credentials)
        manager.bridge.start(self, wish.choice, options: wish.options)
    }

    open override func end(with action: GCKSessionEndAction) {
        requireMainThread(of: GCKCastSession.self)
        log.debug("ending, action \(action.rawValue)")
        manager?.bridge.end(action)
    }

    /// The engine's session is there, or there again.
    func connect(to engine: CastSession) {
        self.engine = engine
        refresh()
        if engine.application.namespaces.contains(.media) {
            let client = client ?? GCKRemoteMediaClient()
            self.client = client
            client.connect(to: engine.media)
        }
        follow(engine.connection)
    }

    override func refresh() {
        guard let engine else { return }
        let status = engine.connection.latestStatus
        content.volume = Float(status.volume?.level ?? 0)
        content.isMuted = status.volume?.muted ?? false
        content.traits = GCKSessionTraits(status.volume)
        content.statusText = status.runningApplication?.statusText
        refreshApplication()
    }

    private func refreshApplication() {
        guard let newest = engine?.application, newest != application else { return }
        application = newest
        metadata = GCKApplicationMetadata(newest)
    }

    func inputChanged(isActiveInput: Bool?, isStandBy: Bool?) {
        let (newInput, newStandby) = (GCKActiveInputStatus(isActiveInput), GCKStandbyStatus(isStandBy))
        let (isOtherInput, isOtherStandby) = (newInput != input, newStandby != standby)
        input = newInput
        standby = newStandby
        if isOtherInput { tell { $0.castSession(self, didReceive: newInput) } }
        if isOtherStandby { tell { $0.castSession(self, didReceive: newStandby) } }
    }

    override func disconnect(_ error: GCKError) {
        guard !isOver else { return }
        isOver = true
        following?.cancel()
        for request in requests.values.sorted(by: { $0.id < $1.id }) { request.finish(.failed(error)) }
        client?.disconnect(GCKError(code: isApplicationGone ? .channelNotConnected : .networkError), isOver: true)
        let registrations = registrations
        self.registrations = []
        for registration in registrations {
            registration.drain()
            engine?.remove(registration.engine)
            registration.end()
        }
        manager?.bridge.keep([])
        refreshApplication()
        engine = nil
    }

    /// Follows the members of the group for as long as the connection lasts.
    private func follow(_ connection: CastConnection) {
        following?.cancel()
        let events = connection.groupEvents
        following = Task { [weak self] in
            for await event in events {
                guard let self else { return }
                tell { listener in
                    switch event {
                    case .memberAdded(let member): listener.castSession(self, didAdd: GCKMultizoneDevice(member))
                    case .memberUpdated(let member): listener.castSession(self, didUpdate: GCKMultizoneDevice(member))
                    case .memberRemoved(let member):
                        listener.castSession(self, didRemoveMultizoneDeviceWithID: member.id)
                    }
                }
            }
        }
    }
}

extension CastError {
    /// Whether this comes with the end or the suspension of the session.
    fileprivate var endsWithSession: Bool {
        [.connectionClosed, .heartbeatLost, .appBackgrounded, .sessionEnded].contains(code)
    }
}

extension GCKActiveInputStatus {
    fileprivate init(_ isActive: Bool?) { self = isActive.map { $0 ? .active : .inactive } ?? .unknown }
}

extension GCKStandbyStatus {
    fileprivate init(_ isStandBy: Bool?) { self = isStandBy.map { $0 ? .active : .inactive } ?? .unknown }
}

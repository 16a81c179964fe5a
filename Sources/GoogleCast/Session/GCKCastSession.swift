// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire
public import Foundation

/// A session with a Cast device, which provides access to the connection, the receiver application, its media and its
/// channels.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKCastSession)@objcMembers
#endif
open class GCKCastSession: GCKSession {
    /// The kinds of requests. A newer request supersedes a pending one of the same kind.
    enum RequestKind: Hashable {
        case volume
        case mute
        case memberVolume(String)
        case memberMute(String)
        case group
    }

    let castOptions: GCKCastOptions
    /// The session ID from a URL, which is to be joined.
    var joinedID: String?
    /// Whether the session ended because the application ended, and not because the connection was lost.
    var isApplicationGone = false
    /// The engine's error with which the session failed to start.
    var startFailure: CastError?
    private(set) var engine: CastSession?
    private var hasEnded = false
    private var client: GCKRemoteMediaClient?
    private var application: ApplicationStatus?
    private var metadata: GCKApplicationMetadata?
    private var input = GCKActiveInputStatus.unknown
    private var standby = GCKStandbyStatus.unknown
    private var statusListeners = WeakList<any GCKCastDeviceStatusListener>()
    private var registrations: [ChannelRegistration] = []
    private var requests: [RequestKind: GCKRequest] = [:]
    private var groupEventsTask: Task<Void, Never>?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - sessionID: The ID of the session to resume, or nil to start a new session.
    ///   - sessionOptions: The session options. The option `gck_applicationID` names an application other than that of
    ///     the context's criteria.
    ///   - castOptions: The options of the context, which determine the application and how it is launched.
    public init(
        device: GCKDevice,
        sessionID: String?,
        sessionOptions: [String: any NSCoding & NSObjectProtocol]? = nil,
        castOptions: GCKCastOptions
    ) {
        self.castOptions = castOptions
        super.init(device: device, traits: nil, sessionID: sessionID, sessionOptions: sessionOptions)
    }

    deinit { groupEventsTask?.cancel() }

    // MARK: State

    /// Whether the device is the active input of its TV.
    open var activeInputStatus: GCKActiveInputStatus {
        requireMainThread(of: GCKCastSession.self)
        return input
    }

    /// Whether the device's TV is in standby.
    open var standbyStatus: GCKStandbyStatus {
        requireMainThread(of: GCKCastSession.self)
        return standby
    }

    /// The running application. Nil before the session has started.
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

    /// Adds a channel, which is possible until the session ends. If the session is connected and the application lists
    /// the channel's namespace, the channel is connected when this method returns. Otherwise it is connected as soon as
    /// that is the case. The session retains the channel until it is removed or the session ends.
    ///
    /// - Returns: False if the session already has a channel for the namespace, the session has ended, the channel was
    ///   added to another session, or the namespace is invalid.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(addChannel:)
    #endif
    open func add(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKCastSession.self)
        let namespace = channel.protocolNamespace
        guard !hasEnded, !registrations.contains(where: { $0.channel.protocolNamespace == namespace }),
            let registration = ChannelRegistration(channel)
        else { return false }
        registrations.append(registration)
        connect(registration)
        return true
    }

    /// Removes a channel. It is disconnected when this method returns.
    ///
    /// - Returns: False if the channel wasn't added to this session.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(removeChannel:)
    #endif
    open func remove(_ channel: GCKCastChannel) -> Bool {
        requireMainThread(of: GCKCastSession.self)
        guard let index = registrations.firstIndex(where: { $0.channel === channel }) else { return false }
        let registration = registrations.remove(at: index)
        engine?.remove(registration.engine)
        updatePendingChannels()
        registration.end()
        return true
    }

    /// Connects the channels that were added before the session was connected, in the order in which they were added.
    func connectChannels() {
        for registration in registrations where registrations.contains(where: { $0 === registration }) {
            connect(registration)
        }
    }

    private func connect(_ registration: ChannelRegistration) {
        guard content.state == .connected, let engine else { return updatePendingChannels() }
        // This fails if the engine already has the channel, or if the session has ended. In the latter case the event
        // is about to be delivered.
        try? engine.add(registration.engine)
        registration.drain()
    }

    private func updatePendingChannels() {
        guard content.state == .connecting else { return }
        manager?.bridge.setWaitingChannels(registrations.map(\.engine))
    }

    // MARK: Listeners

    /// Adds a listener for the device status, which is held weakly.
    #if canImport(ObjectiveC)
    @objc(addDeviceStatusListener:)
    #endif
    open func add(_ listener: any GCKCastDeviceStatusListener) {
        requireMainThread(of: GCKCastSession.self)
        statusListeners.add(listener)
    }

    /// Removes a listener for the device status.
    #if canImport(ObjectiveC)
    @objc(removeDeviceStatusListener:)
    #endif
    open func remove(_ listener: any GCKCastDeviceStatusListener) {
        requireMainThread(of: GCKCastSession.self)
        statusListeners.remove(listener)
    }

    func notify(_ call: (GCKCastDeviceStatusListenerMethods) -> Void) {
        for listener in statusListeners.all where statusListeners.contains(listener) { call(listener.implemented) }
    }

    // MARK: Volume and group members

    /// Sets the device volume. Values are clamped to the range 0 to 1. A newer request supersedes a pending one.
    @discardableResult
    open override func setDeviceVolume(_ volume: Float) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        guard let level = volume.wireNumber else { return .failing(.invalidRequest) }
        return request(.volume) { (connection, id) throws(CastError) in
            try await connection.setVolume(level, requestID: id)
        }
    }

    /// Mutes or unmutes the device.
    @discardableResult
    open override func setDeviceMuted(_ muted: Bool) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        return request(.mute) { (connection, id) throws(CastError) in
            try await connection.setMuted(muted, requestID: id)
        }
    }

    /// Sets the volume of a group member.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(setDeviceVolume:forMultizoneDevice:)
    #endif
    open func setDeviceVolume(_ volume: Float, for device: GCKMultizoneDevice) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        guard let level = volume.wireNumber else { return .failing(.invalidRequest) }
        let (memberID, found) = (device.deviceID, member(device))
        return request(.memberVolume(memberID)) { (connection, id) throws(CastError) in
            try await connection.setVolume(level, ofMember: memberID, memberDevice: found, requestID: id)
        }
    }

    /// Mutes or unmutes a group member.
    @discardableResult
    #if canImport(ObjectiveC)
    @objc(setDeviceMuted:forMultizoneDevice:)
    #endif
    open func setDeviceMuted(_ muted: Bool, for device: GCKMultizoneDevice) -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        let (memberID, found) = (device.deviceID, member(device))
        return request(.memberMute(memberID)) { (connection, id) throws(CastError) in
            try await connection.setMuted(muted, ofMember: memberID, memberDevice: found, requestID: id)
        }
    }

    /// Requests the members of the group. Listeners receive them before the request completes.
    @discardableResult
    open func requestMultizoneStatus() -> GCKRequest {
        requireMainThread(of: GCKCastSession.self)
        return request(.group) { [weak self] in
            guard let self, let status = engine?.connection.groupStatus else { return }
            notify { $0.castSession(self, didReceive: GCKMultizoneStatus(status)) }
        } _: { (connection, id) throws(CastError) in
            try await connection.refreshGroupStatus(requestID: id)
        }
    }

    private func member(_ device: GCKMultizoneDevice) -> CastDevice? {
        let list = manager?.context?.discoveryManager.castDevices ?? []
        return list.first { $0.id == CastDevice.normalizedID(device.deviceID) }
    }

    private func request(
        _ kind: RequestKind,
        then done: (() -> Void)? = nil,
        _ operation:
            @escaping @Sendable (isolated CastConnection, _ requestID: Int) async throws(CastError) -> Void
    ) -> GCKRequest {
        guard content.state == .connected, let engine else { return .failing(.deviceNotConnected) }
        requests[kind]?.finish(.aborted(.replaced))
        let request = GCKRequest.performing(over: engine.connection) { [weak self] result in
            // Requests that fail because of the connection are settled when the session ends. That event is about to be
            // delivered.
            if case .failure(let error) = result, error.endsWithSession, self?.hasEnded == false { return nil }
            if case .success = result { done?() }
            return GCKRequest.outcome(of: result)
        } _: { (connection, id) throws(CastError) in
            try await operation(connection, id)
        }
        requests[kind] = request
        request.onEnd = { [weak self] request in
            if self?.requests[kind] === request { self?.requests[kind] = nil }
        }
        return request
    }

    // MARK: Lifecycle

    open override func start() {
        requireMainThread(of: GCKCastSession.self)
        guard let manager else { return }
        log.debug("starting on \(content.device)")
        let launchParameters = launchParameters(with: content.options, credentials: manager.context?.credentials)
        manager.bridge.start(self, launchParameters.choice, options: launchParameters.options)
    }

    open override func end(with action: GCKSessionEndAction) {
        requireMainThread(of: GCKCastSession.self)
        log.debug("ending, action \(action.rawValue)")
        manager?.bridge.end(action)
    }

    /// Connects the session to the engine's session when it was started or resumed.
    func connect(to engine: CastSession) {
        self.engine = engine
        refresh()
        if engine.application.namespaces.contains(.media) {
            let client = client ?? GCKRemoteMediaClient()
            self.client = client
            client.connect(to: engine.media)
        }
        forwardGroupEvents(of: engine.connection)
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
        let (hasInputChanged, hasStandbyChanged) = (newInput != input, newStandby != standby)
        input = newInput
        standby = newStandby
        if hasInputChanged { notify { $0.castSession(self, didReceive: newInput) } }
        if hasStandbyChanged { notify { $0.castSession(self, didReceive: newStandby) } }
    }

    override func disconnect(_ error: GCKError) {
        guard !hasEnded else { return }
        hasEnded = true
        groupEventsTask?.cancel()
        for request in requests.values.sorted(by: { $0.id < $1.id }) { request.finish(.failed(error)) }
        client?.disconnect(GCKError(code: isApplicationGone ? .channelNotConnected : .networkError), isOver: true)
        let registrations = registrations
        self.registrations = []
        for registration in registrations {
            registration.drain()
            engine?.remove(registration.engine)
            registration.end()
        }
        manager?.bridge.setWaitingChannels([])
        refreshApplication()
        engine = nil
    }

    /// Forwards changes of the group members to the listeners until the connection ends.
    private func forwardGroupEvents(of connection: CastConnection) {
        groupEventsTask?.cancel()
        let events = connection.groupEvents
        groupEventsTask = Task { [weak self] in
            for await event in events {
                guard let self else { return }
                notify { listener in
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

#if !canImport(ObjectiveC)
/// Receives the input status of a Cast device and the members of a group. All methods are optional.
@preconcurrency
@MainActor
public protocol GCKCastDeviceStatusListener: NSObjectProtocol {
    /// Called when the active input status changed.
    func castSession(_ castSession: GCKCastSession, didReceive activeInputStatus: GCKActiveInputStatus)

    /// Called when the standby status changed.
    func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus)

    /// Called with the members of the group, in response to ``GCKCastSession/requestMultizoneStatus()``.
    func castSession(_ castSession: GCKCastSession, didReceive multizoneStatus: GCKMultizoneStatus)

    /// Called when a device joined the group.
    func castSession(_ castSession: GCKCastSession, didAdd device: GCKMultizoneDevice)

    /// Called when the properties of a group member changed.
    func castSession(_ castSession: GCKCastSession, didUpdate device: GCKMultizoneDevice)

    /// Called when a device left the group.
    func castSession(_ castSession: GCKCastSession, didRemoveMultizoneDeviceWithID deviceID: String)
}

extension GCKCastDeviceStatusListener {
    public func castSession(_ castSession: GCKCastSession, didReceive activeInputStatus: GCKActiveInputStatus) {}

    public func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus) {}

    public func castSession(_ castSession: GCKCastSession, didReceive multizoneStatus: GCKMultizoneStatus) {}

    public func castSession(_ castSession: GCKCastSession, didAdd device: GCKMultizoneDevice) {}

    public func castSession(_ castSession: GCKCastSession, didUpdate device: GCKMultizoneDevice) {}

    public func castSession(_ castSession: GCKCastSession, didRemoveMultizoneDeviceWithID deviceID: String) {}
}
#endif

extension CastError {
    /// Whether the error is caused by the end or suspension of the session.
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

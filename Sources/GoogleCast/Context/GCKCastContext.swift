// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastSender
import CastUI
public import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The singleton that provides access to options, discovery and sessions.
///
/// Create it at launch with ``setSharedInstanceWith(_:)``.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKCastContext)@objcMembers
#endif
open class GCKCastContext: NSObject {
    private static var shared: GCKCastContext?

    private let discovery: GCKDiscoveryManager
    private let sessions: GCKSessionManager
    private let engine: SessionManager
    private let options: GCKCastOptions
    private var currentState = GCKCastState.noDevicesAvailable
    private let stateStreams = Broadcast<GCKCastState>(bufferingNewest: 1)
    private var resumption: Task<Void, Never>?
    private var observers: [any NSObjectProtocol] = []
    private let environment: ContextEnvironment
    private var createdWidgets: ContextWidgets?
    private var createdPresenter: WidgetPresenter?
    /// Widgets that were created before the context.
    static var waiting = WeakList<Follower>()
    #if os(iOS)
    private var volumeKeys: VolumeKeys?
    #endif
    #if canImport(Network)
    private var networkObserver: NetworkPathObserver?
    #endif
    private var isNetworkReachable: Bool?
    /// The images of the widgets.
    let images: ContextImages
    /// The credentials that are sent with each launch.
    private(set) var credentials: GCKCredentialsData?

    // MARK: Creating

    /// Creates the context. A second call stops the program.
    ///
    /// - Parameter options: The options, which are copied. Later changes have no effect.
    #if canImport(ObjectiveC)
    @objc(setSharedInstanceWithOptions:)
    #endif
    open class func setSharedInstanceWith(_ options: GCKCastOptions) {
        requireMainThread(of: GCKCastContext.self)
        guard create(options, .standard(for: options)) else {
            raise("NSInternalInconsistencyException", "the Cast context already exists")
        }
    }

    #if canImport(ObjectiveC)
    /// Creates the context.
    ///
    /// - Parameters:
    ///   - options: The options, which are copied. Later changes have no effect.
    ///   - error: Receives ``GCKErrorCode/alreadyInitialized`` if the context already exists.
    /// - Returns: Whether the context was created.
    @discardableResult
    @objc(setSharedInstanceWithOptions:error:)
    open class func setSharedInstanceWith(
        _ options: GCKCastOptions,
        error: AutoreleasingUnsafeMutablePointer<GCKError?>?
    ) -> Bool {
        requireMainThread(of: GCKCastContext.self)
        guard !create(options, .standard(for: options)) else { return true }
        error?.pointee = GCKError(code: .alreadyInitialized)
        return false
    }
    #else
    /// Creates the context.
    ///
    /// - Parameters:
    ///   - options: The options, which are copied. Later changes have no effect.
    ///   - error: Receives ``GCKErrorCode/alreadyInitialized`` if the context already exists.
    /// - Returns: Whether the context was created.
    @discardableResult
    open class func setSharedInstanceWith(
        _ options: GCKCastOptions,
        error: UnsafeMutablePointer<GCKError?>?
    ) -> Bool {
        requireMainThread(of: GCKCastContext.self)
        guard !create(options, .standard(for: options)) else { return true }
        error?.pointee = GCKError(code: .alreadyInitialized)
        return false
    }
    #endif

    /// Returns the context. The program stops if it hasn't been created.
    open class func sharedInstance() -> Self {
        requireMainThread(of: GCKCastContext.self)
        guard let context = shared as? Self else {
            raise(
                "NSInternalInconsistencyException",
                "the Cast context doesn't exist: call GCKCastContext.setSharedInstanceWith(_:) first"
            )
        }
        return context
    }

    /// Returns whether the context has been created.
    open class func isSharedInstanceInitialized() -> Bool {
        requireMainThread(of: GCKCastContext.self)
        return shared != nil
    }

    /// Creates the context with the given environment. Returns false if a context already exists.
    @discardableResult
    static func create(_ options: GCKCastOptions, _ environment: ContextEnvironment) -> Bool {
        guard shared == nil else { return false }
        let context = GCKCastContext(options, environment)
        shared = context
        context.begin()
        for follower in waiting.all { follower.follow(context) }
        waiting = WeakList()
        return true
    }

    /// Closes the context, so that another one can be created.
    static func reset() async {
        guard let context = shared else { return }
        shared = nil
        await context.close()
    }

    init(_ options: GCKCastOptions, _ environment: ContextEnvironment) {
        let options = options.copy() as? GCKCastOptions ?? options
        var sessionOptions = environment.options
        sessionOptions.suspendsInBackground = options.suspendSessionsWhenBackgrounded
        let engine = SessionManager(
            options: sessionOptions,
            store: environment.store,
            environment: environment.session
        )
        self.options = options
        self.environment = environment
        self.engine = engine
        sessions = GCKSessionManager(bridge: SessionBridge(engine: engine))
        discovery = GCKDiscoveryManager(gate: environment.gate(), sleep: environment.sleep)
        images = ContextImages(environment.imageCache)
        super.init()
        sessions.context = self
        discovery.context = self
        discovery.register(
            CastDeviceProvider(options: options, environment: environment) { devices in
                engine.submit { $0.follow(devices) }
            }
        )
    }

    private func begin() {
        LogCenter.shared.announceVersion()
        observeLifecycle()
        let engine = engine
        resumption = Task { _ = await engine.resumeStored() }
        discovery.autostart(options)
        #if os(iOS)
        if options.physicalVolumeButtonsWillControlDeviceVolume {
            volumeKeys = VolumeKeys { [weak self] steps in _ = self?.volumeKeyPressed(steps: steps) }
        }
        #endif
        #if canImport(Network)
        networkObserver = NetworkPathObserver { [weak self] in self?.networkDidChange(isReachable: $0) }
        #endif
    }

    private func close() async {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        observers = []
        #if canImport(Network)
        networkObserver = nil
        #endif
        discovery.close()
        await createdWidgets?.close()
        resumption?.cancel()
        await engine.close()
        await resumption?.value
    }

    // MARK: State

    /// The Cast state, derived from the sessions and the discovered devices.
    open dynamic var castState: GCKCastState {
        requireMainThread(of: GCKCastContext.self)
        return currentState
    }

    /// A stream of ``castState`` and its changes that buffers the newest value only. An addition to the original API.
    public var castStates: AsyncStream<GCKCastState> {
        requireMainThread(of: GCKCastContext.self)
        return stateStreams.stream(beginningWith: [currentState])
    }

    /// The discovery manager.
    open var discoveryManager: GCKDiscoveryManager {
        requireMainThread(of: GCKCastContext.self)
        return discovery
    }

    /// The session manager.
    open var sessionManager: GCKSessionManager {
        requireMainThread(of: GCKCastContext.self)
        return sessions
    }

    /// The options, as copied when the context was created.
    var castOptions: GCKCastOptions { options }

    /// The state of the widgets. Created on first use.
    var widgets: ContextWidgets {
        if let createdWidgets { return createdWidgets }
        let widgets = ContextWidgets(self, environment)
        createdWidgets = widgets
        return widgets
    }

    /// The presenter of the widgets' dialogs and controllers. Created on first use.
    var presenter: WidgetPresenter {
        if let createdPresenter { return createdPresenter }
        let presenter = WidgetPresenter(self, environment.introduction)
        createdPresenter = presenter
        presenter.begin()
        return presenter
    }

    /// Chooses the images that widgets show. Nil restores the default, which takes the first image.
    open var imagePicker: (any GCKUIImagePicker)? {
        get {
            requireMainThread(of: GCKCastContext.self)
            return images.picker
        }
        set {
            requireMainThread(of: GCKCastContext.self)
            images.picker = newValue ?? images.standardPicker
        }
    }

    /// Loads the images that widgets show. Nil restores the default.
    open var imageCache: (any GCKUIImageCache)? {
        get {
            requireMainThread(of: GCKCastContext.self)
            return images.cache
        }
        set {
            requireMainThread(of: GCKCastContext.self)
            images.cache = newValue ?? images.standardCache
        }
    }

    /// The network, permission and accessibility state of the platform.
    var platformState: PlatformState {
        var platformState = PlatformState()
        platformState.network = isNetworkReachable.map { $0 ? .present : .absent } ?? .unknown
        let gate = discovery.gate
        platformState.permission = !gate.isGated ? .notApplicable : gate.isClosed ? .notRequested : .granted
        if discovery.problem == .permissionDenied { platformState.permission = .denied }
        platformState.hasTappedButton = !gate.isClosed
        platformState.hasShownIntroduction = environment.introduction.hasShown()
        platformState.reducesMotion = UIAccessibility.isReduceMotionEnabled
        return platformState
    }

    /// Updates ``castState`` and notifies observers if it changed.
    func refreshCastState() {
        let state: GCKCastState =
            switch sessions.state {
            case .connected, .disconnecting: .connected
            case .connecting: .connecting
            case .disconnected: discovery.hasDiscoveredDevices ? .notConnected : .noDevicesAvailable
            }
        guard state != currentState else { return }
        #if canImport(ObjectiveC)
        willChangeValue(forKey: "castState")
        #endif
        currentState = state
        stateStreams.send(state)
        #if canImport(ObjectiveC)
        didChangeValue(forKey: "castState")
        #endif
        NotificationCenter.default.post(
            name: .gckCastStateDidChange,
            object: self,
            userInfo: [kGCKNotificationKeyCastState: NSNumber(value: state.rawValue)]
        )
    }

    // MARK: Providers and credentials

    /// Registers a provider for another category of devices. It replaces an earlier provider of the same category.
    #if canImport(ObjectiveC)
    @objc(registerDeviceProvider:)
    #endif
    open func register(_ deviceProvider: GCKDeviceProvider) {
        requireMainThread(of: GCKCastContext.self)
        discovery.register(deviceProvider)
    }

    /// Removes the provider of a category and its devices.
    open func unregisterDeviceProvider(forCategory category: String) {
        requireMainThread(of: GCKCastContext.self)
        discovery.unregister(category: category)
    }

    /// Sets the credentials to send with each later launch. Nil sends none.
    #if canImport(ObjectiveC)
    @objc(setLaunchCredentialsData:)
    #endif
    open func setLaunch(_ credentialsData: GCKCredentialsData?) {
        requireMainThread(of: GCKCastContext.self)
        credentials = credentialsData
    }

    // MARK: App lifecycle

    /// Notifies the framework that the app entered the background. Discovery pauses, and the session is suspended if
    /// ``GCKCastOptions/suspendSessionsWhenBackgrounded`` is true.
    ///
    /// Called automatically on platforms that report this. Elsewhere the program calls this method or posts
    /// `UIApplication.didEnterBackgroundNotification`.
    public func applicationDidEnterBackground() {
        requireMainThread(of: GCKCastContext.self)
        discovery.enteredBackground()
        engine.submit { $0.applicationDidEnterBackground() }
        sessions.enteredBackground(suspends: options.suspendSessionsWhenBackgrounded)
    }

    /// Notifies the framework that the app is about to enter the foreground. Discovery and a suspended session resume.
    public func applicationWillEnterForeground() {
        requireMainThread(of: GCKCastContext.self)
        engine.submit {
            $0.applicationWillEnterForeground()
            $0.resume()
        }
        discovery.enteredForeground()
        sessions.enteredForeground()
    }

    /// Notifies the framework that the process is about to end. The session is stored for the next process.
    public func applicationWillTerminate() {
        requireMainThread(of: GCKCastContext.self)
        sessions.suspendSession(with: .appTerminated)
    }

    /// Notifies the framework that the machine's network changed. Discovery restarts. Called automatically on Apple
    /// platforms.
    ///
    /// - Parameter isReachable: Whether devices can be reached.
    public func networkDidChange(isReachable: Bool) {
        requireMainThread(of: GCKCastContext.self)
        isNetworkReachable = isReachable
        engine.submit { $0.networkDidChange(isReachable: isReachable) }
        createdWidgets?.updatePlatformState { $0.network = isReachable ? .present : .absent }
        discovery.networkChanged()
    }

    private func observeLifecycle() {
        let calls: [(NSNotification.Name, @MainActor @Sendable (GCKCastContext) -> Void)] = [
            (
                NSNotification.Name("UIApplicationDidEnterBackgroundNotification"),
                { $0.applicationDidEnterBackground() }
            ),
            (
                NSNotification.Name("UIApplicationWillEnterForegroundNotification"),
                { $0.applicationWillEnterForeground() }
            ),
            (NSNotification.Name("UIApplicationWillTerminateNotification"), { $0.applicationWillTerminate() }),
            (
                UIAccessibility.reduceMotionStatusDidChangeNotification,
                { $0.createdWidgets?.updatePlatformState { $0.reducesMotion = UIAccessibility.isReduceMotionEnabled } }
            ),
        ]
        observers = calls.map { name, call in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                MainThread.perform { if let self { call(self) } }
            }
        }
    }
}

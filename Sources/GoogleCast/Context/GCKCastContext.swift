import CastSender
import CastUI
public import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The one object of a process from which everything is reached: options, discovery, sessions.
///
/// Create it at launch, by ``setSharedInstanceWith(_:)``.
@preconcurrency
@MainActor
open class GCKCastContext: NSObject {
    private static var shared: GCKCastContext?

    private let discovery: GCKDiscoveryManager
    private let sessions: GCKSessionManager
    private let engine: SessionManager
    private let options: GCKCastOptions
    private var presentState = GCKCastState.noDevicesAvailable
    private let stateStreams = ValueStreams<GCKCastState>()
    private var resuming: Task<Void, Never>?
    private var observers: [any NSObjectProtocol] = []
    private let environment: ContextEnvironment
    private var presentWidgets: ContextWidgets?
    private var presentPresenter: WidgetPresenter?
    /// Widgets that were made before there was a context.
    static var waiting = WeakList<Follower>()
    #if os(iOS)
    private var volumeKeys: VolumeKeys?
    #endif
    private var isNetworkReachable: Bool?
    /// Pictures for widgets.
    let images: ContextImages
    /// Goes out with every launch from now on.
    private(set) var credentials: GCKCredentialsData?

    // MARK: Creating

    /// Creates the context. A second call is a mistake that ends the program.
    ///
    /// - Parameter options: Copied: later changes count for nothing.
    open class func setSharedInstanceWith(_ options: GCKCastOptions) {
        requireMainThread(of: GCKCastContext.self)
        guard create(options, .standard(for: options)) else {
            raise("NSInternalInconsistencyException", "the Cast context has been created already")
        }
    }

    /// Creates the context.
    ///
    /// - Parameters:
    ///   - options: Copied: later changes count for nothing.
    ///   - error: Where ``GCKErrorCode/alreadyInitialized`` is written for a second call, which changes nothing.
    /// - Returns: Whether it was created.
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

    /// The context, which must have been created.
    open class func sharedInstance() -> Self {
        requireMainThread(of: GCKCastContext.self)
        guard let context = shared as? Self else {
            raise(
                "NSInternalInconsistencyException",
                "there is no Cast context yet: call GCKCastContext.setSharedInstanceWith(_:) first"
            )
        }
        return context
    }

    open class func isSharedInstanceInitialized() -> Bool {
        requireMainThread(of: GCKCastContext.self)
        return shared != nil
    }

    /// Creates the context in a world of the caller's own; false when there is one.
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

    /// Ends the context, so that another one can be created.
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
                engine.order { $0.follow(devices) }
            }
        )
    }

    private func begin() {
        LogCenter.shared.announceVersion()
        observeLifecycle()
        let engine = engine
        resuming = Task { _ = await engine.resumeStored() }
        discovery.autostart(options)
        #if os(iOS)
        if options.physicalVolumeButtonsWillControlDeviceVolume {
            volumeKeys = VolumeKeys { [weak self] steps in _ = self?.volumeKeyPressed(steps: steps) }
        }
        #endif
    }

    private func close() async {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        observers = []
        discovery.close()
        await presentWidgets?.close()
        resuming?.cancel()
        await engine.close()
        await resuming?.value
    }

    // MARK: State

    /// Whether there are devices, and how far a session is.
    open var castState: GCKCastState {
        requireMainThread(of: GCKCastContext.self)
        return presentState
    }

    /// ``castState`` now and when it changes, the newest only; in addition to the original's ways to observe it.
    public var castStates: AsyncStream<GCKCastState> {
        requireMainThread(of: GCKCastContext.self)
        return stateStreams.stream(from: presentState)
    }

    /// Finds the devices.
    open var discoveryManager: GCKDiscoveryManager {
        requireMainThread(of: GCKCastContext.self)
        return discovery
    }

    /// Starts and ends sessions.
    open var sessionManager: GCKSessionManager {
        requireMainThread(of: GCKCastContext.self)
        return sessions
    }

    /// The options as they were when the context was created.
    var castOptions: GCKCastOptions { options }

    /// What the context's widgets show; made when the first one needs it.
    var widgets: ContextWidgets {
        if let presentWidgets { return presentWidgets }
        let widgets = ContextWidgets(self, environment)
        presentWidgets = widgets
        return widgets
    }

    /// Who shows what the widgets' state wants shown.
    var presenter: WidgetPresenter {
        if let presentPresenter { return presentPresenter }
        let presenter = WidgetPresenter(self, environment.introduction)
        presentPresenter = presenter
        presenter.begin()
        return presenter
    }

    /// Chooses the pictures that widgets show; nil gives back the default, which takes the first one.
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

    /// Fetches the pictures that widgets show; nil gives back the default.
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

    /// What the platform says of itself.
    var surroundings: Surroundings {
        var surroundings = Surroundings()
        surroundings.network = isNetworkReachable.map { $0 ? .present : .absent } ?? .unknown
        let gate = discovery.gate
        surroundings.permission = !gate.isGated ? .notApplicable : gate.isClosed ? .notAsked : .granted
        surroundings.hasTappedButton = !gate.isClosed
        surroundings.hasShownIntroduction = environment.introduction.hasShown()
        surroundings.reducesMotion = UIAccessibility.isReduceMotionEnabled
        return surroundings
    }

    /// Finds out the state anew, and says so when it has changed.
    func refreshCastState() {
        let state: GCKCastState =
            switch sessions.state {
            case .connected, .disconnecting: .connected
            case .connecting: .connecting
            case .disconnected: discovery.hasDiscoveredDevices ? .notConnected : .noDevicesAvailable
            }
        guard state != presentState else { return }
        #if canImport(ObjectiveC)
        willChangeValue(forKey: "castState")
        #endif
        presentState = state
        stateStreams.publish(state)
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

    /// Adds a source of devices of another category; one that was there for the category goes.
    open func register(_ deviceProvider: GCKDeviceProvider) {
        requireMainThread(of: GCKCastContext.self)
        discovery.register(deviceProvider)
    }

    /// Removes the source of devices of a category, and its devices.
    open func unregisterDeviceProvider(forCategory category: String) {
        requireMainThread(of: GCKCastContext.self)
        discovery.unregister(category: category)
    }

    /// Sends these credentials with every launch from now on; nil sends none.
    open func setLaunch(_ credentialsData: GCKCredentialsData?) {
        requireMainThread(of: GCKCastContext.self)
        credentials = credentialsData
    }

    // MARK: The life of the app

    /// The app went to the background: discovery rests, and the session is suspended where the options say so.
    ///
    /// Called by itself where the platform tells; a program for which no platform tells calls it, or posts
    /// `UIApplication.didEnterBackgroundNotification`.
    public func applicationDidEnterBackground() {
        requireMainThread(of: GCKCastContext.self)
        discovery.enteredBackground()
        engine.order { $0.applicationDidEnterBackground() }
        sessions.enteredBackground(suspends: options.suspendSessionsWhenBackgrounded)
    }

    /// The app is about to be seen again: discovery goes on, and so does a suspended session.
    public func applicationWillEnterForeground() {
        requireMainThread(of: GCKCastContext.self)
        engine.order {
            $0.applicationWillEnterForeground()
            $0.resume()
        }
        discovery.enteredForeground()
        sessions.enteredForeground()
    }

    /// The process is about to end: the session is kept for the next one.
    public func applicationWillTerminate() {
        requireMainThread(of: GCKCastContext.self)
        sessions.suspendSession(with: .appTerminated)
    }

    /// The network of this machine has changed; devices are looked for anew.
    ///
    /// - Parameter isReachable: Whether devices can be reached at all.
    public func networkDidChange(isReachable: Bool) {
        requireMainThread(of: GCKCastContext.self)
        isNetworkReachable = isReachable
        engine.order { $0.networkDidChange(isReachable: isReachable) }
        presentWidgets?.surround { $0.network = isReachable ? .present : .absent }
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
                { $0.presentWidgets?.surround { $0.reducesMotion = UIAccessibility.isReduceMotionEnabled } }
            ),
        ]
        observers = calls.map { name, call in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                MainThread.perform { if let self { call(self) } }
            }
        }
    }
}

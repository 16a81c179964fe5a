// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastLocalization
public import CastSender
public import CastUI
public import Observation
public import SwiftUI

/// The state of casting in an app, which the views of this module show.
///
/// An app creates one model and passes it to its views:
///
/// ```swift
/// @State private var cast = CastModel(application: "CC1AD845")
///
/// var body: some Scene {
///     WindowGroup { ContentView().castModel(cast) }
/// }
/// ```
///
/// ``session`` casts media: `try await cast.session?.cast(.file(url))` of the module `Cast`. ``close()`` ends the model.
@MainActor
@Observable
public final class CastModel {
    /// The manager of the session.
    public let manager: SessionManager
    /// The state that the views show, and that receives the actions of the user.
    public let store: CastUIStore
    /// Converts labels to text.
    public var localizer = Localizer(locale: .current, timeZone: .current)

    @ObservationIgnored private var interpreter: SenderInterpreter?
    @ObservationIgnored private let timer: StoreTimer
    @ObservationIgnored private var network: NetworkPathObserver?
    @ObservationIgnored private var networkChange: Task<Void, Never>?

    /// Creates a model, and starts to search for devices.
    ///
    /// - Parameters:
    ///   - application: The ID of the receiver app that sessions launch or join.
    ///   - options: What the app configures about the views.
    ///   - sessionStore: Stores the session for the next launch of the app; nil, the default, does not store it.
    public convenience init(
        application: String,
        options: CastUIOptions = CastUIOptions(),
        sessionStore: (any SessionStore)? = nil
    ) {
        self.init(
            application: .application(application),
            options: options,
            manager: SessionManager(store: sessionStore)
        ) { () async throws(CastError) in
            try await DeviceBrowser.start()
        }
    }

    /// Creates a model with a search of its own, such as one that finds a virtual device in previews and tests.
    ///
    /// - Parameters:
    ///   - application: The receiver app that sessions launch or join.
    ///   - options: What the app configures about the views.
    ///   - manager: The manager of the session, which the caller may observe as well.
    ///   - search: Starts a search for devices. It is called again for each new search.
    public init(
        application: ApplicationChoice,
        options: CastUIOptions = CastUIOptions(),
        manager: SessionManager,
        search: @escaping SenderInterpreter.Search
    ) {
        self.manager = manager
        let timer = Self.makeTimer()
        self.timer = timer
        let memory = CastMemory()
        store = CastUIStore(
            state: CastUIState(options: options, platformState: memory.platformState),
            clock: { .now },
            scheduleTimer: { timer.set($0) }
        )
        timer.onFire = { [weak store] in store?.send(.deadlineReached) }
        let interpreter = SenderInterpreter(for: store, manager: manager, choice: application, search: search)
        self.interpreter = interpreter
        store.add(interpreter)
        store.add(SystemInterpreter(memory))
        network = NetworkPathObserver { [weak self] in self?.networkChanged(isReachable: $0) }
        store.send(.launched)
    }

    /// Creates a model that shows a state and performs no action, for previews.
    public init(previewing state: CastUIState) {
        manager = SessionManager()
        timer = Self.makeTimer()
        store = CastUIStore(state: state, clock: { .now }, scheduleTimer: { _ in })
    }

    /// The current session; nil while there is none.
    public var session: CastSession? { get async { await manager.session } }

    /// Performs an action of the user.
    public func send(_ intent: Intent) { store.send(.intent(intent)) }

    /// Ends the search and the session manager. The receiver app continues.
    public func close() async {
        store.close()
        network = nil
        await networkChange?.value
        await interpreter?.close()
        await manager.close()
    }

    private static func makeTimer() -> StoreTimer {
        StoreTimer(clock: { .now }, sleep: { try await Task.sleep(for: $0) })
    }

    /// The text of a label.
    func text(_ label: ControlLabel) -> String { localizer.text(label) }

    private func networkChanged(isReachable: Bool) {
        var platform = store.state.platformState
        platform.network = isReachable ? .present : .absent
        store.send(.platformState(platform))
        let (manager, earlier) = (manager, networkChange)
        networkChange = Task {
            await earlier?.value
            await manager.networkDidChange(isReachable: isReachable)
        }
    }

    /// Suspends and resumes the session with the app.
    func sceneChanged(to phase: ScenePhase) async {
        switch phase {
        case .background: await manager.applicationDidEnterBackground()
        case .active:
            await manager.applicationWillEnterForeground()
            await manager.resume()
            // Without a stored session, or with one that runs already, nothing happens.
            _ = await manager.resumeStored()
        default: break
        }
    }
}

extension EnvironmentValues {
    /// The model of the views of this module; nil where `castModel(_:)` was not used.
    public var castModel: CastModel? {
        get { self[CastModelKey.self] }
        set { self[CastModelKey.self] = newValue }
    }
}

private struct CastModelKey: EnvironmentKey {
    static let defaultValue: CastModel? = nil
}

extension View {
    /// Provides the views below with the state of casting.
    ///
    /// The session is suspended and resumed with the scene of the view.
    public func castModel(_ model: CastModel) -> some View { modifier(CastModelModifier(model: model)) }
}

private struct CastModelModifier: ViewModifier {
    let model: CastModel
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
        content
            .environment(\.castModel, model)
            .task(id: phase) { await model.sceneChanged(to: phase) }
    }
}
#endif

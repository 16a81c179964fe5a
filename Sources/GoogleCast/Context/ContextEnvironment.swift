import CastSender
import CastUI
import Foundation
import MulticastDNS

/// What the context takes from the outside world, so that tests can give it another one.
struct ContextEnvironment: Sendable {
    /// What sessions are made with.
    var session: SessionEnvironment
    /// How sessions are treated.
    var options = SessionManagerOptions()
    /// Where the session is kept for the next process; nil keeps none.
    var store: (any SessionStore)?
    /// Begins to look for devices.
    var browse: @Sendable (DiscoveryCriteria) async throws(CastError) -> DeviceBrowser
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The language, region and time zone in which widgets speak.
    var localizer: @MainActor @Sendable () -> Localizer = { Localizer(locale: .current, timeZone: .current) }
    /// Whether the introduction was shown.
    var introduction = IntroductionMemory.standard
    /// Where pictures come from as long as an app has no cache of its own.
    var imageCache: @MainActor @Sendable () -> any GCKUIImageCache = { FileImageCache() }
    /// Whether a person must have tapped the Cast button before discovery starts.
    var gate: @MainActor @Sendable () -> DiscoveryGate = { .standard }

    init(
        session: SessionEnvironment,
        store: (any SessionStore)? = nil,
        browse: @escaping @Sendable (DiscoveryCriteria) async throws(CastError) -> DeviceBrowser
    ) {
        self.session = session
        self.store = store
        self.browse = browse
    }

    /// TLS, multicast DNS, the app's logger, and a file in the user's state directory.
    static var standard: ContextEnvironment { standard(on: .all) }

    /// As ``standard``, for what an app chose.
    static func standard(for options: GCKCastOptions) -> ContextEnvironment {
        standard(on: options.discoveryInterfaces.map { .named($0) } ?? .all)
    }

    private static func standard(on interfaces: MDNSInterfaces) -> ContextEnvironment {
        var session = SessionEnvironment.standard
        session.connection.logger = EngineLogHandler.logger()
        let connection = session.connection
        return ContextEnvironment(
            session: session,
            store: SessionFile(application: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
        ) { (criteria) throws(CastError) in
            try await DeviceBrowser.start(interfaces: interfaces, criteria: criteria, environment: connection)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastSender
import CastUI
import Foundation
import MulticastDNS

/// The external dependencies of the context, which tests replace.
struct ContextEnvironment: Sendable {
    /// The environment of the sessions.
    var session: SessionEnvironment
    /// The options of the session manager.
    var options = SessionManagerOptions()
    /// The store that keeps the session record for the next process. Nil stores nothing.
    var store: (any SessionStore)?
    /// Starts device discovery.
    var browse: @Sendable (DiscoveryCriteria) async throws(CastError) -> DeviceBrowser
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns the language, region and time zone of the widgets' texts.
    var localizer: @MainActor @Sendable () -> Localizer = { Localizer(locale: .current, timeZone: .current) }
    /// Stores whether the introduction was shown.
    var introduction = IntroductionStore.standard
    /// Returns the image cache to use while the app sets none.
    var imageCache: @MainActor @Sendable () -> any GCKUIImageCache = { FileImageCache() }
    /// Returns the gate that delays discovery until the user first taps the Cast button.
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

    /// TLS, multicast DNS, the app's logger, and a session record in the user's state directory.
    static var standard: ContextEnvironment { standard(on: .all) }

    /// Returns ``standard`` with the network interfaces that the app chose.
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

/// Stores, per installation, whether the user has seen the introduction of the Cast button.
struct IntroductionStore: Sendable {
    var hasShown: @MainActor @Sendable () -> Bool
    var setShown: @MainActor @Sendable (Bool) -> Void

    /// The storage in the standard user defaults.
    static var standard: IntroductionStore {
        let key = "swift-cast.introductionWasShown"
        return IntroductionStore(
            hasShown: { UserDefaults.standard.bool(forKey: key) },
            setShown: { UserDefaults.standard.set($0, forKey: key) }
        )
    }
}

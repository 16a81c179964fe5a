// SPDX-License-Identifier: Apache-2.0

package import CastTransport
import CastWire
public import Logging
import MulticastDNS
package import NIOCore
import NIOPosix
import SwiftASN1
import SystemErrors
import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension VirtualDevice {
    /// Starts a device. When this returns, the device is listening and has been announced.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the device.
    ///   - logger: Receives details that snapshots do not have, at debug level; silent by default.
    /// - Throws: ``VirtualDeviceError``, which names the port, address or file at fault and a remedy; no part of the
    ///   device keeps running.
    public static func start(
        _ configuration: DeviceConfiguration = DeviceConfiguration(),
        logger: Logger = Logger(label: "cast-receiver") { _ in SwiftLogNoOpLogHandler() }
    ) async throws(VirtualDeviceError) -> VirtualDevice {
        try await start(configuration, at: nil, logger: logger)
    }

    /// Starts a device, runs the closure, and closes the device when the closure returns or throws.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the device.
    ///   - logger: Receives details that snapshots do not have, at debug level; silent by default.
    ///   - isolation: The isolation in which the closure runs. Default: the isolation of the caller.
    ///   - body: A closure that uses the device.
    /// - Returns: The result of the closure.
    /// - Throws: ``VirtualDeviceError`` if the device cannot start, or the error of the closure.
    public static func withDevice<Value>(
        _ configuration: DeviceConfiguration = DeviceConfiguration(),
        logger: Logger = Logger(label: "cast-receiver") { _ in SwiftLogNoOpLogHandler() },
        isolation: isolated (any Actor)? = #isolation,
        _ body: (VirtualDevice) async throws -> Value
    ) async throws -> Value {
        let device = try await start(configuration, logger: logger)
        let result: Result<Value, any Error>
        do { result = .success(try await body(device)) } catch { result = .failure(error) }
        await device.close()
        return try result.get()
    }

    /// Starts a device, or the endpoint of a group on the machine of its leader.
    static func start(
        _ configuration: DeviceConfiguration,
        at leader: DevicePlace?,
        logger: Logger
    ) async throws(VirtualDeviceError) -> VirtualDevice {
        try check(configuration)
        let address = try ListeningAddress.choose(configuration.interfaces, address: configuration.address)
        let store = configuration.stateDirectory.map(IdentityStore.init(path:))
        let (identity, keys) = try await loadIdentity(store)
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let frameLog: FrameLog? =
            if let path = configuration.frameLogPath { try FrameLog(path: path) } else { nil }
        var teardown = Teardown()
        if let frameLog { teardown.add { await frameLog.close() } }
        do {
            let clockSkew = TimeInterval(configuration.clockSkew.components.seconds)
            let tls = try TLSIdentity.selfSigned(
                commonName: identity.id,
                key: keys.tls,
                now: Date().addingTimeInterval(clockSkew)
            )
            let acceptor = try CastTLSAcceptor(group: eventLoop, identity: tls)
            let core = DeviceCore(
                DeviceCore.Setup(
                    options: options(configuration, identity, isGroup: leader != nil),
                    authenticator: try DeviceAuthenticator(keys.credentials, mode: configuration.authentication),
                    frameLog: frameLog,
                    logger: logger
                ),
                eventLoop: eventLoop,
                makeSessionID: { UUID().uuidString.lowercased() }
            )
            teardown.add { await core.close() }
            let screen = try await DeviceScreen.start(
                configuration,
                host: address.host,
                description: description(configuration, identity),
                tls: tls,
                core: core,
                logger: logger
            )
            teardown.add { await screen.close() }
            await core.begin(screen.makePlayer)
            // A group is announced by its leader's endpoint.
            let needsNetwork = leader == nil && configuration.announcer == nil
            let ownNetwork = needsNetwork ? try await DeviceAdvertiser.network(configuration, logger: logger) : nil
            teardown.add { await ownNetwork?.close() }
            let network = configuration.advertises ? configuration.announcer ?? ownNetwork : nil
            let place = leader ?? DevicePlace(host: identity, address: address, network: network)
            let injector = FaultInjector(configuration, eventLoop: eventLoop)
            let observed = configuration.observed(acceptor)
            let listener = DeviceListener(observed, place: place, port: configuration.port, on: eventLoop) { socket in
                core.accept(injector.admit(socket))
            }
            try await listener.open()
            teardown.add { await listener.close() }
            let advertiser = DeviceAdvertiser(
                advertisement(configuration, identity, isGroup: leader != nil),
                at: place,
                logger: logger
            )
            try await advertiser.announce(port: listener.endpoint.port)
            await listener.setAnnouncer(
                DeviceListener.Announcer(
                    announce: { try await advertiser.announce(port: $0, at: $1) },
                    withdraw: { await advertiser.withdraw() }
                )
            )
            let renewer = CertificateRenewer(
                acceptor: acceptor,
                commonName: identity.id,
                key: keys.tls,
                clockSkew: clockSkew,
                logger: logger
            )
            let background = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await renewer.run(from: tls) }
                    group.addTask { await advertiser.follow(core.applications) }
                }
            }
            return VirtualDevice(
                id: identity.id,
                name: configuration.name,
                pageURL: screen.pageURL(host: address.shown),
                rootCertificate: try keys.credentials.root.serializeAsPEM().pemString,
                rootCertificatePath: store?.rootCertificatePath,
                parts: Parts(
                    core: core,
                    listener: listener,
                    injector: injector,
                    place: place,
                    background: background,
                    withdrawAnnouncement: {
                        await advertiser.withdraw()
                        await ownNetwork?.close()
                    },
                    screen: screen,
                    frameLog: frameLog
                )
            )
        } catch {
            await teardown.run()
            throw VirtualDeviceError(starting: error)
        }
    }

    /// Starts a device with the given sockets, event loop and player, without announcement, HTTP and keys.
    ///
    /// - Parameters:
    ///   - configuration: The name, model, apps, volume and faults; addresses and ports are ignored.
    ///   - acceptor: Accepts the connections of senders; its sockets must use `eventLoop`.
    ///   - isGroup: Whether this is the endpoint of a group.
    ///   - makePlayer: Creates the player, on `eventLoop`.
    ///   - makeSessionID: Creates the id of each session; random by default.
    package static func start(
        _ configuration: DeviceConfiguration,
        acceptor: any CastAcceptor,
        at endpoint: CastEndpoint,
        on eventLoop: any EventLoop,
        isGroup: Bool = false,
        makeSessionID: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() },
        makePlayer: @Sendable () -> any MediaPlayer
    ) async throws -> VirtualDevice {
        let identity = DeviceIdentity.generate()
        let frameLog = try configuration.frameLogPath.map(FrameLog.init(path:))
        let core = DeviceCore(
            DeviceCore.Setup(
                options: options(configuration, identity, isGroup: isGroup),
                frameLog: frameLog,
                logger: Logger(label: "cast-receiver") { _ in SwiftLogNoOpLogHandler() }
            ),
            eventLoop: eventLoop,
            makeSessionID: makeSessionID
        )
        await core.begin(makePlayer)
        let injector = FaultInjector(configuration, eventLoop: eventLoop)
        let place = DevicePlace(
            host: identity,
            address: ListeningAddress(host: endpoint.host, shown: endpoint.host, advertised: nil)
        )
        let observed = configuration.observed(acceptor)
        let listener = DeviceListener(observed, place: place, port: endpoint.port, on: eventLoop) { socket in
            core.accept(injector.admit(socket))
        }
        try await listener.open()
        return VirtualDevice(
            id: identity.id,
            name: configuration.name,
            parts: Parts(core: core, listener: listener, injector: injector, place: place, frameLog: frameLog)
        )
    }
}

// MARK: - Configuration

extension DeviceConfiguration {
    /// Returns an acceptor that reports to the observers.
    fileprivate func observed(_ acceptor: any CastAcceptor) -> any CastAcceptor {
        observers.reduce(acceptor) { ObservedAcceptor($0, observer: $1) }
    }
}

extension VirtualDevice {
    private static func check(_ configuration: DeviceConfiguration) throws(VirtualDeviceError) {
        let ports = [configuration.port, configuration.httpPort ?? 0, configuration.httpsPort ?? 0]
        guard ports.allSatisfy((0...65_535).contains) else {
            throw VirtualDeviceError(.invalidConfiguration, "ports must be between 0 and 65535, not \(ports)")
        }
        guard !configuration.name.isEmpty else {
            throw VirtualDeviceError(.invalidConfiguration, "the device name must not be empty")
        }
        for page in configuration.applications.compactMap(\.information.pageURL) {
            guard PageOrigin.of(page) != nil else {
                throw VirtualDeviceError(
                    .invalidConfiguration,
                    "the URL of an app's page must begin with http:// or https://, not \(page)"
                )
            }
            guard configuration.httpPort != nil else {
                throw VirtualDeviceError(
                    .invalidConfiguration,
                    "the app page \(page) connects to the device's HTTP port; enable HTTP"
                )
            }
        }
        guard (0...1).contains(configuration.volumeLevel) else {
            throw VirtualDeviceError(
                .invalidConfiguration,
                "the volume must be between 0 and 1, not \(configuration.volumeLevel)"
            )
        }
    }

    /// Loads or creates the device's identity, on a thread that may block.
    private static func loadIdentity(
        _ store: IdentityStore?
    ) async throws(VirtualDeviceError) -> (DeviceIdentity, DeviceKeys) {
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                if let store { return try store.loadOrCreate() }
                let identity = DeviceIdentity.generate()
                return (identity, try DeviceKeys.generate(for: identity))
            }
        } catch {
            throw VirtualDeviceError(starting: error)
        }
    }

    private static func description(
        _ configuration: DeviceConfiguration,
        _ identity: DeviceIdentity
    ) -> ReceiverDescription {
        let device = configuration.profile?.device
        var description = ReceiverDescription(
            id: identity.id,
            name: configuration.name,
            model: configuration.modelName,
            manufacturer: device?.manufacturer ?? "swift-cast",
            castBuildRevision: device?.firmware ?? "1.56.500000",
            systemBuildNumber: device?.build ?? "500000",
            hasDisplay: configuration.form != .speaker
        )
        description.product = device?.product
        if let profile = configuration.profile { description.setup = profile.setup }
        return description
    }

    private static func options(
        _ configuration: DeviceConfiguration,
        _ identity: DeviceIdentity,
        isGroup: Bool
    ) -> PlatformOptions {
        let profile = configuration.profile
        let mediaReceiver = profile?.mediaReceiver ?? DeviceProfile.MediaReceiver()
        var options = PlatformOptions(
            description: description(configuration, identity),
            capabilities: isGroup ? PlatformOptions.group : configuration.capabilities,
            receiverMetricsID: identity.receiverMetricsID,
            bootstrapAddress: identity.bootstrapAddress,
            catalog: ApplicationCatalog(
                configuration.applications,
                appIDs: configuration.appIDs + (profile?.apps.additional ?? []),
                mediaReceiver: mediaReceiver
            ),
            volume: DeviceVolume(
                level: configuration.volumeLevel,
                controlType: VolumeControlType(rawValue: configuration.volumeControl.rawValue),
                stepInterval: profile?.volume.step ?? 0.05
            ),
            idleScreen: configuration.showsBackdrop ? .backdrop : .noApplication,
            rules: ApplicationRules(
                launchPolicy: configuration.launchPolicy,
                endsWithLastSender: configuration.endsAppWithLastSender,
                lastSenderGracePeriod: configuration.lastSenderGracePeriod,
                idleTimeout: configuration.idleTimeout,
                pausedTimeout: configuration.idleTimeout.map { $0 * 4 },
                readyTimeout: configuration.readyTimeout
            )
        )
        options.sendsMembersOnConnect = true
        options.mediaReceiver = mediaReceiver
        if let profile {
            if profile.idle == .follower { options.idleScreen = .follower }
            options.screen = profile.screen
            options.sessions = profile.sessions
            options.availableAfter = profile.apps.availableAfter
        }
        return options
    }

    static func advertisement(
        _ configuration: DeviceConfiguration,
        _ identity: DeviceIdentity,
        isGroup: Bool
    ) -> DeviceAdvertisement {
        let options = options(configuration, identity, isGroup: isGroup)
        return DeviceAdvertisement(
            identity: identity,
            friendlyName: configuration.name,
            modelName: configuration.modelName,
            capabilities: options.capabilities,
            appIDs: options.catalog.appIDs,
            isGroup: isGroup || configuration.profile?.device.isGroup == true,
            record: configuration.profile?.record ?? [:]
        )
    }
}

extension VirtualDeviceError {
    /// Creates the error that users see from an error of a component.
    init(starting error: any Error) {
        switch error {
        case let error as VirtualDeviceError: self = error
        case let error as CastListenError:
            let code: Code =
                switch error.code {
                case .portInUse: .portInUse
                case .addressNotAvailable: .addressNotAvailable
                case .notPermitted: .notPermitted
                case .failed: .failed
                }
            self.init(code, "the device cannot listen at \(error.endpoint): \(error)")
        default: self.init(.failed, "the device cannot start: \(SystemErrorText.describe(error))")
        }
    }
}

/// The cleanup steps for a start that fails, run in reverse order.
private struct Teardown {
    private var steps: [@Sendable () async -> Void] = []

    mutating func add(_ step: @escaping @Sendable () async -> Void) {
        steps.append(step)
    }

    func run() async {
        for step in steps.reversed() { await step() }
    }
}

import Logging
import MulticastDNS
import NIOPosix

/// Keeps what the network hears about the device current.
actor DeviceAdvertiser {
    private var advertisement: DeviceAdvertisement
    private var place: DevicePlace
    private let logger: Logger
    private var service: RegisteredService?

    /// - Parameter place: Whose host the device is at, and where it is announced.
    init(_ advertisement: DeviceAdvertisement, at place: DevicePlace, logger: Logger) {
        self.advertisement = advertisement
        self.place = place
        self.logger = logger
    }

    /// An endpoint of multicast DNS for a device; nil when the configuration wants none.
    ///
    /// - Throws: ``VirtualDeviceError``.
    static func network(
        _ configuration: DeviceConfiguration,
        logger: Logger
    ) async throws(VirtualDeviceError) -> MulticastDNS? {
        guard configuration.advertises else { return nil }
        let interfaces: MDNSInterfaces =
            switch configuration.interfaces {
            case .all: .all
            case .named(let names): .named(names)
            }
        do throws(MDNSError) {
            return try await MulticastDNS.start(
                interfaces: interfaces,
                group: MultiThreadedEventLoopGroup.singleton,
                logger: logger
            )
        } catch {
            throw VirtualDeviceError(announcing: configuration.name, error)
        }
    }

    /// Announces the device, in place of what was announced before.
    ///
    /// - Parameters:
    ///   - port: The real Cast port.
    ///   - newPlace: Where the device is now; nil = where it was.
    /// - Throws: ``VirtualDeviceError``.
    func announce(port: Int, at newPlace: DevicePlace? = nil) async throws(VirtualDeviceError) {
        await withdraw()
        if let newPlace { place = newPlace }
        guard let network = place.network else { return }
        advertisement.host = place.host
        let announced = advertisement
        let registration = ServiceRegistration(
            name: advertisement.instanceName,
            type: DeviceAdvertisement.serviceType,
            subtypes: advertisement.subtypes,
            port: port,
            hostName: advertisement.hostName,
            text: advertisement.serviceText,
            hostAddresses: place.address.advertised
        )
        do throws(MDNSError) {
            service = try await network.register(registration)
        } catch {
            throw VirtualDeviceError(announcing: advertisement.friendlyName, error)
        }
        // Announcing takes a while, and an app may have come or gone in it.
        if advertisement.application != announced.application { await update() }
    }

    /// Says goodbye.
    func withdraw() async {
        let withdrawn = service
        service = nil
        await withdrawn?.unregister()
    }

    /// Says what runs, whenever it changes, until the sequence ends or the task is cancelled.
    func follow(_ applications: AsyncStream<RunningApplication?>) async {
        for await application in applications {
            advertisement.application = application
            await update()
        }
    }

    /// Announces what has changed, where anything is announced.
    private func update() async {
        guard let service else { return }
        await service.update(text: advertisement.serviceText)
        do throws(MDNSError) {
            try await service.update(subtypes: advertisement.subtypes)
        } catch {
            logger.warning("the subtypes cannot be advertised", metadata: ["cast-error": "\(error)"])
        }
    }
}

extension VirtualDeviceError {
    fileprivate init(announcing name: String, _ error: MDNSError) {
        let code: Code =
            switch error.code {
            case .noInterface: .noNetwork
            case .nameConflict: .nameTaken
            default: .failed
            }
        self.init(code, "\(name) cannot be announced on the network: \(error.reason)")
    }
}

extension DeviceAdvertisement {
    fileprivate var serviceText: ServiceText {
        // The keys are ours, and every value was cut to what a string holds.
        let entries = text.map { ServiceText.Entry(key: $0.key, value: Array($0.value.utf8)) }
        return (try? ServiceText(entries)) ?? .empty
    }
}

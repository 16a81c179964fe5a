// SPDX-License-Identifier: Apache-2.0

import Logging
import MulticastDNS

/// Keeps the announcement of a device current.
actor DeviceAdvertiser {
    private var advertisement: DeviceAdvertisement
    private var place: DevicePlace
    private let logger: Logger
    private var service: RegisteredService?

    /// - Parameter place: The host of the device, and the multicast DNS endpoint that announces it.
    init(_ advertisement: DeviceAdvertisement, at place: DevicePlace, logger: Logger) {
        self.advertisement = advertisement
        self.place = place
        self.logger = logger
    }

    /// Starts multicast DNS for a device; returns nil if the configuration disables announcements.
    ///
    /// - Throws: ``VirtualDeviceError``.
    static func network(
        _ configuration: DeviceConfiguration,
        logger: Logger
    ) async throws(VirtualDeviceError) -> MDNSEndpoint? {
        guard configuration.advertises else { return nil }
        let interfaces: MDNSInterfaces =
            switch configuration.interfaces {
            case .all: .all
            case .named(let names): .named(names)
            }
        do throws(MDNSError) {
            return try await MDNSEndpoint.start(
                interfaces: interfaces,
                logger: logger
            )
        } catch {
            throw VirtualDeviceError(announcing: configuration.name, error)
        }
    }

    /// Announces the device, in place of an earlier announcement.
    ///
    /// - Parameters:
    ///   - port: The actual Cast port.
    ///   - newPlace: The new host of the device; nil if it has not changed.
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
        // The running app may have changed while the service was being registered.
        if advertisement.application != announced.application { await update() }
    }

    /// Withdraws the announcement.
    func withdraw() async {
        let withdrawn = service
        service = nil
        await withdrawn?.unregister()
    }

    /// Announces each change of the running app until the sequence ends or the task is canceled.
    func follow(_ applications: AsyncStream<RunningApplication?>) async {
        for await application in applications {
            advertisement.application = application
            await update()
        }
    }

    /// Announces the changes, if the device is announced.
    private func update() async {
        guard let service else { return }
        await service.update(text: advertisement.serviceText)
        do throws(MDNSError) {
            try await service.update(subtypes: advertisement.subtypes)
        } catch {
            logger.warning("cannot advertise the subtypes", metadata: ["cast-error": "\(error)"])
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
        // Does not throw: the keys are valid, and the values were cut to the limit.
        let entries = text.map { ServiceText.Entry(key: $0.key, value: Array($0.value.utf8)) }
        return (try? ServiceText(entries)) ?? .empty
    }
}

import Logging
import MulticastDNS
import NIOPosix

/// Keeps what the network hears about the device current.
struct DeviceAdvertiser: Sendable {
    private let endpoint: MulticastDNS
    private let service: RegisteredService
    private let advertisement: DeviceAdvertisement
    private let logger: Logger

    /// Announces the device; nil when the configuration does not want that.
    ///
    /// - Parameters:
    ///   - port: The real Cast port.
    ///   - addresses: Those to advertise; nil for all that an interface has.
    /// - Throws: ``VirtualDeviceError``.
    static func start(
        _ configuration: DeviceConfiguration,
        advertisement: DeviceAdvertisement,
        port: Int,
        addresses: [String]?,
        logger: Logger
    ) async throws(VirtualDeviceError) -> DeviceAdvertiser? {
        guard configuration.advertises else { return nil }
        let interfaces: MDNSInterfaces =
            switch configuration.interfaces {
            case .all: .all
            case .named(let names): .named(names)
            }
        do throws(MDNSError) {
            let endpoint = try await MulticastDNS.start(
                interfaces: interfaces,
                group: MultiThreadedEventLoopGroup.singleton,
                logger: logger
            )
            let registration = ServiceRegistration(
                name: advertisement.instanceName,
                type: DeviceAdvertisement.serviceType,
                subtypes: advertisement.subtypes,
                port: port,
                hostName: advertisement.hostName,
                text: advertisement.serviceText,
                hostAddresses: addresses
            )
            do throws(MDNSError) {
                return DeviceAdvertiser(
                    endpoint: endpoint,
                    service: try await endpoint.register(registration),
                    advertisement: advertisement,
                    logger: logger
                )
            } catch {
                await endpoint.shutdown()
                throw error
            }
        } catch {
            let code: VirtualDeviceError.Code =
                switch error.code {
                case .noInterface: .noNetwork
                case .nameConflict: .nameTaken
                default: .failed
                }
            throw VirtualDeviceError(code, "the device cannot be announced on the network: \(error.reason)")
        }
    }

    /// Says what runs, whenever it changes, until the sequence ends or the task is cancelled.
    func follow(_ applications: AsyncStream<RunningApplication?>) async {
        var advertisement = advertisement
        for await application in applications {
            advertisement.application = application
            await service.update(text: advertisement.serviceText)
            do throws(MDNSError) {
                try await service.update(subtypes: advertisement.subtypes)
            } catch {
                logger.warning("the subtypes cannot be advertised", metadata: ["cast-error": "\(error)"])
            }
        }
    }

    /// Says goodbye.
    func close() async {
        await service.unregister()
        await endpoint.shutdown()
    }
}

extension DeviceAdvertisement {
    fileprivate var serviceText: ServiceText {
        // The keys are ours, and every value was cut to what a string holds.
        let entries = text.map { ServiceText.Entry(key: $0.key, value: Array($0.value.utf8)) }
        return (try? ServiceText(entries)) ?? .empty
    }
}

#if canImport(dnssd) || SystemDiscovery
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Service discovery by the system's own daemon (`dns_sd.h`): mDNSResponder on Apple's systems, Avahi on others.
///
/// An app on Apple's mobile systems may not open multicast sockets of its own without being granted it, so there it is
/// the way; elsewhere ``MulticastDNS`` is faster and stands many more devices, and this is built only with the package
/// trait `SystemDiscovery` and Avahi's compatibility library.
public enum SystemDiscovery {
    /// Follows the services of a type, as ``MulticastDNS/browse(_:subtype:)`` does.
    ///
    /// - Parameters:
    ///   - type: The service type, as `_googlecast._tcp`.
    ///   - subtype: One label: only services that announce the subtype.
    ///   - interfaces: Where; ``MDNSInterfaces/all`` leaves it to the daemon.
    /// - Throws: ``MDNSError``: `noInterface` when none of the named ones exists, `socket` when the daemon cannot be
    ///   reached.
    public static func browse(
        _ type: String,
        subtype: String? = nil,
        interfaces: MDNSInterfaces = .all
    ) throws(MDNSError) -> ServiceBrowse {
        let stream = ServiceEventStream()
        let browser = SystemBrowser(type: type, subtype: subtype) {
            stream.send($0)
        } finish: {
            stream.finish()
        }
        let indices: [UInt32] =
            switch interfaces {
            case .all: [0]
            case .named(let names): names.map { if_nametoindex($0) }.filter { $0 > 0 }
            }
        guard !indices.isEmpty else {
            throw MDNSError(.noInterface, "There is no interface \(interfaces).")
        }
        do throws(SystemFailure) {
            try browser.start(on: indices)
        } catch {
            throw MDNSError(
                .socket,
                "The system's service discovery does not answer (dns_sd error \(error.code)). On Linux, check that "
                    + "avahi-daemon runs."
            )
        }
        return ServiceBrowse(stream: stream) { browser.cancel() }
    }
}
#endif

// SPDX-License-Identifier: Apache-2.0

#if canImport(dnssd) || SystemDiscovery
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Service discovery by the system's daemon (`dns_sd.h`): mDNSResponder on Apple platforms, Avahi on Linux.
///
/// Apps on Apple's mobile platforms need an entitlement to open multicast sockets, so this is the way to discover
/// services there. On other platforms ``MDNSEndpoint`` is faster and supports many more devices; there, this type is
/// only built with the package trait `SystemDiscovery` and requires Avahi's compatibility library.
public enum SystemDiscovery {
    /// Browses for the services of a type, like ``MDNSEndpoint/browse(_:subtype:)``.
    ///
    /// - Parameters:
    ///   - type: The service type, such as `_googlecast._tcp`.
    ///   - subtype: One label, to find only services that announce this subtype. Default nil.
    ///   - interfaces: The interfaces to browse on. Default ``MDNSInterfaces/all``, which lets the daemon choose.
    /// - Throws: ``MDNSError``: `noInterface` if none of the named interfaces exists, `socket` if the daemon cannot be
    ///   reached. On Apple platforms, `accessDenied` and `serviceNotDeclared` are usually known later: see
    ///   ``ServiceBrowse/failure``.
    public static func browse(
        _ type: String,
        subtype: String? = nil,
        interfaces: MDNSInterfaces = .all
    ) throws(MDNSError) -> ServiceBrowse {
        let stream = ServiceEventStream()
        let browser = SystemBrowser(type: type, subtype: subtype) {
            stream.send($0)
        } finish: { failure in
            stream.finish(failure?.error(for: type))
        }
        let indices: [UInt32] =
            switch interfaces {
            case .all: [0]
            case .named(let names): names.map { if_nametoindex($0) }.filter { $0 > 0 }
            }
        guard !indices.isEmpty else {
            throw MDNSError(.noInterface, "There is no network interface named \(interfaces).")
        }
        do throws(SystemFailure) {
            try browser.start(on: indices)
        } catch {
            throw error.error(for: type)
        }
        return ServiceBrowse(stream: stream) { browser.cancel() }
    }
}
#endif

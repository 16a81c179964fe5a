// SPDX-License-Identifier: Apache-2.0

#if canImport(dnssd) || SystemDiscovery
import Dispatch

#if canImport(dnssd)
import dnssd
#else
import CDNSSD
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A query to the system daemon, which is active until ``cancel()``.
///
/// `@unchecked Sendable`: the mutable state is accessed only on the queue on which the query was created and on which
/// its answers arrive.
final class SystemQuery: @unchecked Sendable {
    /// The context pointer of a `dns_sd.h` callback, which holds the Swift closure to call.
    final class Context<Answer> {
        let receive: (Answer) -> Void
        init(_ receive: @escaping (Answer) -> Void) { self.receive = receive }
    }

    private var reference: DNSServiceRef?
    private var source: (any DispatchSourceRead)?
    /// Retained until the query has ended.
    private let context: AnyObject
    /// Called on the queue when the query has ended because the daemon is gone.
    var onFailure: (() -> Void)?

    /// - Parameters:
    ///   - queue: The queue on which answers arrive.
    ///   - context: The callback's context, retained until the query has ended.
    ///   - start: Creates the reference.
    /// - Throws: ``SystemFailure`` if the daemon rejects the query.
    init(
        on queue: DispatchQueue,
        context: AnyObject,
        start: (inout DNSServiceRef?, UnsafeMutableRawPointer) -> DNSServiceErrorType
    ) throws(SystemFailure) {
        self.context = context
        var reference: DNSServiceRef?
        let error = start(&reference, Unmanaged.passUnretained(context).toOpaque())
        guard error == kDNSServiceErr_NoError, let reference else { throw SystemFailure(code: Int(error)) }
        self.reference = reference
        let descriptor = DNSServiceRefSockFD(reference)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        self.source = source
        source.setEventHandler { [weak self] in self?.readable(descriptor) }
        // The reference owns the descriptor, so it must outlive the source.
        source.setCancelHandler { [context] in
            DNSServiceRefDeallocate(reference)
            withExtendedLifetime(context) {}
        }
        source.activate()
    }

    deinit { source?.cancel() }

    /// Ends the query. No further answers are delivered.
    func cancel() {
        reference = nil
        source?.cancel()
        source = nil
    }

    private func readable(_ descriptor: Int32) {
        guard let reference else { return }
        // Processing blocks if there is no data.
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard systemPoll(&poll) > 0 else { return }
        // A failure means that the daemon is gone. The source would otherwise fire forever.
        guard DNSServiceProcessResult(reference) != kDNSServiceErr_NoError else { return }
        cancel()
        onFailure?()
    }
}

private func systemPoll(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, 0) }

/// An error code of `dns_sd.h`.
struct SystemFailure: Error {
    let code: Int

    /// `kDNSServiceErr_PolicyDenied`: the user has denied access to the local network. Avahi's header lacks it.
    static let policyDenied = -65_570
    /// `kDNSServiceErr_NoAuth`: the service type is not among the `NSBonjourServices` of the app's `Info.plist`.
    static let notAuthorized = -65_555

    /// The error for users.
    func error(for type: String) -> MDNSError {
        switch code {
        case Self.policyDenied:
            MDNSError(
                .accessDenied,
                "Access to the local network is denied. Allow local network access for this app in Settings."
            )
        case Self.notAuthorized:
            MDNSError(
                .serviceNotDeclared,
                "The app does not declare that it searches for \(type). Add \(type) to NSBonjourServices in its "
                    + "Info.plist."
            )
        default: MDNSError(.socket, "The system's service discovery is not available (dns_sd error \(code)).\(advice)")
        }
    }

    private var advice: String {
        #if os(Linux)
        " Make sure that avahi-daemon is running."
        #else
        ""
        #endif
    }
}
#endif

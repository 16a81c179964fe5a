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

/// One question to the system's daemon, open until ``cancel()``.
///
/// Sendable although it has mutable state: that state is touched on the queue only, on which it was made and its
/// answers arrive.
final class SystemQuery: @unchecked Sendable {
    /// What a callback of `dns_sd.h` is given as its context: keeps the closure for which it stands.
    final class Context<Answer> {
        let receive: (Answer) -> Void
        init(_ receive: @escaping (Answer) -> Void) { self.receive = receive }
    }

    private var reference: DNSServiceRef?
    private var source: (any DispatchSourceRead)?
    /// Owned by this object until the question is over.
    private let context: AnyObject

    /// - Parameters:
    ///   - queue: Where answers arrive.
    ///   - context: What the callback is given; kept until the question is over.
    ///   - start: Makes the reference.
    /// - Throws: ``SystemFailure`` when the daemon does not take the question.
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
        // The descriptor belongs to the reference, which must outlive the source.
        source.setCancelHandler { [context] in
            DNSServiceRefDeallocate(reference)
            withExtendedLifetime(context) {}
        }
        source.activate()
    }

    deinit { source?.cancel() }

    /// Ends the question; no answer comes after that.
    func cancel() {
        reference = nil
        source?.cancel()
        source = nil
    }

    private func readable(_ descriptor: Int32) {
        guard let reference else { return }
        // Processing blocks when there is nothing to process.
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard systemPoll(&poll) > 0 else { return }
        // The daemon is gone when this fails; the source would report the same for ever.
        if DNSServiceProcessResult(reference) != kDNSServiceErr_NoError { cancel() }
    }
}

private func systemPoll(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, 0) }

/// What the daemon answered instead of taking a question.
struct SystemFailure: Error {
    let code: Int
}
#endif

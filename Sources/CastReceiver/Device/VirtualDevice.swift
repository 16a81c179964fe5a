public import CastTransport
import NIOCore

/// A Cast device in this process: senders find it, connect to it, and their media plays on a page or by the clock.
///
/// ```swift
/// let device = try await VirtualDevice.start(DeviceConfiguration(name: "Study", interfaces: .named(["lo"])))
/// for await snapshot in device.snapshots { print(snapshot.media?.state as Any) }
/// ```
///
/// It runs until ``shutdown()``; letting go of it ends nothing in order. May be used from anywhere.
public final class VirtualDevice: Sendable {
    /// What makes up a running device, in the order in which it is taken down.
    struct Parts: Sendable {
        var core: DeviceCore
        var door: DeviceDoor
        var injector: FaultInjector
        /// Whose machine it is at, and at which address.
        var place: DevicePlace
        var background: Task<Void, Never>?
        /// Takes the advertisement back.
        var sayGoodbye: @Sendable () async -> Void = {}
        var screen: DeviceScreen?
        var frameLog: FrameLog?
    }

    /// The device's id: a UUID in lower case with hyphens. The same after a restart with the same state directory.
    public let id: String
    /// The friendly name.
    public let name: String
    /// Where senders connect, with the real port. Changes with ``changePort(to:)``, and when a group gets another
    /// leader.
    public var endpoint: CastEndpoint { parts.door.endpoint }
    /// The address of the page for the television; nil without HTTP.
    public let pageURL: String?
    /// The certificate that senders must trust to accept the device's authentication, in PEM form; nil where the
    /// device has no TLS.
    public let rootCertificate: String?
    /// ``rootCertificate`` as a file; nil without a state directory.
    public let rootCertificatePath: String?

    let parts: Parts

    init(
        id: String,
        name: String,
        pageURL: String? = nil,
        rootCertificate: String? = nil,
        rootCertificatePath: String? = nil,
        parts: Parts
    ) {
        self.id = id
        self.name = name
        self.pageURL = pageURL
        self.rootCertificate = rootCertificate
        self.rootCertificatePath = rootCertificatePath
        self.parts = parts
    }

    /// The device as it is, and then after each change; a slow reader misses the ones in between. Every use is a
    /// sequence of its own, which ends with the device.
    public var snapshots: AsyncStream<DeviceSnapshot> { parts.core.snapshots.watch() }

    /// The device as it was after its last change.
    public var snapshot: DeviceSnapshot { parts.core.snapshots.newest }

    /// What the device let go without an answer so far.
    public var drops: DropCounters {
        get async { await parts.core.drops }
    }

    /// Says goodbye on the network, closes the ports and every connection, and returns when that is done. Later calls
    /// do nothing. Cancelling the task does not cut it short.
    public func shutdown() async {
        await parts.sayGoodbye()
        parts.background?.cancel()
        await parts.door.close()
        await parts.core.close()
        await parts.background?.value
        await parts.screen?.close()
        await parts.frameLog?.close()
    }
}

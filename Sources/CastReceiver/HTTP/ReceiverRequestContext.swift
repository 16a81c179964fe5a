import Hummingbird
import HummingbirdCore
import NIOCore

/// What a request handler knows besides the request: where it arrived.
struct ReceiverRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address that the asker reached, for example `192.0.2.7`.
    let localAddress: String?
    let localPort: Int?
    let remoteAddress: String?
    /// Whether the asker runs on the device's machine.
    let isLocal: Bool

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        localAddress = source.channel.localAddress?.ipAddress
        localPort = source.channel.localAddress?.port
        remoteAddress = source.channel.remoteAddress?.ipAddress
        isLocal = source.channel.isLocal
    }
}

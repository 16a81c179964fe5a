import Hummingbird
import HummingbirdCore
import NIOCore

/// What a request handler knows besides the request: where it arrived, and where from.
struct RemoteRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address that the asker reached, for example `192.0.2.7`.
    let localAddress: String
    let remoteAddress: String
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        localAddress = source.channel.localAddress?.ipAddress ?? ""
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
        channel = source.channel
    }
}

import NIOCore
import NIOSSL

extension ChannelPipeline.SynchronousOperations {
    /// Closes the channel without waiting for the TLS goodbye of the other end.
    func closeBeneathTLS() {
        if let beneath = try? context(handlerType: NIOSSLHandler.self) {
            beneath.close(promise: nil)
        } else {
            close(mode: .all, promise: nil)
        }
    }
}

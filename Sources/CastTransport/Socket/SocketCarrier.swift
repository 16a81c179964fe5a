import NIOCore

/// What moves the bytes of a ``FramedSocket``: a TLS channel, or a pipe in memory.
///
/// Lives on the socket's event loop. It reports to the socket it carries by ``FramedSocket/carrierRead(_:)``,
/// ``FramedSocket/carrierReadComplete()``, ``FramedSocket/carrierWritabilityChanged()`` and, once and last,
/// ``FramedSocket/carrierEnded(failure:)``.
protocol SocketCarrier: AnyObject {
    /// Bytes that were flushed and that the system, or the other end in memory, has not taken yet.
    var bufferedBytes: Int { get }
    /// Takes one frame, to be sent with the next flush.
    func write(_ frame: ByteBuffer)
    /// Sends what was written.
    func flush()
    /// Stops or goes on reading.
    func setReading(_ isReading: Bool)
    /// Closes once the other end has what was flushed, or the configuration's time for it has passed.
    func close()
    /// Closes at once.
    func abort()
}

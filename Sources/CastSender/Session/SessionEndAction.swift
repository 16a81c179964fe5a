/// How a session is ended: three different things on the wire.
public enum SessionEndAction: Sendable, Hashable {
    /// Says CLOSE to the application and to the device, then closes the socket. The application goes on for other
    /// senders; one that has lost its last sender this way usually ends itself.
    case leave
    /// Closes the socket without a word, as a loss of the network does. The application goes on.
    case disconnect
    /// Stops the application for everybody, and waits up to two seconds until the device says so.
    case stop
    /// Leaves the application, then asks the device who else is connected to it, and stops it if nobody is. Whoever joined
    /// in the meantime goes on; so does an application of a device that does not say (`senderConnected` came in 2021),
    /// unless it ends itself.
    case stopIfAlone
}

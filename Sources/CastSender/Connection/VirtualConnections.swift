import CastWire

/// The virtual connections of one socket: pairs of our id and a peer's, opened by CONNECT and ended by CLOSE.
///
/// A device drops what is not sent over one, so the platform (`receiver-0`) is connected first and each
/// application's transport before anything is said to it; the same rule is applied to what arrives. A CLOSE from
/// the platform ends the socket, one from a transport only that application; with destination `*` it means nothing
/// (CASTV2 virtual connections).
struct VirtualConnections {
    /// What a CLOSE means.
    enum Closed: Equatable {
        /// The platform dropped us: the socket is of no more use.
        case platform
        /// An application dropped us or is gone.
        case transport(String)
        /// A broadcast, or a connection that is not open.
        case nothing
    }

    /// This end's id.
    let senderID: String
    private var peers: Set<String> = []

    init(senderID: String) { self.senderID = senderID }

    /// Opens a connection; false when it is open already and no CONNECT is due.
    mutating func open(to peerID: String) -> Bool { peers.insert(peerID).inserted }

    /// Ends a connection; false when it was not open and no CLOSE is due.
    mutating func close(to peerID: String) -> Bool { peers.remove(peerID) != nil }

    func isOpen(to peerID: String) -> Bool { peers.contains(peerID) }

    /// A CLOSE arrived.
    mutating func closeReceived(from sourceID: String, to destinationID: String) -> Closed {
        guard destinationID == senderID, peers.remove(sourceID) != nil else { return .nothing }
        return sourceID == CastMessage.receiverID ? .platform : .transport(sourceID)
    }

    /// Whether a message came over an open connection.
    func accepts(from sourceID: String, to destinationID: String) -> Bool {
        (destinationID == senderID || destinationID == CastMessage.broadcastID) && peers.contains(sourceID)
    }
}

/// Why a virtual connection was closed.
public enum VirtualCloseReason: Int, WireNumber, CaseIterable {
    case unknown = 0
    case transportClosed = 1
    case transportAborted = 2
    case invalidMessage = 3
    case inactiveTooLong = 4
    case closedBySelf = 5
    case closedByPeer = 6
}

/// Which connections a listener lets in, by count.
struct Admission {
    private(set) var handshaking = 0
    private(set) var open = 0
    private(set) var refused = 0
    /// False once the listener has closed: who has not finished TLS by then is sent away.
    var isListening = true

    let handshakeLimit: Int
    let socketLimit: Int

    init(handshakeLimit: Int, socketLimit: Int) {
        self.handshakeLimit = handshakeLimit
        self.socketLimit = socketLimit
    }

    /// A connection has arrived; false when it must be closed at once.
    mutating func arrived() -> Bool {
        guard isListening, handshaking < handshakeLimit, handshaking + open < socketLimit else {
            refused += 1
            return false
        }
        handshaking += 1
        return true
    }

    /// A connection that was let in has finished TLS; false when it must be closed nevertheless.
    mutating func handshaken() -> Bool {
        handshaking -= 1
        open += 1
        return isListening
    }

    /// A connection that was let in is gone.
    mutating func left(handshaken: Bool) {
        if handshaken {
            open -= 1
        } else {
            handshaking -= 1
        }
    }
}

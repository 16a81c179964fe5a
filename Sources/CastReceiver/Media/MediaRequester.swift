/// Who asked, and under which number the answer is expected.
struct MediaRequester: Sendable, Hashable {
    var sender: SenderAddress
    var requestID: Int
    /// Whether the sender runs on the device's machine, so that its URLs may name this machine.
    var isOnThisMachine: Bool

    init(sender: SenderAddress, requestID: Int, isOnThisMachine: Bool = true) {
        self.sender = sender
        self.requestID = requestID
        self.isOnThisMachine = isOnThisMachine
    }
}

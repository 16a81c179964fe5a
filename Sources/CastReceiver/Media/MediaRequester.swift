/// Who asked, and under which number the answer is expected.
struct MediaRequester: Sendable, Hashable {
    var sender: SenderAddress
    var requestID: Int

    init(sender: SenderAddress, requestID: Int) {
        self.sender = sender
        self.requestID = requestID
    }
}

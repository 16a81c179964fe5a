import NIOConcurrencyHelpers

/// An open page: where frames for it go. May be used from anywhere.
final class WebReceiverPage: Sendable, Hashable {
    /// How many frames wait for a slow page. 512.
    static let outgoingLimit = 512

    /// Where it comes from, as its browser says, in lower case; nil for a program that is no browser.
    let origin: String?
    /// Whether the page applies the device's volume to its media, as pages with the device's `platform.js` do.
    let appliesVolume: Bool
    /// The frames for the page; ends when the device closes it.
    let frames: AsyncStream<String>
    private let outlet: AsyncStream<String>.Continuation

    init(origin: String? = nil, appliesVolume: Bool = false) {
        self.origin = origin?.lowercased()
        self.appliesVolume = appliesVolume
        (frames, outlet) = AsyncStream.makeStream(
            of: String.self,
            bufferingPolicy: .bufferingOldest(Self.outgoingLimit)
        )
    }

    /// Sends a frame; a page that lets too many wait is closed.
    ///
    /// - Returns: False when the page is closed, by this or before.
    @discardableResult
    func send(_ text: String) -> Bool {
        switch outlet.yield(text) {
        case .enqueued: return true
        case .dropped:
            outlet.finish()
            return false
        case .terminated: return false
        @unknown default: return false
        }
    }

    /// Ends the page's socket after what waits was sent.
    func close() {
        outlet.finish()
    }

    static func == (lhs: WebReceiverPage, rhs: WebReceiverPage) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// What a page's socket tells the app.
enum WebReceiverEvent: Sendable {
    case connected(WebReceiverPage)
    case received(String, WebReceiverPage)
    /// Bytes where text was expected.
    case receivedBytes(WebReceiverPage)
    /// Its socket is closed; `isDeliberate` where the page's script closed it.
    case closed(WebReceiverPage, isDeliberate: Bool)
}

// SPDX-License-Identifier: Apache-2.0

import CastWire
import Hummingbird
import HummingbirdCore
import NIOCore

/// The server's state of an open page, which its script follows.
@MainActor
protocol FollowedPage: AnyObject, Sendable {
    nonisolated var id: String { get }
    /// What every request of the page must contain.
    nonisolated var secret: String { get }
    /// The time of the last request of the page.
    var lastSeen: ContinuousClock.Instant { get }
    /// Whether a script has opened the event stream of the page.
    var hasScript: Bool { get }
    var reader: PageReader { get set }
    /// Called when a script begins or ends to follow the page.
    func readerDidChange(isNew: Bool)
    /// Returns what has changed since the last message; nil if nothing has.
    func nextMessage() -> JSONValue?
}

/// The connection of a script that follows a page. A newer one replaces it.
struct PageReader {
    private var current: (number: Int, signal: AsyncStream<Void>.Continuation)?
    private var lastNumber = 0

    var isFollowed: Bool { current != nil }

    /// Signals the script's connection that there may be a new message.
    func signal() { current?.signal.yield() }

    mutating func finish() {
        current?.signal.finish()
        current = nil
    }

    fileprivate func isCurrent(_ number: Int) -> Bool { current?.number == number }

    fileprivate mutating func follow() -> (number: Int, signals: AsyncStream<Void>) {
        lastNumber += 1
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        current?.signal.finish()
        current = (lastNumber, signal)
        signal.yield()
        return (lastNumber, signals)
    }

    fileprivate mutating func unfollow(_ number: Int) -> Bool {
        guard isCurrent(number) else { return false }
        current = nil
        return true
    }
}

extension FollowedPage {
    func follow() -> (number: Int, signals: AsyncStream<Void>) {
        let following = reader.follow()
        readerDidChange(isNew: true)
        return following
    }

    func unfollow(_ number: Int) {
        if reader.unfollow(number) { readerDidChange(isNew: false) }
    }

    /// Returns the message for a reader; nil if nothing has changed, or if a newer reader has replaced this one.
    func message(for number: Int) -> JSONValue? { reader.isCurrent(number) ? nextMessage() : nil }
}

/// Sends server-sent events (HTML Standard, section 9.2), one for each change of a page.
enum PageEventStream {
    /// The time without messages after which a comment is sent, because proxies and browsers may close silent
    /// connections. A page without a signal in this time sends no comment.
    private static let keepAliveInterval = Duration.seconds(10)

    static func response(to request: Request, from page: some FollowedPage) -> Response {
        let body = ResponseBody { writer in
            // Register the reader only here: if the browser disconnects before the body is written, no error is
            // reported.
            let (number, signals) = await page.follow()
            do {
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    var lastWrite = ContinuousClock.now
                    for await _ in signals {
                        if let message = await page.message(for: number) {
                            let text = "event: state\ndata: \(message.jsonString)\n\n"
                            try await writer.write(ByteBuffer(string: text))
                        } else if ContinuousClock.now - lastWrite >= Self.keepAliveInterval {
                            try await writer.write(ByteBuffer(string: ": here\n\n"))
                        } else {
                            continue
                        }
                        lastWrite = .now
                    }
                }
            } catch {
                await page.unfollow(number)
                throw error
            }
            await page.unfollow(number)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
}

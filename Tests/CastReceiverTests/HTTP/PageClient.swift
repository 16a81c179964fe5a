// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOConcurrencyHelpers
import NIOCore

/// A page without a browser that reads the event stream and posts reports.
final class PageClient: Sendable {
    let port: Int
    let token: String
    private let states: AsyncStream<JSONValue>
    private let sequence = NIOLockedValueBox(0)

    private init(port: Int, token: String, states: AsyncStream<JSONValue>) {
        self.port = port
        self.token = token
        self.states = states
    }

    static func eventsRequest(port: Int) -> String {
        "GET /screen/events HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/event-stream\r\n\r\n"
    }

    /// Opens a page while the body runs.
    static func withPage(port: Int, _ body: @escaping @Sendable (PageClient) async throws -> Void) async throws {
        let (states, continuation) = AsyncStream.makeStream(of: JSONValue.self)
        let (tokens, tokenContinuation) = AsyncStream.makeStream(of: String.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer {
                    continuation.finish()
                    tokenContinuation.finish()
                }
                let connection = try await LineConnection(port: port)
                _ = try await connection.exchange(eventsRequest(port: port)) { received -> Bool? in
                    // Each event is one chunk, and only its lines are used.
                    while let end = received.firstRange(of: "\n\n") {
                        let event = received[..<end.lowerBound]
                        received = String(received[end.upperBound...])
                        guard let data = event.split(separator: "\n").last(where: { $0.hasPrefix("data: ") }) else {
                            continue
                        }
                        let value = try JSONValue(parsing: String(data.dropFirst(6)))
                        if let token = value["token"]?.stringValue {
                            tokenContinuation.yield(token)
                        } else {
                            continuation.yield(value)
                        }
                    }
                    return nil
                }
            }
            for await token in tokens {
                try await body(PageClient(port: port, token: token, states: states))
                break
            }
            group.cancelAll()
        }
    }

    /// Returns the next state that meets the condition.
    func nextState(where condition: (JSONValue) -> Bool = { _ in true }) async throws -> JSONValue {
        for await state in states where condition(state) { return state }
        return .null
    }

    /// Posts a report and returns the status code of the response.
    func report(_ members: String) async throws -> Int {
        let number = sequence.withLockedValue { value in
            value += 1
            return value
        }
        return try await post("{\"sequence\":\(number),\(members)}", to: "/screen/report")
    }

    /// Presses a key and returns the status code of the response.
    func press(_ key: String) async throws -> Int {
        try await post("{\"key\":\"\(key)\"}", to: "/screen/key")
    }

    private func post(_ body: String, to path: String) async throws -> Int {
        let text =
            "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
            + "Cast-Page-Token: \(token)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        return RawAnswer(try await LineConnection.send(text, port: port)).status
    }
}

// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import CastWire
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Testing

/// A client of a `cast remote` page: the regions that the server sends, and the requests of the page.
final class RemotePage: Sendable {
    private struct State {
        var regions: [String: String] = [:]
        var playhead: JSONValue?
        var announcements: [String] = []
        var revision: Int64 = 0
        var hasEnded = false
    }

    /// The server returned another page, such as the one that asks for the code.
    struct NotThePage: Error {}

    let url: String
    private let headers: [(String, String)]
    private let state = NIOLockedValueBox(State())
    private let reading = NIOLockedValueBox<Task<Void, Never>?>(nil)

    /// Loads the page and subscribes to its events.
    init(_ url: String) async throws {
        self.url = url
        let answer = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(20))
        let text = String(buffer: try await answer.body.collect(upTo: 1 << 22))
        func value(_ name: String) throws -> String {
            guard let start = text.firstRange(of: "\(name)=\"")?.upperBound else { throw NotThePage() }
            return String(text[start...].prefix { $0 != "\"" })
        }
        headers = [
            ("Cast-Page", try value("data-page")), ("Cast-Page-Secret", try value("data-secret")),
        ]
        var request = HTTPClientRequest(url: url + "events")
        request.headers.add(contentsOf: .init(headers))
        request.headers.add(name: "Accept", value: "text/event-stream")
        let events = try await HTTPClient.shared.execute(request, deadline: .distantFuture)
        try #require(events.status == .ok)
        let task = Task { [weak self] in
            var text = ""
            do {
                for try await bytes in events.body {
                    text += String(buffer: bytes)
                    while let end = text.firstRange(of: "\n\n") {
                        let event = text[..<end.lowerBound]
                        text = String(text[end.upperBound...])
                        if let data = event.firstRange(of: "data: ") { self?.take(String(event[data.upperBound...])) }
                    }
                }
            } catch {
                // The end of the stream is recorded below.
            }
            self?.state.withLockedValue { $0.hasEnded = true }
        }
        reading.withLockedValue { $0 = task }
    }

    deinit { close() }

    func close() { reading.withLockedValue { $0?.cancel() } }

    private func take(_ text: String) {
        guard let json = try? JSONValue(parsing: text) else { return }
        state.withLockedValue { state in
            for member in json["regions"]?.objectValue?.members ?? [] {
                state.regions[member.key] = member.value.stringValue
            }
            if let playhead = json["playhead"] { state.playhead = playhead }
            state.announcements += (json["announcements"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
        }
    }

    func region(_ name: String) -> String { state.withLockedValue { $0.regions[name] ?? "" } }
    var announcements: [String] { state.withLockedValue { $0.announcements } }
    var playhead: JSONValue? { state.withLockedValue { $0.playhead } }
    var hasEnded: Bool { state.withLockedValue { $0.hasEnded } }

    /// Sends an intent, like a click or a slider with its value, and returns the status of the response.
    @discardableResult
    func send(_ intent: String, _ value: JSONValue? = nil) async throws -> Int {
        var request = HTTPClientRequest(url: url + "intent")
        request.method = .POST
        request.headers.add(contentsOf: .init(headers))
        request.headers.add(name: "Content-Type", value: "application/json")
        var body: JSONObject = ["intent": .string(intent)]
        if let value { body["value"] = value }
        request.body = .bytes(ByteBuffer(string: body.jsonString))
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        return Int(answer.status.code)
    }

    /// Waits until a region contains a text.
    func wait(
        for text: String,
        in region: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await wait("\(text) in \(region)", sourceLocation) { $0.region(region).contains(text) }
    }

    func wait(
        _ what: String,
        _ sourceLocation: SourceLocation = #_sourceLocation,
        until condition: (RemotePage) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + CastProgram.timeout
        while !condition(self) {
            if ContinuousClock.now > deadline {
                Issue.record("no \(what): \(state.withLockedValue { "\($0)" })", sourceLocation: sourceLocation)
                throw CancellationError()
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Returns the value of the attribute that follows a text in a region.
    func attribute(_ name: String, after text: String, in region: String) throws -> String {
        let html = self.region(region)
        let rest = html[try #require(html.firstRange(of: text)).upperBound...]
        let start = try #require(rest.firstRange(of: "\(name)=\"")).upperBound
        return String(rest[start...].prefix { $0 != "\"" })
    }
}

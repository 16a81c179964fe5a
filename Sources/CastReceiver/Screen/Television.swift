// SPDX-License-Identifier: Apache-2.0

package import CastArtworkHTTP
package import CastWire
package import NIOCore

/// The screen of a virtual device: its player, and the pages that show it.
///
/// The player is used on ``eventLoop``; the methods for pages can be called from any task.
package final class Television: Sendable {
    package let eventLoop: any EventLoop
    /// The names by which pages request pictures.
    let pictureNames = ImageNames()
    private let box: NIOLoopBoundBox<Core>

    /// - Parameters:
    ///   - eventLoop: The device's event loop.
    ///   - deviceName: The name on the idle screen.
    ///   - form: The kind of device. Default television.
    ///   - inspector: Opens media while no page is open.
    package init(
        eventLoop: any EventLoop,
        deviceName: String,
        form: DeviceForm = .television,
        inspector: any MediaInspector
    ) {
        self.eventLoop = eventLoop
        box = .makeBoxSendingValue(
            Core(eventLoop: eventLoop, deviceName: deviceName, form: form, inspector: inspector),
            eventLoop: eventLoop
        )
    }

    /// The device's player. Must be used on ``eventLoop``.
    package var player: PlayerSwitch { box.value.player }

    /// Ends the item and disconnects every page. Returns when the pages have received that there is no app any more, or
    /// after a second: a page could be unreachable.
    package func close() async {
        // Throws only if the event loop has shut down, and the television with it.
        try? await eventLoop.flatSubmit { self.box.value.close() }.get()
    }
}

// MARK: - Pages

extension Television {
    /// An open page, with the token of its requests and the messages for it.
    package struct PageConnection: Sendable {
        package let id: Int
        package let token: String
        /// The id of this start of the device. Items of different starts can have the same generation.
        package let startID: String
        /// The latest state after each change, and again every two seconds; the page answers with a report. Buffers
        /// only the latest message for a slow page. Finishes when the television disconnects the page.
        package let messages: AsyncStream<PageMessage>
    }

    package struct PageMessage: Sendable, Hashable {
        package var state: ScreenState
        /// Whether the page plays, so that its element determines the actual state. True for at most one page.
        package var isPlayer: Bool
        /// Whether the page runs the app's page in a frame. True for at most one page.
        package var hostsApp = false

        /// - Parameter names: The names of the pictures, which the page requests from its device.
        package func json(_ names: ImageNames) -> JSONValue {
            var object = state.naming(names).json.objectValue ?? JSONObject()
            object["isPlayer"] = .bool(isPlayer)
            object["isAppElsewhere"] = .bool(state.appPage != nil && !hostsApp)
            if !hostsApp { object["appPage"] = .null }
            return .object(object)
        }
    }

    /// The result of a report.
    package enum ReportOutcome: Sendable, Hashable {
        case accepted
        /// The token does not belong to an open page; the page should connect again.
        case unknownPage
    }

    /// Opens a page; nil if the page is not admitted. The caller must call ``disconnect(_:)`` when the page has closed.
    ///
    /// - Parameters:
    ///   - address: The address of the page's browser.
    ///   - isLocal: Whether the page's browser runs on the device's machine. Default false.
    package func connect(from address: String = "", isLocal: Bool = false) async throws -> PageConnection? {
        try await eventLoop.submit { self.box.value.connect(from: address, isLocal: isLocal) }.get()
    }

    package func disconnect(_ id: Int) {
        eventLoop.execute { self.box.value.disconnect(id) }
    }

    package func report(_ report: ScreenReport, token: String) async throws -> ReportOutcome {
        try await eventLoop.submit { self.box.value.report(report, token: token) }.get()
    }

    /// Returns the picture with this name; nil unless pages currently show it.
    func picture(named name: String) async throws -> ScreenPicture? {
        try await eventLoop.submit {
            let pictures = self.box.value.player.screenState.pictures
            return pictures.first { self.pictureNames.name(of: $0.address) == name }
        }.get()
    }

    /// Handles a key that the user pressed on a page, whether or not the page plays.
    package func press(_ command: TelevisionCommand, token: String) async throws -> ReportOutcome {
        try await eventLoop.submit { self.box.value.press(command, token: token) }.get()
    }
}

// MARK: - State

extension Television {
    /// The state that is confined to the event loop.
    private final class Core {
        /// The time limit for the last messages to the pages.
        static let farewellTime = TimeAmount.seconds(1)
        /// The interval of the periodic messages that pages answer with a report.
        static let messageInterval = TimeAmount.seconds(2)

        let eventLoop: any EventLoop
        let player: PlayerSwitch
        let startID = Core.randomID()
        var openPages = OpenScreenPages()
        var continuations: [Int: AsyncStream<PageMessage>.Continuation] = [:]
        /// The pages that still receive their last message, and what is waiting for them, once the television has closed.
        var departing: (ids: Set<Int>, end: EventLoopPromise<Void>)?
        var timer: Scheduled<Void>?
        var isClosed = false

        init(eventLoop: any EventLoop, deviceName: String, form: DeviceForm, inspector: any MediaInspector) {
            self.eventLoop = eventLoop
            player = PlayerSwitch(eventLoop: eventLoop, deviceName: deviceName, form: form, inspector: inspector)
            player.onStateChange = { [weak self] state in self?.send(state) }
        }

        func connect(from address: String, isLocal: Bool) -> PageConnection? {
            let token = Self.randomID()
            guard !isClosed,
                let arrival = openPages.join(token: token, from: address, isLocal: isLocal, now: eventLoop.now)
            else { return nil }
            let page = arrival.page
            if let replaced = arrival.replacedID {
                continuations.removeValue(forKey: replaced)?.finish()
                apply(arrival.change)
            }
            let (stream, continuation) = AsyncStream.makeStream(
                of: PageMessage.self,
                bufferingPolicy: .bufferingNewest(1)
            )
            continuations[page.id] = continuation
            continuation.yield(PageMessage(state: player.screenState, isPlayer: false))
            if timer == nil { scheduleMessage() }
            return PageConnection(id: page.id, token: token, startID: startID, messages: stream)
        }

        private static func randomID() -> String { Hexadecimal.random(bytes: 16) }

        func disconnect(_ id: Int) {
            continuations.removeValue(forKey: id)?.finish()
            departing?.ids.remove(id)
            endDepartures()
            let host = openPages.appHostID
            apply(openPages.leave(id: id))
            if openPages.appHostID != host { send(player.screenState) }
        }

        func report(_ report: ScreenReport, token: String) -> ReportOutcome {
            let host = openPages.appHostID
            defer { if openPages.appHostID != host { send(player.screenState) } }
            switch openPages.reportReceived(token: token, sequence: report.sequence, now: eventLoop.now) {
            case .failure(.unknownPage): return .unknownPage
            case .failure(.outOfOrder): return .accepted
            case .success((let page, let change)):
                apply(change)
                if page.id == openPages.playerID { player.received(report) }
                return .accepted
            }
        }

        func press(_ command: TelevisionCommand, token: String) -> ReportOutcome {
            guard openPages.pages.contains(where: { $0.token == token }) else { return .unknownPage }
            // Not related to an item: keys also change the volume of an idle device.
            player.onEvent?(.pressed(command), 0)
            return .accepted
        }

        func close() -> EventLoopFuture<Void> {
            if let departing { return departing.end.futureResult }
            isClosed = true
            timer?.cancel()
            timer = nil
            player.onEvent = nil
            // Sent before the streams finish: a page removes the app's frame when it receives this state.
            player.perform(.show(.idle))
            let end = eventLoop.makePromise(of: Void.self)
            departing = (Set(continuations.keys), end)
            for continuation in continuations.values { continuation.finish() }
            continuations = [:]
            openPages = OpenScreenPages()
            timer = eventLoop.assumeIsolated().scheduleTask(in: Self.farewellTime) {
                self.departing?.ids = []
                self.endDepartures()
            }
            endDepartures()
            return end.futureResult
        }

        /// Completes ``close()`` when the last page has left.
        private func endDepartures() {
            guard let departing, departing.ids.isEmpty else { return }
            timer?.cancel()
            timer = nil
            departing.end.succeed()
        }

        private func apply(_ change: OpenScreenPages.Change) {
            switch change {
            case .none: break
            case .player: player.pageDidTakeOver()
            case .noPlayer: player.lastPageDidLeave()
            }
        }

        private func send(_ state: ScreenState) {
            for (id, continuation) in continuations {
                continuation.yield(
                    PageMessage(state: state, isPlayer: id == openPages.playerID, hostsApp: id == openPages.appHostID)
                )
            }
        }

        private func scheduleMessage() {
            timer = eventLoop.assumeIsolated().scheduleTask(in: Self.messageInterval) { self.sendPeriodicMessage() }
        }

        private func sendPeriodicMessage() {
            timer = nil
            let (gone, change) = openPages.expire(now: eventLoop.now)
            for page in gone { continuations.removeValue(forKey: page.id)?.finish() }
            apply(change)
            guard !continuations.isEmpty else { return }
            send(player.screenState)
            scheduleMessage()
        }
    }
}

/// A command of a remote control, from a user in front of the device.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum TelevisionCommand: Sendable, Hashable {
    case play
    case pause
    case togglePlayback
    /// Seeks to a position in seconds from the beginning, or on the time axis of live media.
    case seek(to: Double)
    /// Seeks by a number of seconds, backward if negative.
    case skip(by: Double)
    /// Skips to the next item of the queue, or skips an advertisement that allows it.
    case next
    case previous
    /// Ends the media session; the app keeps running.
    case stop
    /// Loads the media or the queue again, from its start, in a new media session.
    case playAgain
    /// Sets the device's volume level, 0 to 1.
    case setVolume(Double)
    /// Changes the device's volume level by this amount, downward if negative.
    case changeVolume(by: Double)
    case setMuted(Bool)
    case toggleMuted

    /// Whether the numbers of the command are finite.
    var hasFiniteNumbers: Bool {
        switch self {
        case .seek(let number), .skip(let number), .setVolume(let number), .changeVolume(let number): number.isFinite
        default: true
        }
    }
}

package import CastArtwork
package import CastWire
package import NIOCore

/// The screen of a virtual device: its player, and the pages that show it.
///
/// The player is used on ``eventLoop``; the methods for pages can be called from anywhere.
package final class Television: Sendable {
    package let eventLoop: any EventLoop
    /// The names under which its pages ask for pictures.
    let pictureNames = PictureNames()
    private let box: NIOLoopBoundBox<Core>

    /// - Parameters:
    ///   - eventLoop: The device's event loop.
    ///   - deviceName: The name on the idle screen.
    ///   - form: What kind of screen it is. Default a television.
    ///   - inspector: Opens media while no page is there.
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

    /// The device's player. Only on ``eventLoop``.
    package var player: PlayerSwitch { box.value.player }

    /// Ends the item and sends every page away. Only on ``eventLoop``.
    package func close() { box.value.close() }
}

// MARK: Pages

extension Television {
    /// An open page: what its requests must show, and what it is to show.
    package struct PageConnection: Sendable {
        package let id: Int
        package let token: String
        /// Tells this start of the device from others, whose items have the same numbers.
        package let startID: String
        /// The newest state whenever it has changed, and again every two seconds, which the page answers with a
        /// report. Only the newest is kept for a slow page. Ends when the television sends the page away.
        package let messages: AsyncStream<PageMessage>
    }

    package struct PageMessage: Sendable, Hashable {
        package var state: ScreenState
        /// True for the one page whose element is the truth.
        package var isPlayer: Bool
        /// True for the one page that runs the app's page in a frame.
        package var hostsApp = false

        /// - Parameter names: Of the pictures, which the page gets from its device.
        package func json(_ names: PictureNames) -> JSONValue {
            var object = state.naming(names).json.objectValue ?? JSONObject()
            object["isPlayer"] = .bool(isPlayer)
            object["isAppElsewhere"] = .bool(state.appPage != nil && !hostsApp)
            if !hostsApp { object["appPage"] = .null }
            return .object(object)
        }
    }

    /// What came of a report.
    package enum ReportOutcome: Sendable, Hashable {
        case taken
        /// The token is not that of an open page; the page should connect again.
        case unknownPage
    }

    /// Opens a page; nil when too many are open. The caller says ``disconnect(_:)`` when it is gone.
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
}

extension Television {
    /// A picture that pages show now, by its name; nil for any other.
    func picture(named name: String) async throws -> ScreenPicture? {
        try await eventLoop.submit {
            let pictures = self.box.value.player.screenState.pictures
            return pictures.first { self.pictureNames.name(of: $0.address) == name }
        }.get()
    }
}

extension Television {
    /// Somebody pressed a key of a page, whether that page plays or watches.
    package func press(_ command: RemoteCommand, token: String) async throws -> ReportOutcome {
        try await eventLoop.submit { self.box.value.press(command, token: token) }.get()
    }
}

extension Television {
    /// What lives on the event loop.
    private final class Core {
        /// How often pages are asked for a sign of life.
        static let beat = TimeAmount.seconds(2)

        let eventLoop: any EventLoop
        let player: PlayerSwitch
        let startID = Core.randomID()
        var roster = PageRoster()
        var outlets: [Int: AsyncStream<PageMessage>.Continuation] = [:]
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
                let arrival = roster.join(token: token, from: address, isLocal: isLocal, now: eventLoop.now)
            else { return nil }
            let page = arrival.page
            if let replaced = arrival.replacedID {
                outlets.removeValue(forKey: replaced)?.finish()
                apply(arrival.change)
            }
            let (stream, outlet) = AsyncStream.makeStream(of: PageMessage.self, bufferingPolicy: .bufferingNewest(1))
            outlets[page.id] = outlet
            outlet.yield(PageMessage(state: player.screenState, isPlayer: false))
            if timer == nil { scheduleBeat() }
            return PageConnection(id: page.id, token: token, startID: startID, messages: stream)
        }

        private static func randomID() -> String {
            var generator = SystemRandomNumberGenerator()
            return (0..<2).map { _ in String(generator.next(), radix: 16) }.joined()
        }

        func disconnect(_ id: Int) {
            outlets.removeValue(forKey: id)?.finish()
            let host = roster.appHostID
            apply(roster.leave(id: id))
            if roster.appHostID != host { send(player.screenState) }
        }

        func report(_ report: ScreenReport, token: String) -> ReportOutcome {
            let host = roster.appHostID
            defer { if roster.appHostID != host { send(player.screenState) } }
            switch roster.heard(token: token, sequence: report.sequence, now: eventLoop.now) {
            case .failure(.unknownPage): return .unknownPage
            case .failure(.outOfOrder): return .taken
            case .success((let page, let change)):
                apply(change)
                if page.id == roster.playerID { player.received(report) }
                return .taken
            }
        }

        func press(_ command: RemoteCommand, token: String) -> ReportOutcome {
            guard roster.pages.contains(where: { $0.token == token }) else { return .unknownPage }
            // No item is meant: keys turn the volume of an idle device, too.
            player.onEvent?(.pressed(command), 0)
            return .taken
        }

        func close() {
            isClosed = true
            timer?.cancel()
            timer = nil
            player.onEvent = nil
            // Before the streams end: a page removes the app's frame when it receives this.
            player.perform(.show(.idle))
            for outlet in outlets.values { outlet.finish() }
            outlets = [:]
            roster = PageRoster()
        }

        private func apply(_ change: PageRoster.Change) {
            switch change {
            case .none: break
            case .player: player.pageDidTakeOver()
            case .noPlayer: player.lastPageDidLeave()
            }
        }

        private func send(_ state: ScreenState) {
            for (id, outlet) in outlets {
                outlet.yield(
                    PageMessage(state: state, isPlayer: id == roster.playerID, hostsApp: id == roster.appHostID)
                )
            }
        }

        private func scheduleBeat() {
            timer = eventLoop.assumeIsolated().scheduleTask(in: Self.beat) { self.didBeat() }
        }

        private func didBeat() {
            timer = nil
            let (gone, change) = roster.expire(now: eventLoop.now)
            for page in gone { outlets.removeValue(forKey: page.id)?.finish() }
            apply(change)
            guard !outlets.isEmpty else { return }
            send(player.screenState)
            scheduleBeat()
        }
    }
}

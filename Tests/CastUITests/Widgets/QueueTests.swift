// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastSender

@Suite("Queue")
struct QueueTests {
    private func desk(_ ids: [Int] = [1, 2, 3, 4]) throws -> StateFixture {
        var desk = StateFixture.connected()
        try desk.playFilm(
            at: 5,
            extra:
                #","items":[{"itemId":2,"media":{"contentId":"b","duration":9,"metadata":{"title":"<i>B</i>"}}},{"itemId":3}],"currentItemId":2"#
        )
        let known = QueueItem(fields: ["itemId": 3, "media": ["metadata": ["title": "C", "subtitle": "D"]]])
        desk.send(.queue(MediaQueueContents(itemIDs: ids, items: [3: known], isCurrent: true)))
        desk.effects = []
        return desk
    }

    @Test("DC26 The queue distinguishes past, current and future items, and shows their known titles")
    func rows() throws {
        let desk = try desk()
        let view = desk.state.queueView(at: desk.now)
        #expect(view.rows.map(\.id) == [1, 2, 3, 4])
        #expect(view.rows.map(\.role) == [.history, .current, .next, .later])
        #expect(view.rows.map(\.title.english) == ["Item 1", "<i>B</i>", "C", "Item 4"])
        #expect(view.rows[1].duration == 9)
        #expect(view.rows[2].subtitle == .text("D"))
        #expect(view.rows[1].remove.english == "Remove <i>B</i>")
        #expect(view.isEditable)
    }

    @Test("DC26 Items can be moved, removed, selected, and cleared except for the current one")
    func edits() throws {
        var desk = try desk()
        #expect(desk.act(.moveItem(4, toIndex: 0)) == [.command(.move(item: 4, before: 1), ticket: 1)])
        #expect(desk.act(.moveItem(1, toIndex: 3)) == [.command(.move(item: 1, before: nil), ticket: 2)])
        #expect(desk.act(.moveItem(1, toIndex: 2)) == [.command(.move(item: 1, before: 3), ticket: 3)])
        #expect(desk.act(.moveItem(4, toIndex: 0), .moveItem(1, toIndex: 9), .moveItem(9, toIndex: 0)) == [])
        #expect(desk.act(.removeItem(3)) == [.command(.remove(items: [3]), ticket: 4)])
        #expect(desk.act(.removeItem(3)) == [], "the command is already in flight")
        #expect(desk.act(.jumpToItem(4)) == [.command(.jump(toItem: 4), ticket: 5)])
        #expect(desk.act(.jumpToItem(2), .jumpToItem(77), .removeItem(77)) == [])
        #expect(desk.act(.clearQueue) == [.command(.remove(items: [4, 1, 3]), ticket: 6)])
    }

    @Test("DC26 After a jump to another item, a second jump to the same item is sent")
    func jumpsBack() throws {
        var desk = try desk()
        #expect(desk.act(.jumpToItem(4)) == [.command(.jump(toItem: 4), ticket: 1)])
        #expect(desk.act(.jumpToItem(4)) == [], "the command is already in flight")
        #expect(desk.act(.jumpToItem(3)) == [.command(.jump(toItem: 3), ticket: 2)])
        #expect(desk.act(.jumpToItem(4)) == [.command(.jump(toItem: 4), ticket: 3)])
    }

    @Test("DC26 An item moved up twice before the device replies is two rows higher; a rejection moves it back")
    func rapidMoves() throws {
        var desk = try desk()
        func rows() -> [Int] { desk.state.queueView(at: desk.now).rows.map(\.id) }
        desk.act(.moveItem(4, toIndex: 2))
        #expect(rows() == [1, 2, 4, 3])
        desk.act(.moveItem(4, toIndex: 1))
        #expect(rows() == [1, 4, 2, 3])
        // Up, down, up: the third command equals the first one, but has an effect.
        desk.act(.moveItem(4, toIndex: 2))
        #expect(desk.act(.moveItem(4, toIndex: 1)) == [.command(.move(item: 4, before: 2), ticket: 4)])
        let refused = CastError(.invalidRequest, "no")
        for ticket in 1...4 { desk.send(.commandEnded(ticket: ticket, refused)) }
        #expect(rows() == [1, 2, 3, 4])
        #expect(desk.state.notice?.phrase.key == .noticeRequestFailed)
    }

    @Test("DC23 No item is up next while one item is repeated; with a repeated queue, the first item follows the last")
    func repeats() throws {
        var desk = StateFixture.connected()
        let known = QueueItem(fields: ["itemId": 3, "media": ["metadata": ["title": "C"]]])
        desk.send(.queue(MediaQueueContents(itemIDs: [3, 2], items: [3: known], isCurrent: true)))
        let window = #","items":[{"itemId":3},{"itemId":2}],"currentItemId":2,"repeatMode""#
        try desk.playFilm(at: 55, extra: window + #":"REPEAT_OFF""#)
        #expect(desk.state.upNext(at: desk.now) == nil)
        try desk.playFilm(at: 55, extra: window + #":"REPEAT_ALL""#)
        #expect(desk.state.upNext(at: desk.now)?.message.english == "Up next: C")
        desk = try self.desk()
        desk.now = desk.now.advanced(by: .seconds(25))
        #expect(desk.state.upNext(at: desk.now) != nil)
        try desk.playFilm(at: 55, extra: #","currentItemId":2,"repeatMode":"REPEAT_SINGLE""#)
        #expect(desk.state.upNext(at: desk.now) == nil)
    }

    @Test("DC23 An item without a title is named after its row number, as in the queue")
    func numbers() throws {
        var desk = try desk([17, 2, 21])
        try desk.playFilm(at: 55, extra: #","items":[{"itemId":2},{"itemId":21}],"currentItemId":2"#)
        #expect(desk.state.upNext(at: desk.now)?.message.english == "Up next: Item 3")
        #expect(desk.state.queueView(at: desk.now).rows.last?.title.english == "Item 3")
    }

    @Test("Without media the queue is empty and not editable")
    func empty() throws {
        var desk = try desk()
        try desk.noMedia()
        let view = desk.state.queueView(at: desk.now)
        #expect(view.rows.isEmpty)
        #expect(!view.isEditable)
        #expect(view.clear.reason == .noMedia)
        #expect(desk.act(.jumpToItem(1), .clearQueue, .upNext(.play)) == [])
    }

    @Test("The number of commands without a reply is bounded")
    func bounded() throws {
        var desk = try desk()
        for _ in 0..<100 { desk.act(.tap(.next)) }
        #expect(desk.state.inFlight.count == 16)
    }

    @Test("DC23 The next item is shown 30 seconds before the end, and the message is static")
    func upNext() throws {
        var desk = try desk()
        #expect(desk.state.upNext(at: desk.now) == nil)
        desk.now = desk.now.advanced(by: .seconds(25))
        let shown = desk.state.upNext(at: desk.now)
        #expect(shown?.message.english == "Up next: Item 3")
        #expect(shown == desk.state.upNext(at: desk.now.advanced(by: .seconds(7))))
        desk.act(.openExpanded)
        #expect(desk.expanded?.upNext == shown)
        #expect(desk.mini?.upNext == shown)
    }

    @Test("DC23 UC35 The next item is shown earlier once the receiver has preloaded it")
    func preload() throws {
        var desk = try desk()
        try desk.status(#""playerState":"PLAYING","preloadedItemId":3"#)
        #expect(desk.state.upNext(at: desk.now)?.itemID == 3)
    }

    @Test(
        "AQ3 AQ4 AQ5 DC23 While a receiver asks whether the user is still watching, the next item stays shown",
        arguments: [
            #""playerState":"PAUSED","currentTime":50"#,
            #""playerState":"IDLE","idleReason":"FINISHED","currentTime":60,"preloadedItemId":3"#,
            #""playerState":"IDLE","idleReason":"FINISHED","currentTime":60"#,
        ]
    )
    func stillWatching(status: String) throws {
        var desk = try desk()
        try desk.status(status)
        desk.act(.openExpanded)
        desk.effects = []
        let shown = desk.state.upNext(at: desk.now)
        #expect(shown?.message.english == "Up next: Item 3")
        desk.wait(20 * 60)
        #expect(desk.state.upNext(at: desk.now) == shown, "the message has no countdown")
        #expect(desk.mini?.upNext == shown && desk.expanded?.upNext == shown)
        #expect(desk.effects.isEmpty, "nothing is announced or sent")
        #expect(desk.act(.upNext(.play)) == [.command(.next, ticket: 1)])
        try desk.status(#""playerState":"IDLE","idleReason":"CANCELLED""#)
        #expect(desk.state.upNext(at: desk.now) == nil, "the receiver ended the queue")
    }

    @Test("DC22 Up next: play after the current item, play now, or stop after it and keep the queue")
    func choices() throws {
        var desk = try desk()
        #expect(desk.act(.upNext(.wait)) == [])
        #expect(desk.act(.upNext(.play)) == [.command(.next, ticket: 1)])
        #expect(desk.act(.upNext(.stop)) == [.command(.setAutoplay(false, item: 3), ticket: 2)])
        desk.send(.commandEnded(ticket: 2, nil))
        #expect(desk.act(.tap(.pauseAfterItem)) == [.command(.setAutoplay(false, item: 3), ticket: 3)])
        try desk.status(#""playerState":"PLAYING","items":[{"itemId":3,"autoplay":false}]"#)
        #expect(desk.act(.upNext(.wait)) == [.command(.setAutoplay(true, item: 3), ticket: 4)])
    }

    @Test("AQ9 Adding an item is confirmed")
    func added() throws {
        var desk = try desk()
        #expect(desk.act(.queueAdded(title: "E")).announcements == ["E was added to the queue"])
        desk.act(.openExpanded)
        #expect(desk.expanded?.notice?.english == "E was added to the queue")
    }
}

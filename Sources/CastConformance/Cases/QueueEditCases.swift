// SPDX-License-Identifier: Apache-2.0

import CastWire

// Cases about changes of a queue, and about requests that name unknown items.

extension ConformanceCase {
    static let queueEdits: [ConformanceCase] = [
        mediaCase("QU11", .must, "QUEUE_INSERT with insertBefore puts the item there") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2)
            _ = try await scene.command(
                [
                    "type": "QUEUE_INSERT", "items": .array(try await scene.items(1)),
                    "insertBefore": .integer(Int64(ids[1])),
                ],
                status
            )
            let order = try await scene.itemIDs()
            try require(
                order.count == 3 && order[0] == ids[0] && order[2] == ids[1],
                "a new item between \(ids)",
                received: "\(order)"
            )
        },
        mediaCase("QU12", .must, "QUEUE_REMOVE of an unknown item is answered, and changes nothing") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2)
            _ = try await scene.command(["type": "QUEUE_REMOVE", "itemIds": [4711]], status)
            let rest = try await scene.itemIDs()
            try require(rest == ids, "\(ids)", received: "\(rest)")
        },
        mediaCase("QU13", .should, "QUEUE_GET_ITEMS leaves unknown items out") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2)
            let reply = try await scene.command(
                ["type": "QUEUE_GET_ITEMS", "itemIds": [.integer(Int64(ids[0])), 4711]],
                status
            )
            let found = (reply.object?["items"]?.arrayValue ?? []).compactMap { $0["itemId"]?.numberValue }
            try require(found == [Double(ids[0])], "the item \(ids[0])", received: reply.summary)
        },
        mediaCase("QU14", .must, "QUEUE_UPDATE with currentItemId moves to the item") { scene in
            let status = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs(3)
            try await scene.send(["type": "QUEUE_UPDATE", "currentItemId": .integer(Int64(ids[2]))], status)
            try await scene.current(ids[2])
        },
        mediaCase("QU15", .should, "A jump beyond the end of the queue ends the media") { scene in
            let status = try await scene.loadQueue(2)
            try await scene.send(["type": "QUEUE_UPDATE", "jump": 5], status)
            _ = try await scene.idleReason()
        },
        mediaCase("QU16", .should, "QUEUE_UPDATE with shuffle keeps the items") { scene in
            let status = try await scene.loadQueue(4)
            let ids = try await scene.itemIDs(4)
            _ = try await scene.command(["type": "QUEUE_UPDATE", "shuffle": true], status)
            let order = try await scene.itemIDs()
            try require(order.sorted() == ids.sorted(), "the items \(ids) in any order", received: "\(order)")
        },
        mediaCase("QU17", .may, "QUEUE_NEXT and QUEUE_PREV move within the queue") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2)
            try await scene.send(["type": "QUEUE_NEXT"], status)
            try await scene.current(ids[1])
            try await scene.send(["type": "QUEUE_PREV"], status)
            try await scene.current(ids[0])
        },
        mediaCase("QU18", .should, "QUEUE_GET_ITEM_RANGE returns an item and its neighbors") { scene in
            let status = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs(3)
            let reply = try await scene.command(
                [
                    "type": "QUEUE_GET_ITEM_RANGE", "itemId": .integer(Int64(ids[1])), "nextCount": 1, "prevCount": 0,
                ],
                status
            )
            let found = (reply.object?["items"]?.arrayValue ?? []).compactMap { $0["itemId"]?.numberValue }
            try require(found == ids[1...].map(Double.init), "the items \(ids[1...])", received: reply.summary)
        },
        mediaCase("QU19", .must, "customData of an item is returned unchanged") { scene in
            let data: JSONValue = ["key": "Wert ✓", "number": 7]
            var queue = try await scene.queue(1)
            queue["items"] = .array(try await scene.items(2, customData: data))
            let status = try await scene.load(["queueData": .object(queue)])
            let ids = try await scene.itemIDs(2)
            let reply = try await scene.command(
                ["type": "QUEUE_GET_ITEMS", "itemIds": .array(ids.map { .integer(Int64($0)) })],
                status
            )
            let items = reply.object?["items"]?.arrayValue ?? []
            try require(
                items.count == 2 && items.allSatisfy { $0["customData"]?["key"] == data["key"] },
                "the same customData",
                received: reply.summary
            )
        },
        mediaCase("QU20", .should, "An insertion is sent to another sender as QUEUE_CHANGE") { scene in
            let status = try await scene.loadQueue(2)
            let observer = try await scene.observer()
            _ = try await scene.command(
                ["type": "QUEUE_INSERT", "items": .array(try await scene.items(1))],
                status
            )
            _ = try await observer.next("QUEUE_CHANGE with INSERT") {
                $0.type == "QUEUE_CHANGE" && $0.object?["changeType"]?.stringValue == "INSERT"
            }
        },
        mediaCase("QU21", .should, "Removing all items ends the media") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2).map { JSONValue.integer(Int64($0)) }
            try await scene.send(["type": "QUEUE_REMOVE", "itemIds": .array(ids)], status)
            _ = try await scene.connection.next("IDLE, or no media session", within: .seconds(20)) { received in
                guard received.type == "MEDIA_STATUS" else { return false }
                return received.object?["status"]?.arrayValue?.isEmpty == true
                    || CaseContext.session(of: received)?["idleReason"] != nil
            }
        },
        mediaCase("QU22", .should, "QUEUE_INSERT of an item that already has an ID is refused") { scene in
            let status = try await scene.loadQueue(1)
            let item: JSONValue = ["itemId": 77, "media": .object(try await scene.context.device.sound.media())]
            let reply = try await scene.command(["type": "QUEUE_INSERT", "items": [item]], status)
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        mediaCase("QU23", .must, "QUEUE_REMOVE of the current item plays the next one") { scene in
            let status = try await scene.loadQueue(3)
            let ids = try await scene.itemIDs(3)
            try await scene.send(["type": "QUEUE_REMOVE", "itemIds": [.integer(Int64(ids[0]))]], status)
            try await scene.current(ids[1])
        },
        mediaCase("QU24", .must, "After the end of an item, the next one plays") { scene in
            let status = try await scene.loadQueue(2)
            let ids = try await scene.itemIDs(2)
            try await scene.send(["type": "SEEK", "currentTime": .integer(Int64(SilentSound.seconds - 2))], status)
            try await scene.current(ids[1])
        },
        mediaCase("QU25", .must, "QUEUE_LOAD with a startIndex beyond the items is rejected") { scene in
            var request = try await scene.queue(2, startIndex: 9)
            request["type"] = "QUEUE_LOAD"
            let reply = try await scene.connection.request(request, in: .media, to: scene.app.transportID)
            try require(
                ["INVALID_REQUEST", "LOAD_FAILED"].contains(reply.type),
                "INVALID_REQUEST or LOAD_FAILED",
                received: reply.summary
            )
        },
        mediaCase("QU26", .should, "An unknown repeat mode is refused") { scene in
            let status = try await scene.loadQueue(2)
            let reply = try await scene.command(["type": "QUEUE_UPDATE", "repeatMode": "REPEAT_SOMETIMES"], status)
            try require(reply.type == "INVALID_REQUEST", "INVALID_REQUEST", received: reply.summary)
        },
        mediaCase("QU27", .must, "QUEUE_GET_ITEM_IDS is answered with QUEUE_ITEM_IDS") { scene in
            let reply = try await scene.command(["type": "QUEUE_GET_ITEM_IDS"], try await scene.loadQueue(2))
            try require(reply.type == "QUEUE_ITEM_IDS", "QUEUE_ITEM_IDS", received: reply.summary)
        },
    ]
}

extension MediaScene {
    /// Asks for the status until an item is the current one.
    ///
    /// Statuses that arrived before may tell of an earlier time at which the item was current.
    fileprivate func current(_ id: Int) async throws {
        var found: Double?
        for _ in 0..<100 {
            found = try await status()["currentItemId"]?.numberValue
            if found == Double(id) { return }
            try await context.pause(.milliseconds(200))
        }
        let item = found.map { "the item \($0)" } ?? "no item"
        throw CaseDifference(expected: "the current item \(id) within 20 seconds", received: item)
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// Replaces every member of every model object by values of all other types.
@Suite("Members of the wrong type")
struct WrongTypeTests {
    private enum Kind: Equatable {
        case text, number, list, object

        init(_ value: JSONValue) {
            self =
                switch value {
                case .string: .text
                case .array: .list
                case .object: .object
                // Booleans count as numbers, as in the dictionary lookups.
                default: .number
                }
        }
    }

    private static let wrong: [JSONValue] = [
        .null, true, false, 5, -5.5, "", "x", "5", "true", [], [1, "x", .null, [:], []], [:], ["id": 4, "url": 4],
    ]

    /// Checks that each member with a wrong value is read as if it were missing.
    private func check<Content: WireContent>(_ type: Content.Type, _ fields: JSONObject, free: Set<String> = []) {
        for member in fields.members where !free.contains(member.key) {
            var without = fields
            without[member.key] = nil
            let expected = Content(Content.Wire(fields: without))
            for value in Self.wrong where value.isNull || Kind(value) != Kind(member.value) {
                var changed = fields
                changed[member.key] = value
                #expect(Content(Content.Wire(fields: changed)) == expected, "\(type) \(member.key): \(value)")
            }
        }
    }

    @Test("MM38 a value of the wrong type is read as missing, for every member of every object")
    func everyMember() throws {
        let free: Set = ["customData"]
        check(GCKImage.Content.self, try Sample.image.wire().fields)
        check(GCKMediaMetadata.Content.self, try Sample.metadata.wire().fields, free: ["stars"])
        check(GCKMediaTrack.Content.self, try Sample.track.wire().fields, free: free)
        check(GCKMediaTextTrackStyle.Content.self, try Sample.style.wire().fields, free: free)
        check(GCKVASTAdsRequest.Content.self, try Sample.vast.wire().fields)
        check(GCKAdBreakClipInfo.Content.self, try Sample.clip.wire().fields, free: free)
        check(GCKAdBreakInfo.Content.self, try Sample.adBreak.wire().fields)
        check(GCKMediaInformation.Content.self, try Sample.media.wire().fields, free: free)
        check(GCKMediaQueueItem.Content.self, try Sample.item.wire().fields, free: free)
        check(GCKMediaQueueContainerMetadata.Content.self, try Sample.container.wire().fields)
        check(GCKMediaQueueData.Content.self, try Sample.queue.wire().fields)
        check(GCKMediaLoadRequestData.Content.self, try Sample.request.wire().fields, free: free)
    }

    @Test(
        "Numbers out of range are read without a trap",
        arguments: [
            JSONValue.number(1e300), .number(-1e300), .integer(.max), .integer(.min), .number(9.3e18),
        ]
    )
    func range(_ number: JSONValue) throws {
        let item = try #require(
            GCKMediaQueueItem.received(
                QueueItem(fields: [
                    "itemId": number, "startTime": number, "preloadTime": number, "activeTrackIds": [number, 3],
                    "media": ["duration": number, "metadata": ["metadataType": number, "season": number]],
                ])
            )
        )
        _ = try item.wire()
        #expect(item.activeTrackIDs.last == 3)
        let info = GCKVideoInfo(content: .init(VideoInfo(fields: ["width": number, "height": number])))
        #expect(info.width == info.height)
        let queue = try #require(
            GCKMediaQueueData.received(
                QueueData(fields: ["startIndex": number, "containerMetadata": ["containerType": number]])
            )
        )
        _ = try queue.wire()
        _ = GCKImage.received(MediaImage(fields: ["url": "a", "width": number, "height": number]))
    }
}

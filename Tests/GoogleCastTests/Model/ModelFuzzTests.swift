// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// Messages whose members are replaced or removed at random.
@Suite("Random messages")
struct ModelFuzzTests {
    private static let rounds = 200

    /// Checks that what was read is written as equivalent JSON, equals itself, and survives archiving.
    private func check<Content: WireContent>(_ type: Content.Type, _ fields: JSONObject) throws {
        var generator = SeededGenerator(seed: 42)
        for round in 0..<Self.rounds {
            var value = JSONValue.object(fields)
            for _ in 0...Int.random(in: 0...3, using: &generator) { value = value.changed(using: &generator) }
            guard let object = value.objectValue, let content = Content(Content.Wire(fields: object)) else { continue }
            let written = try content.wire()
            #expect(try JSONValue(parsing: written.fields.jsonString).objectValue != nil)
            let again = try #require(Content(written), "\(type) \(round): \(written.fields)")
            // An infinite duration is sent as null, which is read as unknown unless the stream is known to be live.
            let text = written.fields.jsonString.replacing("\"duration\":null", with: "\"duration\":0.0")
            let same = try again.wire().fields.jsonString.replacing("\"duration\":null", with: "\"duration\":0.0")
            #expect(same == text, "\(type) \(round)")
            #expect(content == content && content.hashValue == content.hashValue)
            #expect(try archived(content) == content, "\(type) \(round)")
        }
    }

    private func archived<Content: ModelContent>(_ content: Content) throws -> Content? {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        content.encode(with: archiver)
        archiver.finishEncoding()
        return Content(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
    }

    @Test("Any message is read without a trap, and written as JSON that reads the same")
    func anything() throws {
        try check(GCKImage.Content.self, try Sample.image.wire().fields)
        try check(GCKMediaMetadata.Content.self, try Sample.metadata.wire().fields)
        try check(GCKMediaTrack.Content.self, try Sample.track.wire().fields)
        try check(GCKMediaTextTrackStyle.Content.self, try Sample.style.wire().fields)
        try check(GCKAdBreakClipInfo.Content.self, try Sample.clip.wire().fields)
        try check(GCKAdBreakInfo.Content.self, try Sample.adBreak.wire().fields)
        try check(GCKMediaInformation.Content.self, try Sample.media.wire().fields)
        try check(GCKMediaQueueContainerMetadata.Content.self, try Sample.container.wire().fields)
        try check(GCKMediaQueueData.Content.self, try Sample.queue.wire().fields)
    }
}

extension JSONValue {
    private static let odd: [JSONValue] = [
        .null, true, false, 0, -1, 1.5, -1e300, .integer(.max), .integer(.min), "", "x", "#12345678", "20200229T",
        "http://[", [], [:], [1, "a", .null, [:]], ["id": "i"], ["metadataType": 3, "title": 5, "images": "x"],
        .string(String(repeating: "ü", count: 5000)),
    ]

    /// Returns the value after one of its values, or the value itself, was replaced or removed.
    fileprivate func changed(using generator: inout some RandomNumberGenerator) -> JSONValue {
        let other = Self.odd.randomElement(using: &generator) ?? .null
        switch self {
        case .object(var object):
            guard let key = object.keys.randomElement(using: &generator), let inner = object[key] else { return other }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: object[key] = other
            case 1: object[key] = Optional<JSONValue>.none
            default: object[key] = inner.changed(using: &generator)
            }
            return .object(object)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &generator) else { return other }
            elements[index] = elements[index].changed(using: &generator)
            return .array(elements)
        default:
            return other
        }
    }
}

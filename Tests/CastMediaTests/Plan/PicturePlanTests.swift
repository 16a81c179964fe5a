// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import Testing

@testable import CastMedia

@Suite("Delivery of pictures") struct PicturePlanTests {
    private static func plan(
        _ facts: PictureFacts,
        on model: String = "Chromecast",
        isOriginal: Bool = false
    ) throws -> MediaPlan {
        var options = MediaPlan.Options()
        options.isOriginal = isOriginal
        return try MediaPlan.make(for: facts, on: .forModel(model), options: options)
    }

    @Test(arguments: [
        PictureFacts(format: .jpeg, width: 4032, height: 3024, byteCount: 4_000_000),
        PictureFacts(format: .png, width: 4096, height: 100), PictureFacts(format: .webP, width: 10, height: 10),
        PictureFacts(format: .bmp, width: 10, height: 10),
        PictureFacts(format: .gif, width: 5000, height: 10, byteCount: 90 << 20),
    ])
    func `a picture that devices show is sent unchanged`(facts: PictureFacts) throws {
        let plan = try Self.plan(facts)
        #expect(plan.delivery == .direct)
        #expect(plan.reasons.isEmpty)
    }

    @Test(arguments: [
        (
            PictureFacts(format: .heic, width: 4032, height: 3024, orientation: 6), "Chromecast", (810, 1080),
            "Cast devices do not show HEIC pictures"
        ),
        (
            PictureFacts(format: .tiff, width: 640, height: 480), "Chromecast", (640, 480),
            "Cast devices do not show TIFF pictures"
        ),
        (
            PictureFacts(format: .jpeg, width: 400, height: 300, orientation: 8), "Chromecast", (300, 400),
            "the picture is stored turned, and not all devices turn it back"
        ),
        (
            PictureFacts(format: .jpeg, width: 8000, height: 6000), "Chromecast Ultra", (2880, 2160),
            "its 8000 × 6000 pixels exceed the 4096 that all devices show"
        ),
        (
            PictureFacts(format: .png, width: 4000, height: 1000, byteCount: 12 << 20), "Nest Hub", (1280, 320),
            "its 12 MiB load slowly"
        ),
    ])
    func `other pictures are converted to the size of the screen`(
        facts: PictureFacts,
        model: String,
        size: (Int, Int),
        reason: String
    ) throws {
        let plan = try Self.plan(facts, on: model)
        guard case .picture(let picture) = plan.delivery else {
            Issue.record("no conversion")
            return
        }
        #expect((picture.width, picture.height) == size)
        #expect(plan.reasons.first == reason)
        #expect(plan.description == "convert the picture to JPEG with \(size.0) × \(size.1) pixels")
        #expect(try Self.plan(facts, on: model, isOriginal: true).delivery == .direct)
    }

    @Test func `a device without a screen shows no pictures`() {
        #expect(throws: MediaPlanError.self) {
            try Self.plan(PictureFacts(format: .jpeg, width: 1, height: 1), on: "Nest Mini")
        }
    }
}

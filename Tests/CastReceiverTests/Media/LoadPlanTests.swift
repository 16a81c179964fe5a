// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastReceiver

@Suite("Load plan") struct LoadPlanTests {
    @Test(
        arguments: [
            (nil, true), (.bool(true), true), (.bool(false), false), (.null, true), (.string("false"), true),
            (.string("true"), true), (.string(""), false),
        ] as [(JSONValue?, Bool)]
    )
    func `autoplay may be a string, as VLC sends it`(autoplay: JSONValue?, plays: Bool) throws {
        var request = LoadRequest(
            media: MediaInformation(contentID: "http://192.0.2.1/stream", contentType: "video/mp4")
        )
        request.fields["autoplay"] = autoplay
        #expect(try LoadPlan.plan(request).autoplay == plays)
    }
}

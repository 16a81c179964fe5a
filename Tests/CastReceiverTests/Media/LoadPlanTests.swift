import CastWire
import Testing

@testable import CastReceiver

@Suite struct LoadPlanTests {
    @Test(
        arguments: [
            (nil, true), (.bool(true), true), (.bool(false), false), (.null, true), (.string("false"), true),
            (.string("true"), true), (.string(""), false),
        ] as [(JSONValue?, Bool)]
    )
    func `VLC loads with a text for autoplay, and its film plays`(autoplay: JSONValue?, plays: Bool) throws {
        var request = LoadRequest(
            media: MediaInformation(contentID: "http://192.0.2.1/stream", contentType: "video/mp4")
        )
        request.fields["autoplay"] = autoplay
        #expect(try LoadPlan.plan(request).autoplay == plays)
    }
}

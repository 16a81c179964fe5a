// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import GoogleCast

@Suite("Load requests")
struct LoadRequestTests {
    @Test("MM34 A10 A14 media is loaded at rate 1 from its default position, without credentials")
    func media() throws {
        let builder = GCKMediaLoadRequestDataBuilder()
        builder.mediaInformation = GCKMediaInformationBuilder(entity: "e").build()
        #expect(
            try builder.build().wire().fields == [
                "type": "LOAD", "media": ["streamType": "BUFFERED", "duration": 0.0, "entity": "e"], "autoplay": true,
                "playbackRate": 1.0,
            ]
        )
    }

    @Test("MM35 without autoplay, the items of a queue decide and a single item stays paused")
    func autoplay() throws {
        let builder = GCKMediaLoadRequestDataBuilder()
        builder.autoplay = nil
        builder.mediaInformation = Sample.media
        #expect(try builder.build().wire().fields["autoplay"] == false)
        builder.queueData = Sample.queue
        #expect(try builder.build().wire().fields["autoplay"] == nil)
        builder.autoplay = true
        #expect(try builder.build().wire().fields["autoplay"] == true)
    }

    @Test("A14 credentials are sent as they were set, those for Android TV separately")
    func credentials() throws {
        let builder = GCKMediaLoadRequestDataBuilder()
        builder.mediaInformation = GCKMediaInformationBuilder(entity: "e").build()
        builder.credentials = "me"
        var fields = try builder.build().wire().fields
        #expect(fields["credentials"] == "me" && fields["credentialsType"] == nil && fields["atvCredentials"] == nil)
        builder.credentials = nil
        builder.atvCredentials = "tv"
        builder.atvCredentialsType = "t"
        fields = try builder.build().wire().fields
        #expect(fields["credentials"] == nil && fields["atvCredentials"] == "tv" && fields["atvCredentialsType"] == "t")
    }

    @Test("A load request with all properties survives writing and reading")
    func everything() throws {
        let fields = try Sample.request.wire().fields
        #expect(
            Set(fields.keys) == [
                "type", "media", "queueData", "autoplay", "currentTime", "playbackRate", "activeTrackIds", "customData",
                "credentials", "credentialsType", "atvCredentials", "atvCredentialsType",
            ]
        )
        #expect(GCKMediaLoadRequestData.received(LoadRequest(fields: fields)) == Sample.request)
        #expect(GCKMediaLoadRequestDataBuilder(mediaLoadRequestData: Sample.request).build() == Sample.request)
    }

    @Test("A load request without media or queue is invalid")
    func nothing() throws {
        let error = try #require(throws: GCKError.self) { try GCKMediaLoadRequestDataBuilder().build().wire() }
        #expect(error.code == GCKErrorCode.invalidRequest.rawValue)
    }

    @Test("Load options give the same request as data with the same values")
    func options() throws {
        let options = Sample.loadOptions
        let fields = try options.requestData(for: Sample.media).wire().fields
        #expect(fields["autoplay"] == false && fields["currentTime"] == 3.0 && fields["playbackRate"] == 0.5)
        #expect(fields["activeTrackIds"] == [4] && fields["customData"] == ["a": "b"])
        #expect(fields["credentials"] == "c" && fields["credentialsType"] == "t" && fields["queueData"] == nil)
    }

    @Test("Queue load options are sent in the queue data; a new queue does not repeat by default")
    func queueOptions() throws {
        let fields = try Sample.queueLoadOptions.requestData(for: [Sample.item]).wire().fields
        #expect(fields["currentTime"] == 3.0 && fields["customData"] == "x" && fields["media"] == nil)
        let data = try #require(fields["queueData"])
        #expect(data["startIndex"] == 2 && data["startTime"] == 3.0 && data["repeatMode"] == "REPEAT_SINGLE")
        #expect(data["items"]?.arrayValue?.count == 1)
        let plain = try GCKMediaQueueLoadOptions().requestData(for: [Sample.item]).wire().fields
        #expect(plain["queueData"]?["repeatMode"] == "REPEAT_OFF" && plain["currentTime"] == nil)
    }

    @Test(
        "A playback rate is sent as it was set; one that is not a number is sent as 1",
        arguments: [
            (Float(1.1), 1.1), (0.5, 0.5), (2, 2), (.nan, 1), (.infinity, 1),
        ]
    )
    func rate(_ rate: Float, _ sent: Double) throws {
        let options = GCKMediaLoadOptions()
        options.playbackRate = rate
        #expect(try options.requestData(for: Sample.media).wire().fields["playbackRate"] == .number(sent))
    }
}

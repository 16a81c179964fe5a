// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOHTTP1
import Testing

@testable import CastMedia

/// Tests with HLS and DASH streams on loopback.
@Suite("Inspecting the URL of a stream", .timeLimit(.minutes(1)))
struct WebStreamTests {
    /// Inspects `/main` of a server with these files.
    private func inspect(
        _ files: [String: String],
        limits: WebInspection.Limits = WebInspection.Limits()
    ) async throws -> (found: WebInspection, requests: [String]) {
        let server = try await OddWebServer(files)
        let found = await WebInspection.inspect(url: server.url("/main"), limits: limits)
        await server.close()
        return (found, server.requests)
    }

    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n/0.ts\n#EXTINF:4.5,\n/1.ts\n"
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="/de"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="/en"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Français",LANGUAGE="fr",URI="/fr"
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2",AUDIO="a"
        /sound
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,RESOLUTION=1280x720,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a"
        /video
        """

    @Test("An HLS stream on demand has its duration")
    func onDemand() async throws {
        let (found, _) = try await inspect(["/main": Self.media + "#EXT-X-ENDLIST\n", "/0.ts": "x"])
        #expect(found.problems == [])
        #expect(found.contentType == "application/vnd.apple.mpegurl")
        #expect(found.stream?.isMaster == false)
        #expect(found.stream?.isLive == false)
        #expect(found.stream?.duration == 10.5)
    }

    @Test("A live HLS stream is shown as live, without a duration")
    func live() async throws {
        let (found, _) = try await inspect(["/main": Self.media, "/0.ts": "x"])
        #expect(found.stream?.isLive == true)
        #expect(found.stream?.duration == nil)
    }

    @Test("A multivariant playlist shows its variants and renditions, and the segment formats of the first video")
    func multivariant() async throws {
        let (found, requests) = try await inspect([
            "/main": Self.master, "/video": "#EXTM3U\n#EXT-X-MAP:URI=\"/i\"\n#EXTINF:9,\n/v\n#EXT-X-ENDLIST\n",
            "/en": "#EXTM3U\n#EXTINF:9,\n/a.aac\n#EXT-X-ENDLIST\n", "/v": "x", "/a.aac": "x",
        ])
        let stream = try #require(found.stream)
        #expect(found.problems == [])
        #expect(stream.isMaster)
        #expect(stream.isLive == false)
        #expect(stream.duration == 9)
        #expect(stream.variants.map(\.bandwidth) == [64000, 2_000_000])
        #expect(stream.variants.last?.height == 720)
        #expect(stream.variants.last?.codecs == ["avc1.64001f", "mp4a.40.2"])
        #expect(stream.audio.map(\.language) == ["de", "en"])
        #expect(stream.subtitles.map(\.name) == ["Français"])
        #expect(stream.segments == HLSSegmentFormats(audio: .aac, video: .fmp4))
        #expect(requests.count <= 6)
    }

    @Test("The number of requests is limited")
    func requestLimit() async throws {
        var limits = WebInspection.Limits()
        limits.requests = 2
        let (found, requests) = try await inspect(["/main": Self.master, "/video": Self.media], limits: limits)
        #expect(requests.count == 2)
        #expect(found.stream?.variants.count == 2)
        #expect(found.problems == [])
    }

    @Test("An encrypted stream shows its method, and one with digital rights management is not playable")
    func encrypted() async throws {
        func stream(_ key: String) async throws -> WebInspection {
            let text = "#EXTM3U\n#EXT-X-KEY:\(key)\n#EXTINF:6,\n/0.ts\n#EXT-X-ENDLIST\n"
            return try await inspect(["/main": text, "/0.ts": "x"]).found
        }
        let simple = try await stream("METHOD=AES-128,URI=\"/key\"")
        #expect(simple.stream?.encryption == ["AES-128"])
        #expect(simple.problems == [])
        let fairPlay = try await stream("METHOD=SAMPLE-AES,URI=\"skd://x\"")
        #expect(fairPlay.stream?.isDRM == true)
        #expect(fairPlay.problems == [.protected(systems: ["SAMPLE-AES"])])
    }

    // MARK: - Problems

    @Test("A stream whose server does not allow devices to read it (CORS) is reported once")
    func noCORS() async throws {
        let server = try await OddWebServer { head in
            let body = head.uri == "/main" ? Self.media : "x"
            return .init(type: "application/x-mpegurl", body: Array(body.utf8), hasRanges: true)
        }
        let found = await WebInspection.inspect(url: server.url("/main"))
        #expect(found.problems == [.noCORS(url: server.url("/main"))])
        await server.close()
    }

    @Test("CORS is checked for segments as well")
    func noCORSForSegments() async throws {
        let server = try await OddWebServer { head in
            .init(allowedOrigin: head.uri == "/main" ? "*" : nil, body: Array(Self.media.utf8), hasRanges: true)
        }
        let found = await WebInspection.inspect(url: server.url("/main"))
        #expect(found.problems == [.noCORS(url: server.url("/0.ts"))])
        await server.close()
    }

    @Test("A playlist that lists itself ends the inspection")
    func recursive() async throws {
        let (found, requests) = try await inspect(["/main": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/main\n"])
        #expect(found.problems.map(\.code) == ["invalidPlaylist"])
        #expect(requests.count == 2)
    }

    @Test("A playlist above the limit is reported, and is read only up to the limit")
    func huge() async throws {
        let server = try await OddWebServer { head in
            .init(allowedOrigin: "*", body: Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8), isEndless: head.uri == "/main")
        }
        var limits = WebInspection.Limits()
        limits.manifest = 5000
        let found = await WebInspection.inspect(url: server.url("/main"), limits: limits)
        #expect(found.problems.map(\.code) == ["invalidPlaylist"])
        #expect(found.stream == nil)
        await server.close()
    }

    @Test("A playlist of more than 64 KiB is requested again as a whole")
    func large() async throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + String(repeating: "#EXTINF:2,\n/0.ts\n", count: 5000)
            + "#EXT-X-ENDLIST\n"
        let (found, requests) = try await inspect(["/main": text, "/0.ts": "x"])
        #expect(found.stream?.duration == 10_000)
        #expect(requests.prefix(2) == ["GET /main bytes=0-65535", "GET /main"])
    }

    @Test("A playlist without segments, a missing variant and a missing segment are reported")
    func missing() async throws {
        let empty = try await inspect(["/main": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"]).found
        #expect(empty.problems.map(\.code) == ["emptyPlaylist"])
        let variant = try await inspect(["/main": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/gone\n"]).found
        #expect(variant.problems.map(\.code) == ["missingPart"])
        #expect(try await inspect(["/main": Self.media]).found.problems.map(\.code) == ["missingPart"])
        #expect(
            try await inspect(["/main": "#EXTM3U\n/a.mp3\n/b.mp3\n"]).found.problems.map(\.code) == ["invalidPlaylist"]
        )
    }

    // MARK: - DASH

    private static let manifest = """
        <?xml version="1.0"?>
        <MPD type="static" mediaPresentationDuration="PT1H2M3.5S"><Period>
        <AdaptationSet contentType="video" codecs="avc1.64001f">
        <ContentProtection schemeIdUri="urn:mpeg:dash:mp4protection:2011" value="cenc"/>
        <ContentProtection schemeIdUri="urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED"/>
        <Representation bandwidth="2000000" width="1280" height="720"/></AdaptationSet>
        <AdaptationSet mimeType="audio/mp4" lang="en"><Representation bandwidth="128000"/></AdaptationSet>
        <AdaptationSet mimeType="text/vtt" lang="fr"><Representation bandwidth="1"/></AdaptationSet>
        </Period></MPD>
        """

    @Test("A DASH manifest shows duration, variants, tracks and protection, even if the server calls it text")
    func dash() async throws {
        let server = try await OddWebServer(["/main": Self.manifest], type: "text/plain")
        let found = await WebInspection.inspect(url: server.url("/main"))
        await server.close()
        let stream = try #require(found.stream)
        #expect(found.contentType == "application/dash+xml")
        #expect(stream.kind == .dash)
        #expect(stream.isLive == false)
        #expect(stream.duration == 3723.5)
        #expect(stream.variants.map(\.height) == [720])
        #expect(stream.variants.first?.codecs == ["avc1.64001f"])
        #expect(stream.audio.map(\.language) == ["en"])
        #expect(stream.subtitles.map(\.language) == ["fr"])
        #expect(found.problems == [.protected(systems: ["Widevine"])])
    }

    @Test("A live DASH stream is shown as live")
    func liveDASH() async throws {
        let text = Self.manifest.replacing("static", with: "dynamic")
        #expect(try await inspect(["/main": text]).found.stream?.isLive == true)
    }

    @Test(
        "Durations of DASH",
        arguments: [("PT0S", 0), ("P1DT1S", 86401), ("PT1.5M", 90), ("P1Y", nil), ("1S", nil), ("PT", 0), ("PT1", nil)]
            as [(String, Double?)]
    )
    func durations(text: String, seconds: Double?) {
        #expect(DASHManifest.seconds(text) == seconds)
    }
}

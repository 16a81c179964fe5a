// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@testable import CastRemote

@Suite("Requests of a page")
struct PageRequestTests {
    @Test(
        "A request is parsed with its argument and its value",
        arguments: [
            ("tapCastButton", nil, PageRequest.widget(.tapCastButton)),
            ("selectDevice:a:b", nil, .widget(.selectDevice("a:b"))),
            ("tap:forward:30", nil, .widget(.tap(.forward(30)))),
            ("tap:playPause", nil, .widget(.tap(.playPause))),
            ("seek", .number(12.5), .widget(.seek(to: 12.5))),
            ("setVolume", .text("0.25"), .widget(.setVolume(0.25))),
            ("setMemberVolume:x", .number(1), .widget(.setMemberVolume("x", 1))),
            ("moveItem:3", .number(2), .widget(.moveItem(3, toIndex: 2))),
            ("moveItem:3:0", nil, .widget(.moveItem(3, toIndex: 0))),
            ("selectTrack:text", .text("none"), .widget(.selectTrack(.text, nil))),
            ("selectTrack:audio", .text("7"), .widget(.selectTrack(.audio, 7))),
            ("upNext:stop", nil, .widget(.upNext(.stop))),
            ("castFile:abc", nil, .castFile("abc")),
            ("castAddress", .text("https://example.com/"), .castAddress("https://example.com/")),
            ("openOptions:abc", nil, .openOptions("abc")),
            ("openAddressOptions", .text("https://example.com/"), .openAddressOptions("https://example.com/")),
            ("option:quality", .text("480"), .choose(.quality, "480")),
            ("castChosen", .text("1:30"), .castChosen(start: "1:30", isAdded: false)),
            ("addChosen", nil, .castChosen(start: "", isAdded: true)),
        ] as [(String, PageRequest.Value?, PageRequest)]
    )
    func known(text: String, value: PageRequest.Value?, request: PageRequest) {
        #expect(PageRequest(text, value: value) == request)
    }

    @Test(
        "Invalid requests are nil",
        arguments: [
            ("", nil), ("dance", nil), ("seek", nil), ("seek", .text("soon")), ("seek", .number(.nan)),
            ("setVolume", .text("inf")), ("tap:", nil), ("tap:forward:0", nil), ("tap:forward:99999", nil),
            ("tap:forward:nan", nil), ("moveItem:x", .number(1)), ("moveItem:1", .number(0.5)),
            ("selectTrack:video", .text("1")),
            ("nudgeVolume:1000000", nil), ("nudgeVolume:\(Int.min)", nil), ("castFile", nil), ("castAddress", nil),
            ("jumpToItem:1e9", nil), ("option:color", .text("1")), ("option:quality", nil), ("openOptions", nil),
        ] as [(String, PageRequest.Value?)]
    )
    func unknown(text: String, value: PageRequest.Value?) {
        #expect(PageRequest(text, value: value) == nil)
    }

    private static let cyrillic = String(repeating: "я", count: 1_100)

    @Test(
        "Only http and https addresses are accepted",
        arguments: [
            ("https://example.com/film.mp4", "https://example.com/film.mp4"),
            (" HTTP://example.com ", "http://example.com"),
            ("file:///etc/passwd", nil), ("javascript:alert(1)", nil), ("http://", nil), ("https:///x", nil),
            ("http://192.0.2.7/My Movie.mp4 ", "http://192.0.2.7/My%20Movie.mp4"), ("http://exa mple.com/", nil),
            ("http://192.0.2.7/\(cyrillic)", "http://192.0.2.7/\(cyrillic)"),
            ("example.com", nil), ("https://example.com/\"><script>", nil), ("", nil),
            ("https://\(String(repeating: "a", count: 3_000))", nil),
        ]
    )
    func addresses(enteredText: String, address: String?) {
        #expect(MediaAddress(enteredText)?.text == address)
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
import Testing

@testable import CastCommand
@testable import CastSender

@Suite("Lists on a terminal")
struct TerminalListTests {
    private static let devices = [
        TerminalScene.device,
        CastDevice(id: "attic", friendlyName: "Attic Screen", endpoints: [], statusText: "YouTube"),
        CastDevice(id: "balcony", friendlyName: "Balcony Speaker", endpoints: []),
    ]

    private static func skin(_ columns: Int, _ rows: Int = 24, _ style: TextStyle = .unicode) -> TerminalSkin {
        var skin = TerminalSkin.test(columns, rows, style)
        skin.ownActions = [.devices, .media]
        skin.media = ["holiday.mp4", "films/Sintel.webm", "https://example.org/a.mp4"]
        return skin
    }

    /// Returns the states of the lists, from discovery to the queue.
    private static func stages() throws -> [(
        name: String, scene: TerminalScene, displayState: TerminalSkin.DisplayState
    )] {
        var stages: [(String, TerminalScene, TerminalSkin.DisplayState)] = []
        var apart = TerminalScene(isConnected: false)
        stages.append(("not connected", apart, .init()))
        stages.append(("what can be cast", apart, .init(list: .media)))
        apart.act(.openDialog)
        stages.append(("searching", apart, .init()))
        var blocked = apart
        blocked.send(.discoveryFailed(.blocked("the port is taken")))
        stages.append(("blocked", blocked, .init()))
        apart.send(.devices(devices))
        stages.append(("devices", apart, .init()))
        stages.append(("another device", apart, .init(focus: .init(id: "den", index: 2))))
        apart.act(.selectDevice("den"))
        stages.append(("connecting", apart, .init()))
        var waiting = apart
        waiting.send(.session(.awaitsUser))
        stages.append(("waiting for the user", waiting, .init()))
        apart.send(.session(.failedToStart(TerminalScene.device, CastError(.connectFailed, "no route"))))
        stages.append(("failed", apart, .init()))
        var playing = TerminalScene()
        playing.send(.devices(devices))
        try playing.film(extra: TerminalScene.queue)
        stages.append(("playing", playing, .init()))
        stages.append(("queue", playing, .init(list: .queue, focus: .init(id: "2", index: 1))))
        let members = [("k", "Kitchen", 0.3, false), ("b", "Bath", 0.5, true)].compactMap { id, name, level, muted in
            GroupMember(MultizoneDevice(deviceID: id, name: name, volume: CastVolume(level: level, muted: muted)))
        }
        playing.send(.group(GroupStatus(members: members)))
        stages.append(("speakers", playing, .init(list: .members)))
        playing.act(.openDialog)
        stages.append(("devices while connected", playing, .init()))
        playing.send(.otherSenders(true))
        stages.append(("others are connected, too", playing, .init()))
        return stages
    }

    @Test(
        "HU35 the lists match their snapshots at several sizes",
        arguments: [
            (100, 24, TextStyle.unicode), (80, 24, .unicode), (30, 10, .unicode), (80, 4, .unicode), (80, 24, .ascii),
        ]
    )
    func screens(columns: Int, rows: Int, style: TextStyle) throws {
        var record = ""
        for (name, scene, displayState) in try Self.stages() {
            let skin = Self.skin(columns, rows, style)
            let lines = skin.lines(scene, displayState: displayState)
            let text = lines.map(\.text).joined(separator: "\n")
            record += "--- \(name)\n\(text)\n"
            #expect(lines.allSatisfy { $0.width < columns }, "\(name)\n\(text)")
            #expect(lines.count < rows)
            #expect(text.contains("q Leave") || text.contains("esc "), "a key that closes, \(name)\n\(text)")
        }
        let suffix = style == .ascii ? "-ascii" : ""
        try Snapshot.expect(record, matches: "terminal-lists-\(columns)x\(rows)\(suffix).txt")
    }

    @Test("DC4 DC14 devices are listed only in the cast dialog")
    func devicesInTheDialogAlone() throws {
        var listed = 0
        let others = ["Attic Screen", "Balcony Speaker"]
        var stages = try Self.stages()
        for (name, scene) in try TerminalScene.all() {
            var scene = scene
            scene.send(.devices(Self.devices))
            stages.append((name, scene, .init()))
            stages.append((name, scene, .init(showsAllKeys: true)))
        }
        for (name, scene, displayState) in stages {
            let text = Self.skin(100).text(scene, displayState: displayState)
            let named = others.filter(text.contains)
            if scene.state.openDialog == nil {
                #expect(named == [], "\(name)\n\(text)")
            } else if !named.isEmpty {
                listed += 1
                #expect(named == others, "\(name)\n\(text)")
            }
        }
        #expect(listed >= 4)
    }

    @Test("X6 DC55 the focus follows its device, and stays at its index if the device is removed")
    func focus() {
        var scene = TerminalScene(isConnected: false)
        scene.act(.openDialog)
        func list() -> TerminalList { TerminalList(.devices, scene.state, at: scene.now, media: []) }
        #expect(list().index(of: nil) == nil)
        scene.send(.devices([Self.devices[0], Self.devices[2]]))
        let focus = list().focus(1, from: nil)
        #expect(focus == TerminalList.Focus(id: "den", index: 1))
        scene.send(.devices(Self.devices))
        #expect(list().index(of: focus) == 2, "the focus moved down with its device")
        #expect(list().focus(1, from: focus)?.index == 2, "the focus stays within the list")
        scene.send(.devices([Self.devices[1], Self.devices[2]]))
        #expect(list().index(of: focus) == 1)
    }

    @Test("only the actions that a command supports are among its keys")
    func keys() throws {
        var scene = TerminalScene()
        try scene.film(extra: TerminalScene.queue)
        let plain = TerminalSkin.test(100, 40).text(scene, displayState: .init(showsAllKeys: true))
        #expect(plain.contains("u Queue") && !plain.contains("d Devices") && !plain.contains("o Cast a file"))
        let own = Self.skin(100, 40).text(scene, displayState: .init(showsAllKeys: true))
        #expect(own.contains("d Devices") && own.contains("o Cast a file") && own.contains("x Stop casting"))
        #expect(!own.contains("g Speakers"), "no group")
    }

    @Test("no name of a device or file exceeds the size of the terminal", arguments: [1, 3, 8, 20, 40, 120])
    func bounds(columns: Int) {
        let names = ["", "\u{202E}Big", "a\u{1B}[2Jb\r\nc", String(repeating: "映", count: 5_000), "👨‍👩‍👧‍👦", "שלום"]
        var scene = TerminalScene(isConnected: false)
        scene.send(.devices(names.map { CastDevice(id: $0, friendlyName: $0, endpoints: [], statusText: $0) }))
        for rows in [1, 2, 3, 5, 24] {
            for style in [TextStyle.unicode, .ascii] {
                var skin = Self.skin(columns, rows, style)
                skin.media = names
                var open = scene
                open.act(.openDialog)
                for (scene, displayState) in [(open, TerminalSkin.DisplayState()), (scene, .init(list: .media))] {
                    let lines = skin.lines(scene, displayState: displayState)
                    #expect(lines.count <= max(1, rows - 1))
                    #expect(lines.allSatisfy { $0.width <= max(1, columns - 1) }, "\(lines.map(\.text))")
                    for scalar in lines.flatMap({ $0.text.unicodeScalars }) {
                        #expect(scalar.properties.generalCategory != .control && scalar.value != 0x202E)
                    }
                }
            }
        }
    }
}

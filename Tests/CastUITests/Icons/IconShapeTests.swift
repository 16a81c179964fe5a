// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@Suite("Icon shapes")
struct IconShapeTests {
    static let icons: [Icon] = [
        .castInactive, .castConnecting, .castActive, .television, .speaker, .speakerGroup, .play, .pause, .stop, .next,
        .previous, .skipAd, .tracks, .audioTrack, .forward(10), .forward(30), .rewind(10), .rewind(30), .volumeHigh,
        .volumeLow, .volumeMuted, .repeatOff, .repeatAll, .repeatSingle, .repeatShuffle, .rate, .live, .queue,
        .dragHandle, .moveUp, .moveDown, .add, .minus, .remove, .collapse, .expand, .back, .close, .check, .retry,
        .search,
        .settings, .help, .information, .warning, .lock, .network, .folder, .file, .film, .link, .log,
    ]

    @Test("Every icon stays in its box and fills a visible part of it", arguments: icons)
    func box(icon: Icon) throws {
        let outlines = try Coverage.outlines(icon.shape.pathData)
        #expect(!outlines.isEmpty)
        for point in outlines.joined() {
            #expect((0...IconShape.side).contains(point.x) && (0...IconShape.side).contains(point.y))
        }
        let coverage = try Coverage(icon.shape.pathData)
        #expect((0.05...0.7).contains(coverage.share), "\(coverage.share)")
        // The drawing is roughly centered.
        let rows = coverage.filled.map { $0 / Coverage.side }
        let columns = coverage.filled.map { $0 % Coverage.side }
        #expect((rows.min() ?? 99) < 24 && (rows.max() ?? 0) > 23)
        #expect((columns.min() ?? 99) < 24 && (columns.max() ?? 0) > 23)
    }

    @Test("No two icons look the same")
    func distinct() throws {
        let coverages = try Self.icons.map { try Coverage($0.shape.pathData) }
        for (index, first) in coverages.enumerated() {
            for other in index + 1..<coverages.count {
                let difference = first.difference(from: coverages[other])
                #expect(difference > 0.005, "\(Self.icons[index]) and \(Self.icons[other])")
            }
        }
    }

    @Test("UW4 UW5 UW6 The cast icons of the three states differ in shape, and the lit screen from the dark one")
    func cast() throws {
        let inactive = try Coverage(Icon.castInactive.shape.pathData)
        let connecting = try Coverage(Icon.castConnecting.shape.pathData)
        let active = try Coverage(Icon.castActive.shape.pathData)
        for (one, other) in [(inactive, connecting), (inactive, active), (connecting, active)] {
            #expect(one.difference(from: other) > 0.08)
        }
        #expect(active.isFilled(17, 10))
        #expect(!inactive.isFilled(17, 10) && !connecting.isFilled(17, 10))
        // The frame around it is the same.
        for coverage in [inactive, connecting, active] { #expect(coverage.isFilled(21, 12) && coverage.isFilled(3, 6)) }
    }

    @Test("UW5 UW7 The three frames of the connecting animation differ; the first is shown with reduced motion")
    func frames() throws {
        let frames = try Icon.connectingFrames.map { try Coverage($0.pathData) }
        #expect(frames.count == 3)
        #expect(frames[0].difference(from: frames[1]) > 0.01)
        #expect(frames[1].difference(from: frames[2]) > 0.01)
        #expect(Icon.castConnecting.shape == Icon.connectingFrames[0])
        // The wave moves outward.
        #expect(frames[0].isFilled(3.2, 18.6) && !frames[1].isFilled(3.2, 18.6))
        #expect(frames[1].isFilled(6.2, 15.8) && !frames[2].isFilled(6.2, 15.8))
        #expect(frames[2].isFilled(9.1, 13))
    }

    @Test("Holes are not filled: the panel of a television, the center of a gear, the letters of captions")
    func holes() throws {
        let television = try Coverage(Icon.television.shape.pathData)
        #expect(television.isFilled(3, 10) && !television.isFilled(12, 11))
        let gear = try Coverage(Icon.settings.shape.pathData)
        #expect(gear.isFilled(12, 6.5) && !gear.isFilled(12, 12))
        let captions = try Coverage(Icon.tracks.shape.pathData)
        #expect(captions.isFilled(12, 7) && !captions.isFilled(6, 12) && captions.isFilled(8.3, 12))
    }

    @Test("Forward and rewind show their seconds; rewind is mirrored, but its digits are not")
    func seconds() throws {
        var seen: Set<String> = []
        for number in 0...99 { seen.insert(Icon.forward(number).shape.pathData) }
        #expect(seen.count == 100)
        let forward = try Coverage(Icon.forward(7).shape.pathData)
        let rewind = try Coverage(Icon.rewind(7).shape.pathData)
        // The arrowhead.
        #expect(forward.isFilled(14, 5) && !forward.isFilled(9.6, 3.2))
        #expect(rewind.isFilled(10, 5) && !rewind.isFilled(14.4, 3.2))
        // The stroke of the digit goes down to the left in both icons.
        for coverage in [forward, rewind] {
            #expect(coverage.isFilled(13, 11) && coverage.isFilled(11.6, 15) && !coverage.isFilled(13.5, 15.5))
        }
    }

    @Test("A number with too many digits is omitted", arguments: [Int.min, -1, 1000, .max])
    func noNumber(seconds: Int) {
        #expect(Icon.forward(seconds).shape == Icon.forward(12_345).shape)
        #expect(Icon.forward(seconds).shape != Icon.forward(999).shape)
    }

    @Test("Path data is short: at most two decimals, no exponents")
    func text() {
        #expect(Icon.stop.shape.pathData.hasPrefix("M"))
        for icon in Self.icons {
            let text = icon.shape.pathData
            #expect(text.utf8.count < 2048)
            #expect(!text.contains("e") && !text.contains("n"))
        }
        let total = Self.icons.reduce(0) { $0 + $1.shape.pathData.utf8.count }
        #expect(total < 30_000)
    }
}

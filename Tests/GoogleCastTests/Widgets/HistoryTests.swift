// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import CastSender
import CastUI
import CastWire
import Foundation
import HeadlessUIKit
import Testing

@testable import GoogleCast

/// The appearance of a widget depends on the current state only, not on earlier ones.
@MainActor
@Suite("Widgets after state changes", .serialized)
struct HistoryTests {
    /// One widget of each kind, updated without being on a screen.
    @MainActor
    private struct Widgets {
        let button: GCKUICastButton
        let dialog: CastDialogViewController
        let mini: GCKUIMiniMediaControlsViewController
        let expanded: GCKUIExpandedMediaControlsViewController

        init(_ context: GCKCastContext) {
            button = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 24, height: 24))
            dialog = CastDialogViewController(context)
            mini = GCKUIMiniMediaControlsViewController(context)
            expanded = GCKUIExpandedMediaControlsViewController(context)
            dialog.view.frame = CGRect(x: 0, y: 0, width: 375, height: 600)
            mini.view.frame = CGRect(x: 0, y: 0, width: 390, height: 64)
            expanded.view.frame = CGRect(x: 0, y: 0, width: 390, height: 844)
        }

        /// The pictures of the widgets that are visible in this state.
        func pictures(of state: CastUIState, at instant: ContinuousClock.Instant) -> [String: String] {
            var pictures = ["button": SVGRenderer.render(button)]
            if state.dialog(at: instant) != nil { pictures["dialog"] = SVGRenderer.render(dialog.view) }
            if state.mini(at: instant) != nil { pictures["mini"] = SVGRenderer.render(mini.view) }
            if state.expanded(at: instant) != nil { pictures["expanded"] = SVGRenderer.render(expanded.view) }
            return pictures
        }
    }

    private struct Scene {
        let name: String
        let show: @MainActor (WidgetBench) throws -> Void
    }

    private static let kitchen = CastDevice(id: "kitchen", friendlyName: "Kitchen", endpoints: [])
    private static let items =
        #","items":[{"itemId":1},{"itemId":2,"media":{"contentId":"b","metadata":{"title":"Next"}}}]"#

    private static let scenes = [
        Scene(name: "searching") { $0.act(.openDialog) },
        Scene(name: "blocked") { bench in
            bench.send(.discoveryFailed(.blocked("why")))
            bench.act(.openDialog)
        },
        Scene(name: "chooser") { bench in
            bench.send(.devices([WidgetBench.den, kitchen]))
            bench.act(.openDialog)
        },
        Scene(name: "connecting") { bench in
            bench.send(.devices([WidgetBench.den]))
            bench.act(.openDialog)
            bench.send(.session(.starting(WidgetBench.den)))
        },
        Scene(name: "failed") { bench in
            bench.send(.devices([WidgetBench.den]))
            bench.act(.openDialog)
            bench.send(.session(.starting(WidgetBench.den)))
            bench.send(.session(.failedToStart(WidgetBench.den, CastError(.connectFailed, "no", device: "Den"))))
        },
        Scene(name: "nothing plays") { bench in
            bench.connect()
            bench.act(.openDialog, .openExpanded)
        },
        Scene(name: "a film") { bench in
            bench.connect()
            try bench.playFilm(at: 15, beside: items)
            bench.act(.openDialog, .openExpanded)
        },
        Scene(name: "paused, muted, another title") { bench in
            bench.connect(to: kitchen)
            try bench.playFilm(at: 42, state: "PAUSED", title: "A much longer title than that of the other film")
            bench.send(.volume(WidgetBench.volume(0.2, muted: true)))
            bench.act(.openDialog, .openExpanded)
        },
        Scene(name: "an ad") { bench in
            bench.connect()
            try bench.playFilm(
                at: 5,
                extra:
                    #","breaks":[{"id":"b","position":0,"breakClipIds":["c"]}],"breakClips":[{"id":"c","title":"Ad"}]"#,
                beside: #","breakStatus":{"breakId":"b","breakClipId":"c","currentBreakClipTime":1,"whenSkippable":4}"#
            )
            bench.act(.openDialog, .openExpanded)
        },
        Scene(name: "live") { bench in
            bench.connect()
            try bench.playLive(range: #"{"start":40,"end":100,"isMovingWindow":true,"isLiveDone":false}"#)
            bench.act(.openDialog, .openExpanded)
        },
        Scene(name: "fixed volume") { bench in
            bench.connect()
            try bench.playFilm(at: 1)
            bench.send(.volume(WidgetBench.volume(1, control: .fixed)))
            bench.act(.openDialog, .openExpanded)
        },
    ]

    @Test("HU6 A widget looks the same as a new one, whatever it showed before")
    func anyAfterAny() async throws {
        try await WidgetBench.perform { bench in
            bench.send(.discoveryStarted)
            let old = Widgets(bench.context)
            var compared: [String: Int] = [:]
            for before in Self.scenes {
                for after in Self.scenes {
                    for scene in [before, after] {
                        bench.act(.dismissDialog, .closeExpanded)
                        bench.send(.session(.ending), .session(.ended(reason: nil)), .devices([]), .discoveryStarted)
                        // The next status does not keep any media of the one before.
                        bench.forgetMedia()
                        try scene.show(bench)
                        // Draws every state, as on a screen.
                        _ = old.pictures(of: bench.widgets.state, at: bench.widgets.now())
                    }
                    let (state, instant) = (bench.widgets.state, bench.widgets.now())
                    let fresh = Widgets(bench.context).pictures(of: state, at: instant)
                    for (name, picture) in old.pictures(of: state, at: instant) {
                        compared[name, default: 0] += 1
                        #expect(picture == fresh[name], "the \(name) of '\(after.name)' after '\(before.name)'")
                    }
                }
            }
            let count = Self.scenes.count
            #expect(compared["button"] == count * count)
            #expect(compared["dialog"] == count * count)
            #expect(compared["mini"] == count * 5)
            #expect(compared["expanded"] == count * 6)
        }
    }
}
#endif

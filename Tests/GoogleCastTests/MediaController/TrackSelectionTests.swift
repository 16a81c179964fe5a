// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastUI
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@MainActor
private final class SelectionRecorder: NSObject, GCKUIMediaTrackSelectionViewControllerDelegate {
    var chosen: [[Int]] = []

    func didSelectMediaTracks(_ mediaTrackIDs: [NSNumber]) { chosen.append(mediaTrackIDs.map(\.intValue)) }
}

@MainActor
@Suite("Track selection", .serialized)
struct TrackSelectionTests {
    private func track(
        _ id: Int,
        _ type: GCKMediaTrackType,
        _ subtype: GCKMediaTextTrackSubtype = .unknown,
        name: String? = nil
    ) -> GCKMediaTrack? {
        GCKMediaTrack(
            identifier: id,
            contentIdentifier: nil,
            contentType: type == .text ? "text/vtt" : "audio/mp4",
            type: type,
            textSubtype: subtype,
            name: name,
            languageCode: "en",
            customData: nil
        )
    }

    private func media(_ tracks: [GCKMediaTrack?]) -> GCKMediaInformation {
        let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
        builder.contentType = "video/mp4"
        builder.mediaTracks = tracks.compactMap { $0 }
        return builder.build()
    }

    private var film: GCKMediaInformation {
        media([
            track(1, .video), track(2, .audio), track(3, .audio, name: "Director"), track(4, .text, .subtitles),
            track(5, .text, .captions), track(6, .text, .chapters),
        ])
    }

    private func names(_ selector: GCKUIMediaTrackSelectionViewController, _ tab: Int) -> [String] {
        guard let list = selector.viewControllers?[tab] else {
            Issue.record("the selector has no tab \(tab)")
            return []
        }
        list.loadViewIfNeeded()
        let table = list.view.subviews.lazy.compactMap { $0 as? UITableView }.first
        return (0..<(table?.numberOfRows(inSection: 0) ?? 0)).map { row in
            let cell = table?.dataSource?.tableView(table!, cellForRowAt: IndexPath(row: row, section: 0))
            return (cell?.textLabel?.text ?? "") + (cell?.accessoryType == .checkmark ? " *" : "")
        }
    }

    private func touch(_ selector: GCKUIMediaTrackSelectionViewController, _ tab: Int, _ row: Int) {
        guard let list = selector.viewControllers?[tab] else {
            Issue.record("the selector has no tab \(tab)")
            return
        }
        list.loadViewIfNeeded()
        guard let table = list.view.subviews.lazy.compactMap({ $0 as? UITableView }).first else {
            Issue.record("tab \(tab) has no table")
            return
        }
        table.delegate?.tableView(table, didSelectRowAt: IndexPath(row: row, section: 0))
    }

    @Test("UW69 The selector has two tabs; text begins with None, unnamed tracks are numbered, captions are labeled")
    func lists() {
        let selector = GCKUIMediaTrackSelectionViewController()
        selector.loadViewIfNeeded()
        selector.mediaInfo = film
        selector.selectedTrackIDs = [1, 3, 5]
        #expect(selector.viewControllers?.count == 2)
        #expect(names(selector, 0) == ["None", "Track 1", "Closed captions *"])
        #expect(names(selector, 1) == ["Track 1", "Director *"])
        #expect(selector.navigationItem.leftBarButtonItem != nil)
        #expect(selector.navigationItem.rightBarButtonItem != nil)
    }

    @Test("UW68 The result has at most one audio and one text track, and keeps video and chapter tracks")
    func result() {
        let selector = GCKUIMediaTrackSelectionViewController()
        let recorder = SelectionRecorder()
        selector.selectionDelegate = recorder
        selector.mediaInfo = film
        selector.selectedTrackIDs = [1, 3, 5, 6]
        selector.loadViewIfNeeded()
        touch(selector, 0, 1)
        touch(selector, 1, 0)
        #expect(recorder.chosen == [])
        selector.apply()
        #expect(recorder.chosen.map(Set.init) == [[1, 6, 2, 4]])
        #expect(Set(selector.selectedTrackIDs ?? []) == [1, 6, 2, 4])
        selector.apply()
        selector.cancel()
        #expect(recorder.chosen.count == 1)

        let none = GCKUIMediaTrackSelectionViewController()
        none.selectionDelegate = recorder
        none.mediaInfo = film
        none.selectedTrackIDs = [2, 4]
        none.loadViewIfNeeded()
        touch(none, 0, 0)
        none.apply()
        #expect(recorder.chosen.last == [2])
        let given = GCKUIMediaTrackSelectionViewController()
        given.selectionDelegate = recorder
        given.mediaInfo = film
        given.cancel()
        #expect(recorder.chosen.count == 2)
    }

    @Test("UW71 A tab without tracks is disabled; without media nothing is shown")
    func empty() {
        let selector = GCKUIMediaTrackSelectionViewController()
        selector.loadViewIfNeeded()
        #expect(selector.viewControllers?.map(\.tabBarItem.isEnabled) == [false, false])
        selector.mediaInfo = media([track(2, .audio)])
        #expect(selector.viewControllers?.map(\.tabBarItem.isEnabled) == [false, true])
        #expect(selector.selectedIndex == 1)
        touch(selector, 0, 0)
        selector.apply()
        selector.mediaInfo = media([track(9, .text, .subtitles, name: String(repeating: "x", count: 10_000))])
        #expect(names(selector, 0).allSatisfy { $0.count <= 210 })
    }

    @Test("UC31 UW70 The button opens the selector; the choice is sent, and all controls are enabled again")
    func selection() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
            let root = UIViewController()
            window.rootViewController = root
            window.makeKeyAndVisible()
            defer {
                window.isHidden = true
                window.rootViewController = nil
            }
            let bound = BoundControls()
            client.loadMedia(film)
            #expect(await stage.wait { bound.tracks.isEnabled })
            let free = bound.enabled
            bound.tracks.sendActions(for: .touchUpInside)
            let navigation = try #require(root.presentedViewController as? UINavigationController)
            let selector = try #require(navigation.topViewController as? GCKUIMediaTrackSelectionViewController)
            touch(selector, 0, 1)
            selector.apply()
            #expect(root.presentedViewController == nil)
            #expect(await stage.wait { client.mediaStatus?.activeTrackIDs?.contains(4) == true })
            #expect(await stage.wait { bound.enabled == free })

            // The device rejects the request.
            await virtual.faults.add(
                .failNext("EDIT_TRACKS_INFO", with: ["type": "INVALID_REQUEST", "reason": "INVALID_PARAMS"])
            )
            bound.controller.selectTracks()
            let second = (root.presentedViewController as? UINavigationController)?.topViewController
            let refused = try #require(second as? GCKUIMediaTrackSelectionViewController)
            touch(refused, 0, 0)
            refused.apply()
            let widgets = stage.context.widgets
            #expect(await stage.wait { widgets.state.notice != nil })
            #expect(await stage.wait { bound.enabled == free && !widgets.panel.isBusy })
            #expect(client.mediaStatus?.activeTrackIDs?.contains(4) == true)

            // Canceled by the user, and dismissed at the end of the media.
            bound.controller.selectTracks()
            #expect(root.presentedViewController != nil)
            ((root.presentedViewController as? UINavigationController)?.topViewController
                as? GCKUIMediaTrackSelectionViewController)?.cancel()
            #expect(root.presentedViewController == nil)
            bound.controller.selectTracks()
            #expect(root.presentedViewController != nil)
            client.stop()
            #expect(await stage.wait { root.presentedViewController == nil })
        }
    }

    @Test("No track is hidden below a bar")
    func underBars() throws {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let selector = GCKUIMediaTrackSelectionViewController()
        selector.mediaInfo = film
        let navigation = UINavigationController(rootViewController: selector)
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        defer {
            window.isHidden = true
            window.rootViewController = nil
        }
        window.layoutIfNeeded()
        let list = try #require(selector.selectedViewController?.view)
        let table = try #require(list.subviews.lazy.compactMap { $0 as? UITableView }.first)
        let place = table.convert(table.bounds, to: window)
        #expect(place.minY >= navigation.navigationBar.frame.maxY)
        #expect(place.maxY <= selector.tabBar.convert(selector.tabBar.bounds, to: window).minY)
        #expect(selector.tabBar.items?.allSatisfy { $0.image != nil } == true)
    }

    /// A view controller that runs a closure while it is dismissed.
    private final class Leaving: UIViewController {
        var leaves: () -> Void = {}

        override func viewWillDisappear(_ animated: Bool) {
            super.viewWillDisappear(animated)
            leaves()
        }
    }

    @Test("The selector opens in the tapped button's window; a failed presentation does not count as open")
    func windows() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let windows = (0..<2).map { _ in UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
            for window in windows.reversed() {
                window.rootViewController = UIViewController()
                window.makeKeyAndVisible()
            }
            defer {
                for window in windows {
                    window.isHidden = true
                    window.rootViewController = nil
                }
            }
            let roots = windows.compactMap(\.rootViewController)
            let bound = BoundControls()
            roots[1].view.addSubview(bound.tracks)
            client.loadMedia(film)
            #expect(await stage.wait { bound.tracks.isEnabled })
            // The first window is the key window.
            bound.tracks.sendActions(for: .touchUpInside)
            #expect(roots[0].presentedViewController == nil)
            #expect(roots[1].presentedViewController is UINavigationController)
            stage.context.widgets.act(.cancelTracks)
            #expect(roots[1].presentedViewController == nil)
            bound.controller.selectTracks()
            #expect(roots[0].presentedViewController is UINavigationController)
            stage.context.widgets.act(.cancelTracks)
            #expect(roots[0].presentedViewController == nil)

            // UIKit refuses another presentation while a view controller is being dismissed.
            let leaving = Leaving()
            leaving.leaves = { bound.controller.selectTracks() }
            roots[0].present(leaving, animated: false)
            leaving.dismiss(animated: false)
            #expect(stage.context.widgets.state.openTracks == nil)
            #expect(roots[0].presentedViewController == nil)
            bound.controller.selectTracks()
            #expect(roots[0].presentedViewController is UINavigationController)
        }
    }

    @Test("Without a window no selector is opened")
    func noWindow() async throws {
        try await PanelBench.perform { bench in
            let bound = BoundControls()
            try bench.status(#""playerState":"PLAYING","media":\#(PanelBench.tracks)"#)
            #expect(bound.tracks.isEnabled)
            bound.controller.selectTracks()
            #expect(bench.widgets.state.openTracks == nil)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Style", .serialized)
struct StyleTests {
    @Test("UC58 CD1 The style can be read and set without a context")
    func beforeContext() async {
        await GCKCastContext.reset()
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        #expect(!GCKCastContext.isSharedInstanceInitialized())
        #expect(style === GCKUIStyle.sharedInstance())
        style.castViews.iconTintColor = .red
        #expect(style.castViews.mediaControl.miniController.iconTintColor == .red)
        style.apply()
        #expect(!GCKCastContext.isSharedInstanceInitialized())
    }

    @Test("UC55 Unset attributes come from the nearest parent; changes of the parent affect only unset attributes")
    func inheritance() {
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        let views = style.castViews
        let standard = views.mediaControl.expandedController.bodyTextColor
        views.bodyTextColor = .red
        views.deviceControl.connectionController.bodyTextColor = .green
        #expect(views.mediaControl.expandedController.bodyTextColor == .red)
        #expect(views.instructions.bodyTextColor == .red)
        #expect(views.deviceControl.deviceChooser.bodyTextColor == .red)
        #expect(views.deviceControl.connectionController.navigation.bodyTextColor == .green)
        #expect(views.deviceControl.connectionController.toolbar.bodyTextColor == .green)
        views.bodyTextColor = .blue
        #expect(views.mediaControl.miniController.bodyTextColor == .blue)
        #expect(views.deviceControl.connectionController.bodyTextColor == .green)
        views.deviceControl.connectionController.reset(.bodyTextColor)
        #expect(views.deviceControl.connectionController.toolbar.bodyTextColor == .blue)
        views.reset(.bodyTextColor)
        #expect(views.mediaControl.expandedController.bodyTextColor == standard)
    }

    @Test("UC55 Every attribute of every style node has a default and keeps its own value")
    func attributes() throws {
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        let views = style.castViews
        let places: [GCKUIStyleAttributes] = [
            views, views.deviceControl, views.deviceControl.deviceChooser, views.deviceControl.connectionController,
            views.deviceControl.connectionController.navigation, views.deviceControl.connectionController.toolbar,
            views.deviceControl.noDevicesAvailableController, views.mediaControl,
            views.mediaControl.expandedController, views.mediaControl.miniController,
            views.mediaControl.trackSelector, views.instructions,
        ]
        #expect(Set(places.map(\.node)) == Set(StyleNode.allCases))
        let images: [ReferenceWritableKeyPath<GCKUIStyleAttributes, UIImage>] = [
            \.closedCaptionsImage, \.forward30SecondsImage, \.rewind30SecondsImage, \.volumeImage, \.muteOffImage,
            \.muteOnImage, \.pauseImage, \.playImage, \.skipNextImage, \.skipPreviousImage, \.audioTrackImage,
            \.subtitlesTrackImage, \.stopImage,
        ]
        let fonts: [ReferenceWritableKeyPath<GCKUIStyleAttributes, UIFont>] = [
            \.buttonTextFont, \.bodyTextFont, \.headingTextFont, \.captionTextFont,
        ]
        let colors: [ReferenceWritableKeyPath<GCKUIStyleAttributes, UIColor>] = [
            \.buttonTextColor, \.bodyTextColor, \.headingTextColor, \.captionTextColor, \.buttonTextShadowColor,
            \.bodyTextShadowColor, \.headingTextShadowColor, \.captionTextShadowColor, \.backgroundColor,
            \.iconTintColor, \.sliderProgressColor, \.sliderSecondaryProgressColor, \.sliderUnseekableProgressColor,
            \.sliderTooltipBackgroundColor, \.liveIndicatorColor, \.playedAdMarkerFillColor,
            \.unplayedAdMarkerFillColor, \.volumeSliderThumbTintColor, \.volumeSliderMinimumTrackTintColor,
            \.volumeSliderMaximumTrackTintColor,
        ]
        let offsets: [ReferenceWritableKeyPath<GCKUIStyleAttributes, CGSize>] = [
            \.buttonTextShadowOffset, \.bodyTextShadowOffset, \.headingTextShadowOffset, \.captionTextShadowOffset,
        ]
        let modes: [ReferenceWritableKeyPath<GCKUIStyleAttributes, NSNumber>] = [
            \.adImageContentMode, \.backgroundImageContentMode,
        ]
        #expect(images.count + fonts.count + colors.count + offsets.count + modes.count == 43)
        for place in places.reversed() {
            for (index, path) in images.enumerated() {
                #expect(place[keyPath: path].size.width > 0)
                let image = UIImage()
                place[keyPath: path] = image
                #expect(place[keyPath: path] === image, "\(index)")
            }
            for (index, path) in fonts.enumerated() {
                #expect(place[keyPath: path].pointSize > 0)
                place[keyPath: path] = UIFont.systemFont(ofSize: CGFloat(40 + index))
            }
            for (index, path) in colors.enumerated() {
                place[keyPath: path] = UIColor(red: CGFloat(index) / 100, green: 0, blue: 0, alpha: 1)
            }
            for (index, path) in offsets.enumerated() {
                #expect(place[keyPath: path] == .zero)
                place[keyPath: path] = CGSize(width: index, height: 1)
            }
            for (index, path) in modes.enumerated() { place[keyPath: path] = NSNumber(value: index + 1) }
            #expect(fonts.map { place[keyPath: $0].pointSize } == [40, 41, 42, 43])
            #expect(offsets.map { place[keyPath: $0].width } == [0, 1, 2, 3])
            #expect(modes.map { place[keyPath: $0].intValue } == [1, 2])
            for (index, path) in colors.enumerated() {
                #expect(place[keyPath: path] == UIColor(red: CGFloat(index) / 100, green: 0, blue: 0, alpha: 1))
            }
        }
    }

    @Test("UC56 apply() updates existing widgets in place; new widgets use the style at once")
    func apply() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let mini = bench.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            let label = mini.titleLabel
            let before = try #require(label.textColor)
            let style = GCKUIStyle.sharedInstance()
            style.castViews.mediaControl.miniController.bodyTextColor = .purple
            style.castViews.mediaControl.miniController.backgroundColor = .yellow
            try bench.playFilm(at: 20)
            #expect(label.textColor == before)
            let later = bench.context.createMiniMediaControlsViewController()
            bench.show(later, in: CGRect(x: 0, y: 700, width: 390, height: 64))
            #expect(later.titleLabel.textColor == .purple)
            style.apply()
            #expect(mini.titleLabel === label)
            #expect(label.textColor == .purple)
            #expect(mini.view.backgroundColor == .yellow)
            #expect(label.text == "A film")
        }
    }

    /// Every widget with its own style.
    enum Widget: CaseIterable {
        case chooser, connected, help, connecting, expanded, mini, tracks, introduction, explanation
    }

    /// Shows a widget.
    private func show(_ widget: Widget, _ bench: WidgetBench) async throws -> UIView {
        let button = GCKUICastButton(frame: CGRect(x: 340, y: 60, width: 24, height: 24))
        bench.show(button)
        let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
        switch widget {
        case .chooser:
            bench.send(.discoveryStarted, .devices([WidgetBench.den]))
            bench.context.presentCastDialog()
        case .connected:
            bench.connect()
            try bench.playFilm()
            bench.context.presentCastDialog()
        case .help:
            bench.send(.discoveryStarted)
            bench.context.presentCastDialog()
            #expect(await bench.stage.wait { bench.dialog?.content is HelpView })
        case .connecting:
            bench.send(.discoveryStarted, .devices([WidgetBench.den]), .session(.starting(WidgetBench.den)))
            bench.context.presentCastDialog()
        case .expanded:
            bench.connect()
            try bench.playFilm()
            bench.context.presentDefaultExpandedMediaControls()
        case .mini:
            bench.connect()
            try bench.playFilm()
            let mini = bench.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            return mini.view
        case .tracks:
            let selector = GCKUIMediaTrackSelectionViewController()
            let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
            builder.mediaTracks = [3, 4].compactMap { id in
                GCKMediaTrack(
                    identifier: id,
                    contentIdentifier: nil,
                    contentType: "text/vtt",
                    type: .text,
                    textSubtype: .subtitles,
                    name: "Track of \(id)",
                    languageCode: "en",
                    customData: nil
                )
            }
            selector.mediaInfo = builder.build()
            bench.show(selector, in: screen)
            return selector.view
        case .introduction: #expect(bench.context.presentCastInstructionsViewControllerOnce(with: button))
        case .explanation: button.tap()
        }
        let presented = try #require(bench.root.presentedViewController)
        presented.view.frame = screen
        presented.view.layoutIfNeeded()
        return presented.view
    }

    /// The visible labels of a widget, except for those of system bars.
    private func labels(_ view: UIView) -> [UILabel] {
        if view.isHidden || view is UITabBar || (view as? UIControl)?.isEnabled == false { return [] }
        if let label = view as? UILabel { return [label].filter { $0.text?.isEmpty == false && $0.text != "\u{2713}" } }
        return view.subviews.flatMap(labels)
    }

    @Test(
        "UC56 UC55 apply() updates every existing widget in place",
        arguments: Widget.allCases
    )
    func everyWidget(_ widget: Widget) async throws {
        try await WidgetBench.perform {
            $0.isGated = widget == .explanation
        } _: { bench in
            let view = try await show(widget, bench)
            let (objects, labels) = (view.all, labels(view))
            #expect(labels.count >= 2, "\(labels.map(\.text))")
            let before = labels.map(\.textColor)
            let palette: [UIColor] = [.red, .green, .blue, .purple]
            let style = GCKUIStyle.sharedInstance()
            style.castViews.bodyTextColor = palette[0]
            style.castViews.headingTextColor = palette[1]
            style.castViews.captionTextColor = palette[2]
            style.castViews.buttonTextColor = palette[3]
            style.castViews.backgroundColor = .yellow
            style.castViews.iconTintColor = .orange
            #expect(labels.map(\.textColor) == before)
            style.apply()
            for label in labels { #expect(palette.contains(label.textColor), "\(label.text ?? "")") }
            #expect(view.all.count == objects.count && zip(view.all, objects).allSatisfy { $0 === $1 })
            if widget == .introduction {
                let spotlight = try #require(objects.lazy.compactMap { $0 as? SpotlightView }.first)
                #expect(spotlight.ring == .orange)
            } else {
                #expect(view.backgroundColor == .yellow)
            }
            // The new style is kept after the next change of state.
            bench.send(.volume(WidgetBench.volume(0.7)))
            for label in labels { #expect(palette.contains(label.textColor), "\(label.text ?? "")") }
        }
    }

    @Test("UC55 The volume row and the tabs of the track selector show the app's images")
    func otherPictures() async throws {
        try await WidgetBench.perform { bench in
            let (volume, mute, text, audio) = (UIImage(), UIImage(), UIImage(), UIImage())
            let views = GCKUIStyle.sharedInstance().castViews
            bench.connect()
            bench.context.presentCastDialog()
            let row = try #require(bench.dialog?.content as? ConnectedView).volume
            let selector = GCKUIMediaTrackSelectionViewController()
            bench.show(selector, in: bench.window.bounds)
            let icons = selector.viewControllers?.compactMap(\.tabBarItem.image)
            #expect(icons?.count == 2 && icons?.first !== icons?.last, "distinct default icons")
            views.volumeImage = volume
            views.muteOffImage = mute
            views.subtitlesTrackImage = text
            views.audioTrackImage = audio
            GCKUIStyle.sharedInstance().apply()
            #expect(row.mute.image(for: .normal) === volume)
            bench.send(.volume(WidgetBench.volume(0.5, muted: true)))
            #expect(row.mute.image(for: .normal) === mute)
            #expect(selector.viewControllers?.first?.tabBarItem.image === text)
            #expect(selector.viewControllers?.last?.tabBarItem.image === audio)
        }
    }

    @Test("UC57 An app's fonts are kept when the text size changes")
    func fonts() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let font = UIFont.systemFont(ofSize: 31)
            GCKUIStyle.sharedInstance().castViews.bodyTextFont = font
            let mini = bench.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            #expect(mini.titleLabel.font == font)
            NotificationCenter.default.post(name: UIContentSizeCategory.didChangeNotification, object: nil)
            #expect(mini.titleLabel.font == font)
            #expect(GCKUIStyle.sharedInstance().castViews.mediaControl.bodyTextFont == font)
        }
    }

    @Test("UC46 muteOffImage is shown while the device is muted, muteOnImage while it is not")
    func muteImages() async throws {
        try await WidgetBench.perform { bench in
            bench.connect()
            try bench.playFilm()
            let (off, on) = (UIImage(), UIImage())
            GCKUIStyle.sharedInstance().castViews.muteOffImage = off
            GCKUIStyle.sharedInstance().castViews.muteOnImage = on
            let mini = bench.context.createMiniMediaControlsViewController()
            mini.setButtonType(.muteToggle, at: 0)
            bench.show(mini, in: CGRect(x: 0, y: 780, width: 390, height: 64))
            #expect(mini.buttons[0]?.image(for: .normal) === on)
            bench.send(.volume(WidgetBench.volume(0.5, muted: true)))
            #expect(mini.buttons[0]?.image(for: .normal) === off)
        }
    }

    @Test("UC59 The attributes of the guest mode dialog can be set and have no effect")
    func guestMode() {
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        let places: any GuestModeStyle = style.castViews.deviceControl
        places.unusedDialog.bodyTextColor = .red
        #expect(places.unusedDialog.bodyTextColor == .red)
        #expect(style.castViews.deviceControl.bodyTextColor != .red)
    }

    @Test("UC55 Invalid content modes fall back to the framework's default")
    func badContentMode() {
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        style.castViews.mediaControl.backgroundImageContentMode = NSNumber(value: 9_999)
        #expect(style.styles[.expanded].contentMode(.backgroundImageContentMode) == .scaleAspectFit)
        style.castViews.mediaControl.backgroundImageContentMode =
            NSNumber(value: UIView.ContentMode.scaleAspectFill.rawValue)
        #expect(style.styles[.expanded].contentMode(.backgroundImageContentMode) == .scaleAspectFill)
    }

    @Test("The icons are distinct templates of the requested size")
    func icons() {
        let icons: [Icon] = [.castInactive, .castActive, .play, .pause, .stop, .forward(30), .rewind(30), .forward(10)]
        let images = icons.map { IconImages.image($0, side: 48) }
        for (index, image) in images.enumerated() {
            #expect(image.renderingMode == .alwaysTemplate)
            #expect(image.size == CGSize(width: 48, height: 48))
            for other in images[(index + 1)...] { #expect(image !== other) }
        }
        #expect(IconImages.image(.play, side: 48) === images[2])
        #expect(IconImages.connecting().count == 3)
    }
}

/// Gives access to a deprecated property without a warning.
@MainActor
private protocol GuestModeStyle {
    var unusedDialog: GCKUIStyleAttributes { get }
}

extension GCKUIStyleAttributesDeviceControl: GuestModeStyle {
    @available(*, deprecated)
    fileprivate var unusedDialog: GCKUIStyleAttributes { guestModePairingDialog }
}

import CastUI
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Style", .serialized)
struct GCKStyleTests {
    @Test("UC58 CD1 The style can be read and set before there is a context")
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

    @Test("UC55 What is unset comes from the nearest place above; a change there reaches what is unset below, no more")
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

    @Test("UC55 Every attribute of every place keeps its own value, and has one from the beginning")
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

    @Test("UC56 What is set shows on widgets that are there with apply(), as the same objects; on later ones at once")
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

    @Test("UC57 An app's fonts are there after the size of text has changed")
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

    @Test("UC46 muteOffImage is shown while the device is mute, muteOnImage while it is not")
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

    @Test("UC59 The dialog of guest mode takes values, and nothing follows from them")
    func guestMode() {
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        let places: any GuestModeStyle = style.castViews.deviceControl
        places.unusedDialog.bodyTextColor = .red
        #expect(places.unusedDialog.bodyTextColor == .red)
        #expect(style.castViews.deviceControl.bodyTextColor != .red)
    }

    @Test("UC55 Numbers that are no content mode leave the framework's own")
    func badContentMode() {
        let style = GCKUIStyle.sharedInstance()
        defer { style.reset() }
        style.castViews.mediaControl.backgroundImageContentMode = NSNumber(value: 9_999)
        #expect(style.styles[.expanded].contentMode(.backgroundImageContentMode) == .scaleAspectFit)
        style.castViews.mediaControl.backgroundImageContentMode =
            NSNumber(value: UIView.ContentMode.scaleAspectFill.rawValue)
        #expect(style.styles[.expanded].contentMode(.backgroundImageContentMode) == .scaleAspectFill)
    }

    @Test("The icons are templates of the size asked for, and told apart")
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

/// What is deprecated, without a warning.
@MainActor
private protocol GuestModeStyle {
    var unusedDialog: GCKUIStyleAttributes { get }
}

extension GCKUIStyleAttributesDeviceControl: GuestModeStyle {
    @available(*, deprecated)
    fileprivate var unusedDialog: GCKUIStyleAttributes { guestModePairingDialog }
}

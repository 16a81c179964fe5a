// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The views of the expanded controller, with their appearance and layout.
@MainActor
final class ExpandedParts {
    /// The artwork. It is shown as a separate image above the texts. If its content mode fills the screen, or if there
    /// isn't enough space above the texts, it covers the whole screen.
    let background = ArtworkView(.background)
    /// Covers the artwork behind the texts and controls to keep them legible.
    let scrim = UIView(frame: .zero)
    /// Cover the artwork behind the collapse button, the Cast button and the activity indicator.
    let partScrims = [UIView(frame: .zero), UIView(frame: .zero), UIView(frame: .zero)]
    let collapse: UIButton
    let castButton = GCKUICastButton(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
    let title = UILabel(lines: 2)
    let subtitle = UILabel(lines: 1)
    let deviceLine = UILabel(lines: 1)
    /// The state of the player, if it isn't obvious from the other views.
    let stateLine = UILabel(lines: 1)
    let spinner = UIActivityIndicatorView(style: .large)
    let adTag = UILabel(lines: 1)
    let adMessage = UILabel(lines: 4)
    let skipCountdown = UILabel(lines: 1)
    let skipAd: UIButton
    let seekBar: SeekBar
    let left = UILabel(lines: 1)
    let right = UILabel(lines: 1)
    let jumpToLive: UIButton
    let center: UIButton
    let notice = UILabel(lines: 2)
    let upNext = UILabel(lines: 1)
    private let texts = ColumnView(frame: .zero)

    init(_ send: @escaping @MainActor (Intent) -> Void) {
        collapse = UIButton { send(.collapse) }
        skipAd = UIButton { send(.tap(.skipAd)) }
        seekBar = SeekBar(send)
        jumpToLive = UIButton { send(.seekToLive) }
        center = UIButton { send(.tap(.playPause)) }
        title.accessibilityTraits = .header
        spinner.hidesWhenStopped = true
        background.clipsToBounds = true
        background.changed = { [weak self] in
            guard let self else { return }
            self.updateScrims()
            self.background.superview?.setNeedsLayout()
        }
        for view in partScrims + [scrim] { view.isUserInteractionEnabled = false }
        left.textAlignment = .left
        right.textAlignment = .right
        skipCountdown.textAlignment = .right
        for label in [left, right] { label.adjustsFontSizeToFitWidth = true }
        // Prevents a screen reader from announcing the countdown every second.
        skipCountdown.accessibilityTraits = .staticText
        texts.spacing = 4
        texts.rows = [adTag, title, subtitle, deviceLine, adMessage, stateLine, notice, upNext]
    }

    func add(to root: UIView) {
        identifyParts()
        let parts: [UIView] = [
            collapse, castButton, texts, spinner, skipCountdown, skipAd, seekBar, left, right, jumpToLive, center,
        ]
        for part in [background, scrim] + partScrims + parts { root.addSubview(part) }
    }

    private func identifyParts() {
        let names: KeyValuePairs<String, UIView> = [
            "artwork": background, "collapse": collapse, "title": title, "subtitle": subtitle, "device": deviceLine,
            "state": stateLine, "activity": spinner, "ad": adTag, "ad-message": adMessage,
            "ad-countdown": skipCountdown, "skip-ad": skipAd, "seek-bar": seekBar.slider,
            "seek-tooltip": seekBar.tooltip, "position": left, "duration": right, "jump-to-live": jumpToLive,
            "center-play-pause": center, "notice": notice, "up-next": upNext,
        ]
        for (name, view) in names { identify(["expanded-controller-\(name)": view]) }
    }

    // MARK: Appearance

    func show(_ view: ExpandedControllerView, of context: GCKCastContext, _ look: Look, _ localizer: Localizer) {
        showArtwork(view, of: context, look)
        let icons = look.color(.iconTintColor)
        for button in [collapse, center, castButton] { button.tintColor = icons }
        collapse.show(ControlState(label: view.collapse), image: look.image(Icon.collapse), localizer)
        center.show(view.center, image: look.image(view.toggle.icon, side: 64), localizer)
        for (label, role) in [
            (title, TextRole.heading), (subtitle, .body), (deviceLine, .caption), (stateLine, .caption),
            (adTag, .caption), (adMessage, .body), (skipCountdown, .caption), (left, .caption), (right, .caption),
            (notice, .body), (upNext, .caption),
        ] { look.applyStyle(label, role) }
        title.show(view.ad?.title ?? view.title, localizer)
        subtitle.show(view.ad == nil ? view.subtitle : nil, localizer)
        deviceLine.show(view.deviceLine, localizer)
        stateLine.show(view.stage == .ad ? nil : view.state, localizer)
        notice.show(view.notice, localizer)
        upNext.show(view.upNext?.message, localizer)
        spinner.color = icons
        if view.showsActivity { spinner.startAnimating() } else { spinner.stopAnimating() }
        updateScrims()
        show(view.ad, look, localizer)
        seekBar.show(view.seekBar, look, localizer)
        left.show(view.left.label, localizer)
        right.show(view.right.label, localizer)
        if case .live(let isAtEdge) = view.right {
            right.textColor = look.color(isAtEdge ? .liveIndicatorColor : .captionTextColor)
        }
        jumpToLive.isHidden = view.jumpToLive == nil
        if let control = view.jumpToLive {
            look.applyStyle(jumpToLive)
            jumpToLive.show(title: control.label, localizer)
            jumpToLive.show(control, localizer)
        }
        texts.setNeedsLayout()
    }

    private func showArtwork(_ view: ExpandedControllerView, of context: GCKCastContext, _ look: Look) {
        let size = background.superview?.bounds.size ?? .zero
        background.contentMode = look.contentMode(view.ad == nil ? .backgroundImageContentMode : .adImageContentMode)
        background.show(fixed: view.ad?.artwork, of: context, size: size == .zero ? LayoutView.initialSize : size)
        let scrimColor = look.color(.backgroundColor).withAlphaComponent(CGFloat(StyleTree<StyleValue>.scrimOpacity))
        for view in partScrims + [scrim] { view.backgroundColor = scrimColor }
    }

    private func updateScrims() {
        for view in partScrims + [scrim, background] { view.isHidden = background.image == nil }
        partScrims[2].isHidden = background.image == nil || !spinner.isAnimating
    }

    private func show(_ ad: AdView?, _ look: Look, _ localizer: Localizer) {
        adTag.show(ad.map { $0.count ?? $0.tag }, localizer)
        adMessage.show(ad?.message, localizer)
        skipCountdown.show(ad?.countdown, localizer)
        guard case .ready(let control)? = ad?.skip else {
            skipAd.isHidden = true
            return
        }
        skipAd.isHidden = false
        look.applyStyle(skipAd)
        skipAd.show(title: control.label, localizer)
        skipAd.show(control, localizer)
    }

    // MARK: Layout

    func layOut(_ root: UIView, _ bar: ButtonSlots) {
        let safe = root.bounds.inset(by: root.safeAreaInsets)
        let touchSize = ColumnView.touchSize
        collapse.frame = root.mirrored(CGRect(x: safe.minX + 8, y: safe.minY + 8, width: touchSize, height: touchSize))
        castButton.frame = root.mirrored(
            CGRect(x: safe.maxX - 8 - touchSize, y: safe.minY + 8, width: touchSize, height: touchSize)
        )
        // The layout is built from the bottom: buttons, then the seek bar with its times. The texts get the remaining
        // space.
        let width = min(safe.width, 640)
        let inner = CGRect(x: safe.midX - width / 2 + 16, y: safe.minY, width: max(0, width - 32), height: safe.height)
        let buttons = layOutButtons(inner, bottom: safe.maxY - 16, bar, root)
        let line = min(max(20, left.font.lineHeight.rounded(.up)), touchSize)
        let times = buttons - 8 - line
        let half = max(0, inner.width / 2 - 8)
        left.frame = CGRect(x: inner.minX, y: times, width: half, height: line)
        right.frame = CGRect(x: inner.maxX - half, y: times, width: half, height: line)
        seekBar.frame = CGRect(x: inner.minX, y: times - touchSize, width: inner.width, height: touchSize)
        let row = CGRect(x: inner.minX, y: seekBar.frame.minY - touchSize - 4, width: inner.width, height: touchSize)
        let skip = skipAd.sizeThatFits(CGSize(width: inner.width, height: touchSize)).width + 24
        skipAd.frame = root.mirrored(CGRect(x: row.maxX - skip, y: row.minY, width: skip, height: touchSize))
        skipCountdown.frame = row
        let jump = jumpToLive.sizeThatFits(CGSize(width: inner.width, height: touchSize)).width + 24
        jumpToLive.frame = root.mirrored(CGRect(x: row.maxX - jump, y: row.minY, width: jump, height: touchSize))
        layOutTexts(
            CGRect(
                x: inner.minX,
                y: collapse.frame.maxY + 8,
                width: inner.width,
                height: max(0, row.minY - collapse.frame.maxY - 16)
            )
        )
        layOutArtwork(root)
    }

    /// The minimum height of artwork that is shown as a separate image, in points.
    private static let minimumArtworkHeight: CGFloat = 88

    /// The artwork gets the space that the texts leave free. The scrim starts above the texts.
    private func layOutArtwork(_ root: UIView) {
        let top = collapse.frame.maxY + 8
        let area = CGRect(x: texts.frame.minX, y: top, width: texts.frame.width, height: texts.frame.minY - 16 - top)
        background.layer.cornerRadius = 0
        background.frame = root.bounds
        var scrimFrame = root.bounds
        if area.height >= Self.minimumArtworkHeight {
            scrimFrame = CGRect(x: 0, y: area.maxY, width: root.bounds.width, height: root.bounds.maxY - area.maxY)
            if background.contentMode == .scaleAspectFit, let size = background.image?.size, size.width > 0,
                size.height > 0
            {
                let scale = min(area.width / size.width, area.height / size.height)
                let (width, height) = (size.width * scale, size.height * scale)
                background.frame = CGRect(
                    x: area.midX - width / 2,
                    y: area.midY - height / 2,
                    width: width,
                    height: height
                )
                background.layer.cornerRadius = 12
            }
        }
        scrim.frame = scrimFrame
        for (partScrim, part) in zip(partScrims, [collapse, castButton, spinner] as [UIView]) {
            partScrim.frame = part.frame.insetBy(dx: part === spinner ? -8 : 2, dy: part === spinner ? -8 : 2)
            partScrim.layer.cornerRadius = partScrim.frame.height / 2
        }
    }

    /// Lays out the buttons.
    ///
    /// - Returns: The y coordinate of their upper edge.
    private func layOutButtons(_ inner: CGRect, bottom: CGFloat, _ bar: ButtonSlots, _ root: UIView) -> CGFloat {
        let side: CGFloat = 64
        let y = bottom - side
        let step = inner.width / 5
        let small = max(ColumnView.touchSize, min(56, step))
        func place(_ index: Int) -> CGRect {
            CGRect(
                x: inner.minX + (CGFloat(index) + 0.5) * step - small / 2,
                y: y + (side - small) / 2,
                width: small,
                height: small
            )
        }
        bar.layOut([0, 1, 3, 4].map(place), in: root)
        center.frame = CGRect(x: inner.midX - side / 2, y: y, width: side, height: side)
        return y
    }

    private func layOutTexts(_ area: CGRect) {
        let height = min(texts.sizeThatFits(CGSize(width: area.width, height: area.height)).height, area.height)
        texts.clipsToBounds = true
        texts.frame = CGRect(x: area.minX, y: area.maxY - height, width: area.width, height: height)
        let free = max(0, area.height - height)
        spinner.frame = CGRect(x: area.midX - 20, y: area.minY + free / 2 - 20, width: 40, height: 40)
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The content of the dialog while a session is connected: the media, the volumes, and a button to stop casting.
final class ConnectedView: UIView {
    private let send: @MainActor (Intent) -> Void
    /// Called when the height changes because an image was loaded or removed.
    var resized: () -> Void = {}
    let artwork = ArtworkView(.castDialog)
    let title = UILabel(lines: 2)
    let subtitle = UILabel(lines: 1)
    let playPause: UIButton
    let volume: VolumeRow
    /// The reason why the volume can't be changed.
    let fixedVolume = UILabel(lines: 0)
    private(set) var members: [String: (name: UILabel, row: VolumeRow)] = [:]
    private var memberOrder: [String] = []
    let stop: UIButton
    private let column = ColumnView(frame: .zero)
    private lazy var texts: ColumnView = {
        let column = ColumnView(frame: .zero)
        column.spacing = 2
        column.rows = [title, subtitle]
        return column
    }()
    private lazy var media = RowView([(texts, nil), (playPause, ColumnView.touchSize)])

    init(_ send: @escaping @MainActor (Intent) -> Void) {
        self.send = send
        playPause = UIButton { send(.tap(.playPause)) }
        volume = VolumeRow(set: { send(.setVolume($0)) }, toggleMute: { send(.toggleMute) })
        stop = UIButton { send(.stopCasting) }
        super.init(frame: .zero)
        column.spacing = 12
        column.insets = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
        artwork.changed = { [weak self] in
            self?.arrange()
            self?.resized()
        }
        identify([
            "cast-dialog-artwork": artwork, "cast-dialog-media-title": title, "cast-dialog-media-subtitle": subtitle,
            "cast-dialog-play-pause": playPause, "cast-dialog-mute": volume.mute, "cast-dialog-volume": volume.slider,
            "cast-dialog-volume-reason": fixedVolume, "cast-dialog-stop": stop,
        ])
        addSubview(column)
        arrange()
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    func show(
        _ connected: CastDialogView.Connected,
        of context: GCKCastContext?,
        _ look: Look,
        _ toolbar: Look,
        _ localizer: Localizer
    ) {
        artwork.show(of: context, size: CGSize(width: max(bounds.width, 1), height: 180))
        look.applyStyle(title, .heading)
        look.applyStyle(subtitle, .caption)
        look.applyStyle(fixedVolume, .caption)
        title.show(connected.title, localizer)
        subtitle.show(connected.subtitle, localizer)
        playPause.isHidden = connected.playPause == nil
        playPause.tintColor = look.color(.iconTintColor)
        if let control = connected.playPause {
            playPause.show(control, image: look.image(connected.toggle.icon, side: 36), localizer)
        }
        let volume = connected.volume
        self.volume.show(
            volume.level,
            in: volume.range,
            icon: volume.icon,
            slider: volume.slider,
            mute: volume.mute,
            look,
            localizer
        )
        fixedVolume.show((volume.slider.reason?.text).map { ControlLabel($0) }, localizer)
        show(connected.members, look, localizer)
        toolbar.applyStyle(stop)
        stop.show(title: connected.stop.label, localizer)
        stop.show(connected.stop, localizer)
        arrange()
    }

    private func show(_ members: [MemberView], _ look: Look, _ localizer: Localizer) {
        memberOrder = members.map(\.id)
        self.members = self.members.filter { memberOrder.contains($0.key) }
        for member in members {
            let id = member.id
            let view =
                self.members[id]
                ?? (
                    UILabel(lines: 2),
                    VolumeRow(
                        set: { [send] in send(.setMemberVolume(id, $0)) },
                        toggleMute: { [send] in send(.toggleMemberMute(id)) }
                    )
                )
            self.members[id] = view
            identify([
                "cast-dialog-member": view.name, "cast-dialog-member-mute": view.row.mute,
                "cast-dialog-member-volume": view.row.slider,
            ])
            look.applyStyle(view.name, .body)
            view.name.show(.text(member.name), localizer)
            view.row.show(
                member.level,
                icon: member.icon,
                slider: member.slider,
                mute: member.mute,
                look,
                localizer
            )
        }
    }

    private func arrange() {
        artwork.isHidden = artwork.image == nil
        let rows: [UIView] = memberOrder.flatMap { id -> [UIView] in
            guard let member = members[id] else { return [] }
            return [member.name, member.row.view]
        }
        column.rows = [artwork, media, volume.view, fixedVolume] + rows + [stop]
        column.setNeedsLayout()
        superview?.setNeedsLayout()
    }

    override func sizeThatFits(_ size: CGSize) -> CGSize { column.sizeThatFits(size) }

    override func layoutSubviews() {
        super.layoutSubviews()
        column.frame = bounds
    }
}

/// A volume control with a mute button and a slider.
@MainActor
final class VolumeRow {
    let mute: UIButton
    let slider = Slider(frame: .zero)
    let view: RowView

    init(set: @escaping @MainActor (Double) -> Void, toggleMute: @escaping @MainActor () -> Void) {
        let mute = UIButton(toggleMute)
        let slider = slider
        slider.addAction(UIAction { [weak slider] _ in set(Double(slider?.value ?? 0)) }, for: .valueChanged)
        self.mute = mute
        view = RowView([(mute, ColumnView.touchSize), (slider, nil)])
    }

    func show(
        _ level: Double?,
        in range: ClosedRange<Double> = 0...1,
        icon: Icon,
        slider control: ControlState,
        mute muteControl: ControlState,
        _ look: Look,
        _ localizer: Localizer
    ) {
        look.applyStyle(volume: slider)
        slider.show(level, in: range)
        slider.show(control, localizer)
        mute.tintColor = look.color(.iconTintColor)
        let isAudible = icon != .volumeMuted
        mute.show(muteControl, image: look.image(icon, or: isAudible ? .volumeImage : nil), localizer)
    }
}

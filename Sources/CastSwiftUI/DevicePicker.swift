// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
public import SwiftUI

/// The Cast dialog: the devices, the progress of a connection, or the connected device with its volume.
///
/// ``CastButton`` presents it. An app can also show it in a place of its own.
public struct DevicePicker: View {
    @Environment(\.castModel) private var model

    public init() {}

    public var body: some View {
        if let model {
            // The list counts as empty after a time without devices.
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                if let dialog = model.store.state.dialog(at: .now) {
                    NavigationStack {
                        DialogContent(dialog: dialog, model: model)
                            .navigationTitle(model.text(dialog.title))
                            .toolbar {
                                ToolbarItem(placement: .cancellationAction) {
                                    Button(model.text(dialog.close)) { close(dialog, model) }
                                }
                            }
                    }
                }
            }
            .task { model.send(.openDialog) }
        }
    }

    private func close(_ dialog: CastDialogView, _ model: CastModel) {
        switch dialog.content {
        case .connecting, .waiting: model.send(.cancelConnecting)
        default: break
        }
        model.send(.dismissDialog)
    }
}

private struct DialogContent: View {
    let dialog: CastDialogView
    let model: CastModel

    var body: some View {
        switch dialog.content {
        case .searching, .ending: ProgressView().frame(maxWidth: .infinity, maxHeight: .infinity)
        case .noDevices(let items): HelpList(items: items, model: model)
        case .chooser(let rows): DeviceList(rows: rows, model: model)
        case .connecting(let hint), .waiting(let hint):
            VStack(spacing: 16) {
                ProgressView()
                Text(model.text(hint)).multilineTextAlignment(.center)
            }
            .padding()
        case .connected(let connected): ConnectedView(connected: connected, model: model)
        case .failed(let failure, let retry):
            VStack(spacing: 16) {
                Text(model.text(failure.text)).multilineTextAlignment(.center)
                if let retry { Button(model.text(retry)) { model.send(.retryConnecting) } }
            }
            .padding()
        @unknown default: EmptyView()
        }
    }
}

private struct DeviceList: View {
    let rows: [DeviceRow]
    let model: CastModel

    var body: some View {
        List(rows) { row in
            Button {
                model.send(.selectDevice(row.id))
            } label: {
                HStack(spacing: 16) {
                    CastIcon(row.icon)
                    VStack(alignment: .leading) {
                        Text(row.name)
                        if let status = row.status {
                            Text(model.text(status)).font(.footnote).foregroundStyle(.secondary)
                        }
                    }
                    Spacer()
                    if row.isConnecting { ProgressView() }
                    if row.isCurrent { CastIcon(.check) }
                }
            }
            .accessibilityAddTraits(row.isCurrent ? .isSelected : [])
        }
    }
}

private struct HelpList: View {
    let items: [HelpItem]
    let model: CastModel

    var body: some View {
        List(Array(items.enumerated()), id: \.offset) { _, item in
            VStack(alignment: .leading, spacing: 8) {
                Text(model.text(item.title)).font(.headline)
                Text(model.text(item.text)).font(.subheadline).foregroundStyle(.secondary)
                switch item.action {
                case .openSettings?:
                    Button(model.localizer.text(.openSettings)) { model.send(.openSettings) }
                case .retry?: Button(model.localizer.text(.tryAgain)) { model.send(.retryDiscovery) }
                case .learnMore?: Button(model.localizer.text(.learnMore)) { model.send(.openHelp) }
                default: EmptyView()
                }
            }
            .padding(.vertical, 4)
        }
    }
}

private struct ConnectedView: View {
    let connected: CastDialogView.Connected
    let model: CastModel

    var body: some View {
        List {
            Section {
                HStack(spacing: 16) {
                    if connected.artwork != nil {
                        ArtworkImage(artwork: connected.artwork).frame(width: 64, height: 64)
                    }
                    VStack(alignment: .leading) {
                        Text(model.text(connected.title)).font(.headline)
                        if let subtitle = connected.subtitle {
                            Text(model.text(subtitle)).font(.subheadline).foregroundStyle(.secondary)
                        }
                    }
                    Spacer()
                    if let playPause = connected.playPause {
                        ControlButton(control: playPause, icon: connected.toggle.icon) { model.send(.tap(.playPause)) }
                    }
                }
                VolumeRow(
                    level: connected.volume.level,
                    range: connected.volume.range,
                    slider: connected.volume.slider,
                    mute: connected.volume.mute,
                    icon: connected.volume.icon,
                    model: model
                ) {
                    model.send(.setVolume($0))
                } toggleMute: {
                    model.send(.toggleMute)
                }
            }
            if !connected.members.isEmpty {
                Section {
                    ForEach(connected.members) { member in
                        VStack(alignment: .leading) {
                            Text(member.name).font(.subheadline)
                            VolumeRow(
                                level: member.level,
                                range: 0...1,
                                slider: member.slider,
                                mute: member.mute,
                                icon: member.icon,
                                model: model
                            ) {
                                model.send(.setMemberVolume(member.id, $0))
                            } toggleMute: {
                                model.send(.toggleMemberMute(member.id))
                            }
                        }
                    }
                }
            }
            Section {
                Button(model.text(connected.stop.label), role: .destructive) { model.send(.stopCasting) }
                    .disabled(!connected.stop.isFree)
            }
        }
    }
}
#endif

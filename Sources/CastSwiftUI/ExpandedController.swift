// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
public import SwiftUI

/// All controls for the current media: artwork, seek bar, buttons, tracks, queue and volume.
///
/// ``MiniController`` presents it. An app can also present it in a place of its own, after it sent
/// `Intent.openExpanded`.
public struct ExpandedController: View {
    @Environment(\.castModel) private var model
    @State private var showsQueue = false

    public init() {}

    public var body: some View {
        if let model {
            TimelineView(.periodic(from: .now, by: 0.5)) { _ in
                let view = model.store.state.allControls(at: .now)
                VStack(spacing: 20) {
                    header(view, model)
                    ArtworkImage(artwork: view.artwork).frame(maxWidth: .infinity, maxHeight: .infinity)
                    VStack(spacing: 4) {
                        Text(model.text(view.title)).font(.title2).multilineTextAlignment(.center)
                        if let subtitle = view.subtitle {
                            Text(model.text(subtitle)).foregroundStyle(.secondary)
                        }
                        Text(model.text(view.deviceLine)).font(.footnote).foregroundStyle(.secondary)
                    }
                    if let notice = view.notice { Text(model.text(notice)).font(.footnote) }
                    SeekBar(view: view, model: model)
                    buttons(view, model)
                    VolumeRow(
                        level: view.volume.level,
                        range: view.volume.range,
                        slider: view.volume.slider,
                        mute: view.volume.mute,
                        icon: view.volume.icon,
                        model: model
                    ) {
                        model.send(.setVolume($0))
                    } toggleMute: {
                        model.send(.toggleMute)
                    }
                }
                .padding()
            }
            .sheet(isPresented: isSelectingTracks(model)) { TrackSelector().environment(\.castModel, model) }
            .sheet(isPresented: $showsQueue) { QueueList().environment(\.castModel, model) }
        }
    }

    private func header(_ view: ExpandedControllerView, _ model: CastModel) -> some View {
        HStack {
            Button {
                model.send(.collapse)
            } label: {
                CastIcon(.collapse)
            }
            .accessibilityLabel(model.text(view.collapse))
            Spacer()
            if view.hasQueue {
                Button {
                    showsQueue = true
                } label: {
                    CastIcon(.queue)
                }
                .accessibilityLabel(model.localizer.text(.queue))
            }
            CastButton()
        }
    }

    private func buttons(_ view: ExpandedControllerView, _ model: CastModel) -> some View {
        HStack(spacing: 12) {
            BarButtons(slots: Array(view.buttons.prefix(2)), bar: .expanded, model: model)
            if view.showsActivity {
                ProgressView().padding(8)
            } else {
                ControlButton(control: view.center, icon: view.toggle.icon, side: 44) { model.send(.tap(.playPause)) }
            }
            BarButtons(slots: Array(view.buttons.dropFirst(2)), bar: .expanded, model: model, firstIndex: 2)
        }
    }

    private func isSelectingTracks(_ model: CastModel) -> Binding<Bool> {
        Binding {
            model.store.state.trackSelector(at: .now) != nil
        } set: { isOpen in
            if !isOpen { model.send(.cancelTracks) }
        }
    }
}

/// The seek bar with the times at its ends. It runs from left to right in every layout direction.
private struct SeekBar: View {
    let view: ExpandedControllerView
    let model: CastModel

    var body: some View {
        let bar = view.seekBar
        VStack(spacing: 4) {
            if bar.kind == .recorded || bar.kind == .liveWindow {
                #if os(tvOS)
                ProgressView(value: bar.position - bar.range.lowerBound, total: length)
                #else
                Slider(
                    value: Binding {
                        bar.position
                    } set: {
                        model.send(.drag($0))
                    },
                    in: bar.range
                ) { isEditing in
                    model.send(isEditing ? .beginDrag : .endDrag)
                }
                .disabled(!bar.control.isEnabled)
                .accessibilityLabel(model.text(bar.control.label))
                .accessibilityValue(bar.control.value.map { model.text($0) } ?? "")
                #endif
            }
            HStack {
                if let left = view.left.label { Text(model.text(left)) }
                Spacer()
                if let live = view.jumpToLive {
                    Button(model.text(live.label)) { model.send(.seekToLive) }.disabled(!live.isFree)
                }
                if let right = view.right.label { Text(model.text(right)) }
            }
            .font(.caption.monospacedDigit())
        }
        .environment(\.layoutDirection, .leftToRight)
    }

    private var length: Double {
        max(view.seekBar.range.upperBound - view.seekBar.range.lowerBound, 1)
    }
}
#endif

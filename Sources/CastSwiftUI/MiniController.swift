// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
public import SwiftUI

/// A bar with the current media and its most important controls. It takes no space while there is no media.
///
/// A tap opens ``ExpandedController``. The buttons are those of `CastUIOptions.miniButtons`.
public struct MiniController: View {
    @Environment(\.castModel) private var model

    public init() {}

    public var body: some View {
        if let model {
            TimelineView(.periodic(from: .now, by: 1)) { _ in
                if let mini = model.store.state.mini(at: .now) {
                    VStack(spacing: 0) {
                        MiniProgress(progress: mini.progress)
                        HStack(spacing: 12) {
                            if mini.artwork != nil {
                                ArtworkImage(artwork: mini.artwork).frame(width: 44, height: 44)
                            }
                            VStack(alignment: .leading) {
                                Text(model.text(mini.title)).font(.subheadline).lineLimit(1)
                                ForEach(Array(mini.lines.enumerated()), id: \.offset) { _, line in
                                    Text(model.text(line)).font(.caption).foregroundStyle(.secondary).lineLimit(1)
                                }
                            }
                            .frame(maxWidth: .infinity, alignment: .leading)
                            BarButtons(slots: mini.buttons, bar: .mini, model: model)
                        }
                        .padding(.horizontal, 12)
                        .padding(.vertical, 8)
                    }
                    .background(Self.material)
                    .contentShape(Rectangle())
                    .onTapGesture { model.send(.tapMini) }
                    .accessibilityElement(children: .contain)
                    .accessibilityHint(model.text(mini.hint))
                    .accessibilityAction { model.send(.tapMini) }
                }
            }
            .sheet(isPresented: isExpanded(model)) { ExpandedController().environment(\.castModel, model) }
        }
    }

    private static var material: Material {
        #if os(tvOS)
        .regular
        #else
        .bar
        #endif
    }

    private func isExpanded(_ model: CastModel) -> Binding<Bool> {
        Binding {
            model.store.state.expanded(at: .now) != nil
        } set: { isOpen in
            if !isOpen { model.send(.collapse) }
        }
    }
}

extension View {
    /// Shows a ``MiniController`` below the content while there is media to control.
    public func castMiniController() -> some View {
        safeAreaInset(edge: .bottom, spacing: 0) { MiniController() }
    }
}

private struct MiniProgress: View {
    let progress: MiniControllerView.Progress

    var body: some View {
        switch progress {
        case .share(let share): ProgressView(value: share)
        case .loading: ProgressView(value: 0).redacted(reason: .placeholder)
        default: EmptyView()
        }
    }
}

/// The slots of a bar. Buttons that the app draws are left out.
struct BarButtons: View {
    let slots: [BarSlotView]
    let bar: ButtonBar
    let model: CastModel
    /// The index of the first slot in the bar.
    var firstIndex = 0

    var body: some View {
        ForEach(Array(slots.enumerated()), id: \.offset) { index, slot in
            if let control = slot.control, let icon = slot.icon {
                ControlButton(control: control, icon: icon) { model.send(.tapBar(bar, firstIndex + index)) }
            }
        }
    }
}
#endif

// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import CastUI
public import SwiftUI

/// A button that shows whether the app is casting, and presents the devices.
///
/// It is hidden while there is no network. Place it in a toolbar; it presents ``DevicePicker`` by itself.
public struct CastButton: View {
    @Environment(\.castModel) private var model

    public init() {}

    public var body: some View {
        if let model, model.store.state.castButton.isVisible {
            let button = model.store.state.castButton
            Button {
                model.send(.tapCastButton)
            } label: {
                if button.isAnimating {
                    ConnectingIcon()
                } else {
                    CastIcon(button.icon)
                }
            }
            .accessibilityLabel(model.text(button.label))
            .accessibilityValue(button.value.map { model.text($0) } ?? "")
            .sheet(isPresented: isDialogOpen(model)) { DevicePicker().environment(\.castModel, model) }
            .alert(
                explanation(model)?.title ?? "",
                isPresented: isExplaining(model),
                presenting: explanation(model)
            ) { explanation in
                Button(explanation.primary) { model.send(.acknowledgeNetworkExplanation) }
                Button(model.localizer.text(.cancel), role: .cancel) { model.send(.dismissNetworkExplanation) }
            } message: { explanation in
                Text(explanation.text)
            }
        }
    }

    private func explanation(_ model: CastModel) -> (title: String, text: String, primary: String)? {
        model.store.state.networkExplanation.map { (model.text($0.title), model.text($0.text), model.text($0.primary)) }
    }

    private func isDialogOpen(_ model: CastModel) -> Binding<Bool> {
        Binding {
            model.store.state.castButton.isDialogOpen
        } set: { isOpen in
            if !isOpen { model.send(.dismissDialog) }
        }
    }

    private func isExplaining(_ model: CastModel) -> Binding<Bool> {
        Binding {
            model.store.state.isExplainingNetwork
        } set: { isOpen in
            if !isOpen { model.send(.dismissNetworkExplanation) }
        }
    }
}

/// The icon of a session that is being started, at three frames per second.
private struct ConnectingIcon: View {
    @ScaledMetric private var side: CGFloat = 24

    var body: some View {
        TimelineView(.periodic(from: .now, by: 1.0 / 3)) { context in
            let frames = Icon.connectingFrames
            // The time is negative if the clock is set before 2001.
            let number = Int(abs(context.date.timeIntervalSinceReferenceDate) * 3) % frames.count
            IconOutline(shape: frames[number]).frame(width: side, height: side)
        }
        .accessibilityHidden(true)
    }
}
#endif

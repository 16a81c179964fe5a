import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Shows the choice of tracks on the screen while the state says that it is there.
@MainActor
final class TrackSelectionPresenter {
    private weak var widgets: ContextWidgets?
    private weak var shown: GCKUIMediaTrackSelectionViewController?
    private var observation: WidgetObservation?

    init(_ widgets: ContextWidgets) {
        self.widgets = widgets
        observation = widgets.observing { [weak self] state in self?.take(isOpen: state.openTracks != nil) }
    }

    private func take(isOpen: Bool) {
        if isOpen, shown == nil { present() }
        if !isOpen, let shown {
            self.shown = nil
            shown.finished = nil
            if shown.presentingViewController != nil || shown.navigationController?.presentingViewController != nil {
                shown.dismiss(animated: true)
            }
        }
    }

    private func present() {
        let top = widgets?.context?.presenter.top ?? GCKUIUtils.currentViewController()
        guard let widgets, let status = widgets.client?.status, let top else {
            Log(of: "GCKUIMediaController").warning("there is no view controller from which tracks could be chosen")
            widgets?.act(.cancelTracks)
            return
        }
        let selector = GCKUIMediaTrackSelectionViewController()
        selector.mediaInfo = status.mediaInformation
        selector.selectedTrackIDs = status.activeTrackIDs
        selector.finished = { [weak self] choice in self?.finished(choice) }
        shown = selector
        let navigation = UINavigationController(rootViewController: selector)
        selector.ownBar = navigation.navigationBar
        selector.restyle()
        top.present(navigation, animated: true)
    }

    private func finished(_ choice: TrackChoice?) {
        shown = nil
        guard let widgets else { return }
        guard let choice else { return widgets.act(.cancelTracks) }
        widgets.act(.selectTrack(.text, choice.text))
        widgets.act(.selectTrack(.audio, choice.audio))
        widgets.act(.applyTracks)
    }
}

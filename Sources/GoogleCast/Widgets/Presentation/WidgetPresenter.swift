// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Presents the view controllers that the state requires, notifies the app, and posts accessibility announcements.
///
/// View controllers are presented in the window of the control that was tapped last.
@MainActor
final class WidgetPresenter: EffectInterpreter {
    private weak var context: GCKCastContext?
    private let introductionStore: IntroductionStore
    private let queue = PresentationQueue()
    private var buttons = WeakList<GCKUICastButton>()
    private var minis = WeakList<GCKUIMiniMediaControlsViewController>()
    /// The view that was tapped last.
    weak var anchor: UIView? {
        didSet { if let window = anchor?.window { self.window = window } }
    }
    /// The window of that view, for the case that the view is removed from it.
    private weak var window: UIWindow?
    private var dialog: CastDialogViewController?
    private var explanation: NetworkExplanationViewController?
    private var introduction: IntroductionViewController?
    /// The navigation controller that contains the track selection.
    private var tracks: UINavigationController?
    /// A view controller to present again after its dismissal has finished, and the closure that does so.
    private var pendingPresentation: (controller: UIViewController, resume: @MainActor () -> Void)?
    /// The button that the introduction points to.
    private weak var introducedButton: GCKUICastButton?
    private(set) lazy var expanded = GCKUIExpandedMediaControlsViewController(context)

    init(_ context: GCKCastContext, _ introductionStore: IntroductionStore) {
        self.context = context
        self.introductionStore = introductionStore
    }

    /// Starts to observe the state.
    func begin() {
        guard let widgets = context?.widgets else { return }
        widgets.store.add(self)
        widgets.observe(self) { presenter, state in presenter.show(state) }
    }

    func add(_ button: GCKUICastButton) { buttons.add(button) }

    func add(_ mini: GCKUIMiniMediaControlsViewController) { minis.add(mini) }

    private func send(_ intent: Intent) { context?.widgets.act(intent) }

    /// Forgets the tapped view, because the following presentation was requested by the app.
    func forgetAnchor() {
        anchor = nil
        window = nil
    }

    // MARK: Effects

    func perform(_ effect: CastUIEffect, for store: CastUIStore) {
        switch effect {
        case .announce(let phrase, _):
            guard let localizer = context?.widgets.localizer else { return }
            UIAccessibility.post(notification: .announcement, argument: localizer.text(phrase))
        case .remember(.shownIntroduction(let wasShown)): introductionStore.setShown(wasShown)
        case .openSystemSettings: open(UIApplication.openSettingsURLString)
        case .openHelp: open("https://support.google.com/chromecast")
        case .notify(let notice): handle(notice)
        default: break
        }
    }

    private func open(_ address: String) {
        guard let url = URL(string: address) else { return }
        UIApplication.shared.open(url)
    }

    private func handle(_ notice: CastUIEffect.AppNotice) {
        switch notice {
        case .firstTap:
            guard let button = anchor as? GCKUICastButton else { return }
            button.delegate?.implemented.castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog: button)
        case .tap(let phase):
            guard let button = anchor as? GCKUICastButton else { return }
            button.delegate?.implemented.castButtonDidTap(button, toPresentDialogFor: GCKCastState(phase))
        case .dialogWillShow: showDialog()
        case .dialogDidHide: hideDialog()
        case .expandedTriggered: post(.gckExpandedMediaControlsTriggered)
        case .expandedDidShow: showExpanded()
        case .expandedDidHide: hideExpanded()
        case .miniShouldAppear(let should): for mini in minis.all { mini.notify(shouldAppear: should) }
        case .introduction(let wasShown): if wasShown { showIntroduction() }
        case .tracksChosen: break
        }
    }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: context) }

    // MARK: Presentation

    /// The view controller that presents, or nil if there is no window.
    var top: UIViewController? {
        let windows = [anchor?.window, window, UIApplication.shared.currentKeyWindow]
        return windows.lazy.compactMap { $0?.topController }.first { $0.viewIfLoaded?.window != nil }
    }

    /// Presents a view controller when its turn in the queue comes, unless it is already visible.
    ///
    /// - Parameters:
    ///   - controller: The view controller.
    ///   - failed: Called if the view controller can't be presented.
    private func present(_ controller: UIViewController, failed: @escaping @MainActor () -> Void) {
        queue.add { [weak self] done in
            guard let self else { return done() }
            guard controller.isLeaving else { return self.presentNow(controller, failed, done) }
            // UIKit silently ignores the presentation of a view controller that is being dismissed.
            self.pendingPresentation = (controller, { [weak self] in self?.presentNow(controller, failed, done) })
        }
    }

    private func presentNow(
        _ controller: UIViewController,
        _ failed: @MainActor () -> Void,
        _ done: @escaping @MainActor () -> Void
    ) {
        // The app may have presented the view controller itself.
        guard controller.presentingViewController == nil, controller.viewIfLoaded?.window == nil,
            // A view controller that was removed while others were above it isn't notified, and still counts as
            // visible.
            controller !== expanded || !expanded.isAppearing || expanded.parent == nil
        else { return done() }
        guard let top else {
            Log(of: "GCKCastContext").error("there is no window to present in")
            failed()
            return done()
        }
        var isPresented = false
        top.present(controller, animated: !UIAccessibility.isReduceMotionEnabled) {
            isPresented = true
            done()
        }
        // If UIKit rejects a presentation, it logs a message and doesn't call the completion.
        guard !isPresented, controller.presentingViewController == nil else { return }
        failed()
        done()
    }

    /// Continues with a view controller whose dismissal has finished or was canceled.
    func transitionEnded(_ controller: UIViewController) {
        guard let pendingPresentation, pendingPresentation.controller === controller else { return }
        self.pendingPresentation = nil
        let resume = pendingPresentation.resume
        // UIKit calls this method shortly before the transition is complete.
        DispatchQueue.main.async { MainActor.assumeIsolated { resume() } }
    }

    private func dismiss(_ controller: UIViewController, then completion: @escaping @MainActor () -> Void = {}) {
        queue.add { done in
            guard let presenting = controller.presentingViewController, !controller.isBeingDismissed else {
                completion()
                return done()
            }
            presenting.dismiss(animated: !UIAccessibility.isReduceMotionEnabled) {
                completion()
                done()
            }
        }
    }

    private func showDialog() {
        guard let context else { return }
        post(.gckuiCastDialogWillShow)
        let dialog = CastDialogViewController(context)
        self.dialog = dialog
        present(dialog) { [weak self] in self?.send(.dismissDialog) }
    }

    private func hideDialog() {
        guard let dialog else { return }
        self.dialog = nil
        dismiss(dialog) { [weak self] in self?.post(.gckuiCastDialogDidHide) }
    }

    /// Handles a view controller that disappeared, possibly because the user swiped it away.
    func didDisappear(_ controller: UIViewController) {
        guard controller.isBeingDismissed || controller.presentingViewController == nil else { return }
        if controller === dialog { send(.dismissDialog) }
        if controller === explanation { send(.dismissNetworkExplanation) }
        if controller === introduction { send(.dismissIntroduction) }
    }

    // MARK: State

    private func show(_ state: CastUIState) {
        if state.isExplainingNetwork, explanation == nil, let context {
            let controller = NetworkExplanationViewController(context)
            explanation = controller
            present(controller) { [weak self] in self?.send(.dismissNetworkExplanation) }
        } else if !state.isExplainingNetwork, let controller = explanation {
            explanation = nil
            dismiss(controller)
        }
        if !state.isIntroducing, let controller = introduction {
            introduction = nil
            dismiss(controller)
        }
        if state.openTracks != nil, tracks == nil {
            showTracks()
        } else if state.openTracks == nil, let controller = tracks {
            tracks = nil
            for case let selector as GCKUIMediaTrackSelectionViewController in controller.viewControllers {
                selector.finished = nil
            }
            dismiss(controller)
        }
    }

    // MARK: Track selection

    private func showTracks() {
        guard let snapshot = context?.widgets.panel.controls?.snapshot else { return send(.cancelTracks) }
        let status = GCKMediaStatus(snapshot)
        let selector = GCKUIMediaTrackSelectionViewController()
        selector.mediaInfo = status.mediaInformation
        selector.selectedTrackIDs = status.activeTrackIDs
        selector.finished = { [weak self] choice in
            guard let choice else {
                self?.send(.cancelTracks)
                return
            }
            self?.send(.selectTrack(.text, choice.text))
            self?.send(.selectTrack(.audio, choice.audio))
            self?.send(.applyTracks)
        }
        let navigation = UINavigationController(rootViewController: selector)
        selector.ownBar = navigation.navigationBar
        selector.restyle()
        tracks = navigation
        present(navigation) { [weak self, weak navigation] in
            if let self, self.tracks === navigation { self.send(.cancelTracks) }
        }
    }

    // MARK: Introduction

    /// Presents the introduction for a button, once per installation.
    ///
    /// - Parameter button: The button. If nil, any Cast button on the screen.
    /// - Returns: Whether the introduction is presented.
    func introduce(_ button: GCKUICastButton?) -> Bool {
        guard let button = button ?? buttons.all.first(where: \.canBePointedAt) else {
            send(.introduce(canPoint: false))
            return false
        }
        // If the store is processing another event, the reducer handles the intent after this method has returned.
        let canPoint = button.canBePointedAt
        let shows = canPoint && context?.widgets.state.platformState.hasShownIntroduction == false
        anchor = button
        introducedButton = button
        send(.introduce(canPoint: canPoint))
        return shows
    }

    private func showIntroduction() {
        guard let context, let button = introducedButton else { return send(.dismissIntroduction) }
        let controller = IntroductionViewController(context, pointingAt: button)
        introduction = controller
        present(controller) { [weak self] in self?.send(.dismissIntroduction) }
    }

    // MARK: Expanded controller

    private func showExpanded() { present(expanded) { [weak self] in self?.send(.closeExpanded) } }

    private func hideExpanded() {
        queue.add { [weak self] done in
            guard let expanded = self?.expanded, !expanded.isLeaving else { return done() }
            let isAnimated = !UIAccessibility.isReduceMotionEnabled
            let stack = expanded.navigationController?.viewControllers ?? []
            if let index = stack.firstIndex(where: { $0 === expanded }), index > 0 {
                expanded.navigationController?.popToViewController(stack[index - 1], animated: isAnimated)
                return done()
            }
            guard stack.count <= 1, let presenting = expanded.presentingViewController else { return done() }
            presenting.dismiss(animated: isAnimated) { done() }
        }
    }
}

extension UIApplication {
    /// The key window of any scene.
    var currentKeyWindow: UIWindow? {
        connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.flatMap(\.windows).first(where: \.isKeyWindow)
    }
}

extension UIView {
    /// Whether the view is visible: it is in a window, and neither it nor a superview is hidden or transparent.
    fileprivate var isOnScreen: Bool {
        var view: UIView? = self
        while let current = view {
            if current.isHidden || current.alpha == 0 { return false }
            view = current.superview
        }
        return window != nil
    }
}

extension GCKUICastButton {
    /// Whether the introduction can point to the button.
    var canBePointedAt: Bool { isOnScreen }
}

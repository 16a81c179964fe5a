import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Shows what the state wants shown, tells the app what the reducers tell, and speaks.
///
/// What is presented stands in the window of the control that was touched last.
@MainActor
final class WidgetPresenter: EffectInterpreter {
    private weak var context: GCKCastContext?
    private let memory: IntroductionMemory
    private let queue = PresentationQueue()
    private var buttons = WeakList<GCKUICastButton>()
    private var minis = WeakList<GCKUIMiniMediaControlsViewController>()
    /// What was touched last.
    weak var anchor: UIView? {
        didSet { if let window = anchor?.window { self.window = window } }
    }
    /// Where that was, should it have gone from there.
    private weak var window: UIWindow?
    private var dialog: CastDialogViewController?
    private var explanation: NetworkExplanationViewController?
    private var introduction: IntroductionViewController?
    /// Who chooses the tracks, in a navigation controller.
    private var tracks: UINavigationController?
    /// Who is on the way from the screen and is to come back, and what goes on then.
    private var returning: (controller: UIViewController, goOn: @MainActor () -> Void)?
    /// The button that the introduction points at.
    private weak var introduced: GCKUICastButton?
    private(set) lazy var expanded = GCKUIExpandedMediaControlsViewController(context)

    init(_ context: GCKCastContext, _ memory: IntroductionMemory) {
        self.context = context
        self.memory = memory
    }

    /// Begins to show what the state says.
    func begin() {
        guard let widgets = context?.widgets else { return }
        widgets.store.add(self)
        widgets.observe(self) { presenter, state in presenter.show(state) }
    }

    func add(_ button: GCKUICastButton) { buttons.add(button) }

    func add(_ mini: GCKUIMiniMediaControlsViewController) { minis.add(mini) }

    private func send(_ intent: Intent) { context?.widgets.act(intent) }

    /// What follows was asked for by the app and not by a touch.
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
        case .remember(.shownIntroduction(let wasShown)): memory.setShown(wasShown)
        case .openSystemSettings: open(UIApplication.openSettingsURLString)
        case .openHelp: open("https://support.google.com/chromecast")
        case .tell(let notice): take(notice)
        default: break
        }
    }

    private func open(_ address: String) {
        guard let url = URL(string: address) else { return }
        UIApplication.shared.open(url)
    }

    private func take(_ notice: CastUIEffect.AppNotice) {
        switch notice {
        case .firstTap:
            guard let button = anchor as? GCKUICastButton else { return }
            button.delegate?.castButtonDidTap(toPresentLocalNetworkAccessPermissionDialog: button)
        case .tap(let phase):
            guard let button = anchor as? GCKUICastButton else { return }
            button.delegate?.castButtonDidTap(button, toPresentDialogFor: GCKCastState(phase))
        case .dialogWillShow: showDialog()
        case .dialogDidHide: hideDialog()
        case .expandedTriggered: post(.gckExpandedMediaControlsTriggered)
        case .expandedDidShow: showExpanded()
        case .expandedDidHide: hideExpanded()
        case .miniShouldAppear(let should): for mini in minis.all { mini.tell(shouldAppear: should) }
        case .introduction(let wasShown): if wasShown { showIntroduction() }
        case .tracksChosen: break
        }
    }

    private func post(_ name: NSNotification.Name) { NotificationCenter.default.post(name: name, object: context) }

    // MARK: Presenting

    /// The controller that presents; nil where there is no window.
    var top: UIViewController? {
        let places = [anchor?.window, window, UIApplication.shared.presentKeyWindow]
        return places.lazy.compactMap { $0?.topController }.first { $0.viewIfLoaded?.window != nil }
    }

    /// Shows a controller once it is its turn, unless it is there then.
    ///
    /// - Parameter failed: Called when there is nowhere to present.
    private func present(_ controller: UIViewController, failed: @escaping @MainActor () -> Void) {
        queue.add { [weak self] done in
            guard let self else { return done() }
            guard controller.isLeaving else { return self.bring(controller, failed, done) }
            // UIKit refuses who is about to go, and says nothing.
            self.returning = (controller, { [weak self] in self?.bring(controller, failed, done) })
        }
    }

    private func bring(
        _ controller: UIViewController,
        _ failed: @MainActor () -> Void,
        _ done: @escaping @MainActor () -> Void
    ) {
        // An app may have put it on the screen itself.
        guard controller.presentingViewController == nil, controller.viewIfLoaded?.window == nil,
            // One that was taken away from below others hears nothing of it, and still believes that it is there.
            controller !== expanded || !expanded.isAppearing || expanded.parent == nil
        else { return done() }
        guard let top else {
            Log(of: "GCKCastContext").error("there is no window in which anything could be shown")
            failed()
            return done()
        }
        var isThere = false
        top.present(controller, animated: !UIAccessibility.isReduceMotionEnabled) {
            isThere = true
            done()
        }
        // UIKit refuses with a line in the log, and completes nothing.
        guard !isThere, controller.presentingViewController == nil else { return }
        failed()
        done()
    }

    /// A controller that was on its way from the screen has gone, or has stayed after all.
    func settled(_ controller: UIViewController) {
        guard let returning, returning.controller === controller else { return }
        self.returning = nil
        let goOn = returning.goOn
        // UIKit tells of it shortly before it is true.
        DispatchQueue.main.async { MainActor.assumeIsolated { goOn() } }
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

    /// A controller has gone from the screen; a person may have pulled it away.
    func left(_ controller: UIViewController) {
        guard controller.isBeingDismissed || controller.presentingViewController == nil else { return }
        if controller === dialog { send(.dismissDialog) }
        if controller === explanation { send(.dismissNetworkExplanation) }
        if controller === introduction { send(.dismissIntroduction) }
    }

    // MARK: What the state says

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

    // MARK: The choice of tracks

    private func showTracks() {
        guard let status = context?.widgets.client?.status else { return send(.cancelTracks) }
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

    // MARK: The introduction

    /// Draws attention to a button, once.
    ///
    /// - Parameter button: nil takes any that is on the screen.
    func introduce(_ button: GCKUICastButton?) -> Bool {
        guard let button = button ?? buttons.all.first(where: \.canBePointedAt) else {
            send(.introduce(canPoint: false))
            return false
        }
        // An app may ask while the store takes an event; then the reducer answers after this has returned.
        let canPoint = button.canBePointedAt
        let shows = canPoint && context?.widgets.state.surroundings.hasShownIntroduction == false
        anchor = button
        introduced = button
        send(.introduce(canPoint: canPoint))
        return shows
    }

    private func showIntroduction() {
        guard let context, let button = introduced else { return send(.dismissIntroduction) }
        let controller = IntroductionViewController(context, pointingAt: button)
        introduction = controller
        present(controller) { [weak self] in self?.send(.dismissIntroduction) }
    }

    // MARK: The expanded controller

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
    /// The window that gets keys, in any scene.
    var presentKeyWindow: UIWindow? {
        connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.flatMap(\.windows).first(where: \.isKeyWindow)
    }
}

extension UIView {
    /// Whether a person can see it, as far as views know.
    fileprivate var isOnScreen: Bool {
        var view: UIView? = self
        while let present = view {
            if present.isHidden || present.alpha == 0 { return false }
            view = present.superview
        }
        return window != nil
    }
}

extension GCKUICastButton {
    /// Whether the introduction can draw a circle around it.
    var canBePointedAt: Bool { isOnScreen }
}

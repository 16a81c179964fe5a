// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Explains why the app needs local network access, before the system asks for permission.
final class NetworkExplanationViewController: UIViewController, Styled {
    private weak var context: GCKCastContext?
    private var follower: Follower?
    private var shown: NetworkExplanationView?
    var styles = GCKUIStyle.sharedInstance().styles

    let heading = UILabel(lines: 0)
    let text = UILabel(lines: 0)
    private(set) lazy var primary = UIButton { [weak self] in self?.follower?.send(.acknowledgeNetworkExplanation) }
    private(set) lazy var learnMore = UIButton { [weak self] in self?.follower?.send(.openHelp) }
    private let scroll = UIScrollView(frame: .zero)
    private let column = ColumnView(frame: .zero)

    init(_ context: GCKCastContext) {
        self.context = context
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .dialog
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let root = LayoutView(frame: CGRect(x: 0, y: 0, width: 375, height: 400))
        root.layOut = { [weak self] root in self?.layOut(root) }
        root.accessibilityViewIsModal = true
        heading.accessibilityTraits = .header
        column.spacing = 16
        column.rows = [heading, text, primary, learnMore]
        scroll.addSubview(column)
        root.addSubview(scroll)
        identify([
            "network-explanation": root, "network-explanation-title": heading, "network-explanation-text": text,
            "network-explanation-continue": primary, "network-explanation-learn-more": learnMore,
        ])
        view = root
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        GCKUIStyle.sharedInstance().applyStyle(self)
        follower = Follower(context) { [weak self] state, _ in
            if let self, let explanation = state.networkExplanation { self.show(explanation) }
            return nil
        }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        UIAccessibility.post(notification: .screenChanged, argument: heading)
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        context?.presenter.didDisappear(self)
    }

    override func accessibilityPerformEscape() -> Bool {
        follower?.send(.dismissNetworkExplanation)
        return true
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.haveEscape || !accessibilityPerformEscape() { super.pressesBegan(presses, with: event) }
    }

    func restyle() { if let shown { show(shown) } }

    private func show(_ explanation: NetworkExplanationView) {
        shown = explanation
        guard let localizer = context?.widgets.localizer else { return }
        let look = styles[.noDevices]
        view.backgroundColor = look.color(.backgroundColor)
        look.applyStyle(heading, .heading)
        look.applyStyle(text, .body)
        heading.show(explanation.title, localizer)
        text.show(explanation.text, localizer)
        look.applyStyle(primary)
        primary.show(title: explanation.primary, localizer)
        look.applyStyle(learnMore)
        learnMore.show(title: explanation.learnMore, localizer)
        view.setNeedsLayout()
    }

    private func layOut(_ root: UIView) {
        let safe = root.bounds.inset(by: root.safeAreaInsets)
        scroll.frame = safe
        let width = max(0, safe.width - 32)
        let height = column.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
        column.frame = CGRect(x: 16, y: 24, width: width, height: height)
        scroll.contentSize = CGSize(width: safe.width, height: height + 48)
        preferredContentSize = CGSize(width: 375, height: min(600, height + 48))
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The Cast dialog, a single view controller whose content follows the state.
final class CastDialogViewController: UIViewController, Styled {
    private weak var context: GCKCastContext?
    private var follower: Follower?
    private var shown: CastDialogView?
    var styles = GCKUIStyle.sharedInstance().styles

    let heading = UILabel(lines: 4)
    private(set) lazy var closeButton = UIButton { [weak self] in self?.close() }
    private(set) lazy var header = RowView([(heading, nil), (closeButton, 88)])
    private let scroll = UIScrollView(frame: .zero)
    /// The view below the heading.
    private(set) var content: UIView?

    init(_ context: GCKCastContext) {
        self.context = context
        super.init(nibName: nil, bundle: nil)
        // A sheet on phones, a centered form on larger devices.
        modalPresentationStyle = .dialog
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func loadView() {
        let root = LayoutView(frame: CGRect(x: 0, y: 0, width: 375, height: 500))
        root.layOut = { [weak self] root in self?.layOut(root) }
        heading.accessibilityTraits = .header
        root.accessibilityViewIsModal = true
        root.addSubview(scroll)
        root.addSubview(header)
        identify(["cast-dialog": root, "cast-dialog-title": heading, "cast-dialog-close": closeButton])
        view = root
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        GCKUIStyle.sharedInstance().applyStyle(self)
        follower = Follower(context) { [weak self] state, instant in
            guard let self, let dialog = state.dialog(at: instant) else { return nil }
            self.show(dialog)
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
        follower?.send(.dismissDialog)
        return true
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.haveEscape || !accessibilityPerformEscape() { super.pressesBegan(presses, with: event) }
    }

    func restyle() { if let shown { show(shown) } }

    // MARK: Content

    private func send(_ intent: Intent) { follower?.send(intent) }

    /// Cancels the connection attempt, if there is one, and dismisses the dialog.
    private func close() {
        switch shown?.content {
        case .connecting?, .waiting?: send(.cancelConnecting)
        default: break
        }
        send(.dismissDialog)
    }

    private func show(_ dialog: CastDialogView) {
        shown = dialog
        guard let context else { return }
        let localizer = context.widgets.localizer
        let look = styles[dialog.content.node]
        view.backgroundColor = look.color(.backgroundColor)
        let navigation = styles[.connectionNavigation]
        navigation.applyStyle(heading, .heading)
        heading.show(dialog.title, localizer)
        navigation.applyStyle(closeButton)
        closeButton.show(title: dialog.close, localizer)
        switch dialog.content {
        case .searching: message(.init(.dialogSearching), isBusy: true, look, localizer)
        case .connecting(let hint), .waiting(let hint): message(hint, isBusy: true, look, localizer)
        case .ending: message(.init(.dialogEnding), isBusy: true, look, localizer)
        case .failed(let failure, let retry):
            message(failure.text, isBusy: false, retry: retry, look, localizer)
        case .noDevices(let items):
            content(HelpView.self) { HelpView($0) }.show(items, look, localizer)
        case .chooser(let rows):
            content(DeviceListView.self) { DeviceListView($0) }.show(rows, look, localizer)
        case .connected(let connected):
            let content = content(ConnectedView.self) { ConnectedView($0) }
            content.resized = { [weak self] in self?.view.setNeedsLayout() }
            content.show(connected, of: context, look, styles[.connectionToolbar], localizer)
        }
        view.setNeedsLayout()
    }

    private func message(
        _ text: ControlLabel,
        isBusy: Bool,
        retry: ControlLabel? = nil,
        _ look: Look,
        _ localizer: Localizer
    ) {
        content(MessageView.self) { MessageView($0) }.show(text, isBusy: isBusy, retry: retry, look, localizer)
    }

    /// Returns the current content view if it has the given type. Otherwise replaces it with a new one.
    private func content<View: UIView>(
        _ kind: View.Type,
        _ make: (@escaping @MainActor (Intent) -> Void) -> View
    ) -> View {
        if let present = content as? View { return present }
        content?.removeFromSuperview()
        let view = make { [weak self] in self?.send($0) }
        content = view
        scroll.addSubview(view)
        if self.viewIfLoaded?.window != nil { UIAccessibility.post(notification: .screenChanged, argument: heading) }
        return view
    }

    private func layOut(_ root: UIView) {
        let safe = root.bounds.inset(by: root.safeAreaInsets)
        let width = max(0, safe.width - 32)
        let title = closeButton.sizeThatFits(CGSize(width: width, height: ColumnView.touchSize)).width
        header.set(min(max(88, title.rounded(.up) + 16), width / 2), for: closeButton)
        let height = max(header.sizeThatFits(CGSize(width: width, height: 0)).height, ColumnView.touchSize)
        header.frame = CGRect(x: safe.minX + 16, y: safe.minY + 8, width: width, height: height)
        let top = header.frame.maxY + 8
        scroll.frame = CGRect(x: safe.minX, y: top, width: safe.width, height: max(0, root.bounds.maxY - top))
        guard let content else { return }
        let size = content.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
        content.frame = CGRect(x: 16, y: 0, width: width, height: size.height)
        scroll.contentSize = CGSize(width: safe.width, height: size.height + root.safeAreaInsets.bottom + 16)
        preferredContentSize = CGSize(width: 375, height: min(600, top + size.height + 24))
    }
}

extension CastDialogView.Content {
    /// The node of the style tree for the content.
    fileprivate var node: StyleNode {
        switch self {
        case .searching, .chooser: .deviceChooser
        case .noDevices: .noDevices
        case .connecting, .waiting, .connected, .ending, .failed: .connection
        }
    }
}

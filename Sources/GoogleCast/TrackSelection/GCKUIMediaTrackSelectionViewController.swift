import CastUI
import CastWire
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Lets a person choose the audio track and the text track of media.
///
/// Two tabs, of which one that lists nothing is disabled, and the items Cancel and Done of a navigation bar: present it
/// within a navigation controller. It changes nothing itself: the delegate hears what was chosen.
@preconcurrency
@MainActor
open class GCKUIMediaTrackSelectionViewController: UITabBarController {
    /// Hears what was chosen.
    weak open var selectionDelegate: (any GCKUIMediaTrackSelectionViewControllerDelegate)?

    /// The media whose tracks are listed.
    open var mediaInfo: GCKMediaInformation? {
        didSet { beginAnew() }
    }

    /// The tracks that are active when the choice begins, and those that were chosen once it is done.
    open var selectedTrackIDs: [NSNumber]? {
        didSet { if !isFinished { beginAnew() } }
    }

    /// Called once: with what was chosen, or with nil when the choice was given up. Whoever sets it brings the selector from
    /// the screen.
    var finished: ((TrackChoice?) -> Void)?
    private(set) var choice = TrackChoice([], active: [])
    private(set) var tracks: [MediaTrack] = []
    private var isFinished = false
    var styles = GCKUIStyle.sharedInstance().styles
    /// The navigation bar above it, where that is the framework's and not the app's.
    weak var ownBar: UINavigationBar?

    private var active: [Int] { selectedTrackIDs?.map(\.intValue) ?? [] }

    private var localizer: Localizer { GCKUIUtils.localizer }

    // MARK: Life

    open override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(
            systemItem: .cancel,
            primaryAction: UIAction { [weak self] _ in self?.cancel() }
        )
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done,
            primaryAction: UIAction { [weak self] _ in self?.apply() }
        )
        navigationItem.leftBarButtonItem?.accessibilityIdentifier = "track-selector-cancel"
        navigationItem.rightBarButtonItem?.accessibilityIdentifier = "track-selector-done"
        beginAnew()
        GCKUIStyle.sharedInstance().dress(self)
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // Swept away.
        guard isLeaving, !isFinished else { return }
        isFinished = true
        finished?(nil)
        finished = nil
    }

    /// The choice begins from what is active.
    private func beginAnew() {
        isFinished = false
        tracks = (mediaInfo?.mediaTracks ?? []).compactMap { try? $0.content.wire() }
        choice = TrackChoice(tracks, active: active)
        guard isViewLoaded else { return }
        let lists = TrackChoice.Tab.allCases.map { tab in
            (viewControllers?.compactMap { $0 as? TrackListViewController }.first { $0.tab == tab })
                ?? TrackListViewController(tab, of: self)
        }
        for list in lists { show(list) }
        if viewControllers?.count != lists.count { setViewControllers(lists, animated: false) }
        selectedIndex = TrackChoice.Tab.allCases.firstIndex(of: choice.tab) ?? 0
    }

    private func show(_ list: TrackListViewController) {
        let localizer = localizer
        list.look = look
        let rows = choice.rows(list.tab, of: tracks)
        list.title = localizer.text(list.tab == .text ? .textTracks : .audioTracks)
        list.tabBarItem.title = list.title
        list.tabBarItem.accessibilityIdentifier =
            list.tab == .text ? "track-selector-subtitles-tab" : "track-selector-audio-tab"
        list.tabBarItem.isEnabled = rows.contains { $0.id != nil }
        list.show(
            rows.map { row in
                TrackListViewController.Row(
                    id: row.id,
                    name: localizer.text(row.name),
                    language: row.language,
                    isSelected: row.isSelected
                )
            }
        )
    }

    // MARK: Choosing

    /// A row was touched.
    func select(_ id: Int?, in tab: TrackChoice.Tab) {
        guard !isFinished, choice.rows(tab, of: tracks).contains(where: { $0.id == id }) else { return }
        choice.tab = tab
        if tab == .text { choice.text = id } else { choice.audio = id }
        for list in viewControllers ?? [] { if let list = list as? TrackListViewController { show(list) } }
    }

    func apply() {
        guard !isFinished else { return }
        let ids = choice.activeTracks(of: tracks, keeping: active).map { NSNumber(value: $0) }
        isFinished = true
        selectedTrackIDs = ids
        selectionDelegate?.didSelectMediaTracks(ids)
        leave(choice)
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        leave(nil)
    }

    /// The choice is over, whoever ended it.
    private func leave(_ choice: TrackChoice?) {
        let finished = finished
        self.finished = nil
        if let finished { return finished(choice) }
        if presentingViewController != nil || navigationController?.presentingViewController != nil {
            dismiss(animated: true)
        }
    }

    // MARK: Keys

    open override func accessibilityPerformEscape() -> Bool {
        cancel()
        return true
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.haveEscape || !accessibilityPerformEscape() { super.pressesBegan(presses, with: event) }
    }
}

// MARK: Looks

extension GCKUIMediaTrackSelectionViewController: Styled {
    private var look: Look { styles[.trackSelector] }

    func restyle() {
        guard isViewLoaded else { return }
        let (ground, icons) = (look.color(.backgroundColor), look.color(.iconTintColor))
        view.backgroundColor = ground
        tabBar.backgroundColor = ground
        tabBar.barTintColor = ground
        tabBar.unselectedItemTintColor = look.color(.captionTextColor)
        tabBar.tintColor = icons
        for item in [navigationItem.leftBarButtonItem, navigationItem.rightBarButtonItem] {
            item?.tintColor = look.color(.buttonTextColor)
        }
        if let ownBar {
            let appearance = UINavigationBarAppearance()
            appearance.configureWithOpaqueBackground()
            appearance.backgroundColor = ground
            ownBar.standardAppearance = appearance
            ownBar.scrollEdgeAppearance = appearance
        }
        for case let list as TrackListViewController in viewControllers ?? [] {
            list.tabBarItem.image = look.image(list.tab == .text ? .subtitlesTrackImage : .audioTrackImage)
            list.look = look
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastUI
import CastWire
public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A view controller with which the user selects the audio and text tracks of media.
///
/// It has two tabs, which are disabled while they are empty, and Cancel and Done items for a navigation bar: present it
/// in a navigation controller. It doesn't activate tracks itself, but reports the selection to its delegate.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIMediaTrackSelectionViewController)@objcMembers
#endif
open class GCKUIMediaTrackSelectionViewController: UITabBarController {
    /// The delegate that receives the selection. Held weakly.
    weak open var selectionDelegate: (any GCKUIMediaTrackSelectionViewControllerDelegate)?

    /// The media whose tracks are listed.
    open var mediaInfo: GCKMediaInformation? {
        didSet { resetSelection() }
    }

    /// The IDs of the active tracks. After the user taps Done, the IDs of the selected tracks.
    open var selectedTrackIDs: [NSNumber]? {
        didSet { if !isFinished { resetSelection() } }
    }

    /// Called once with the selection, or with nil if it was canceled. The owner that sets this closure must dismiss
    /// the view controller.
    var finished: ((TrackChoice?) -> Void)?
    private(set) var choice = TrackChoice([], active: [])
    private(set) var tracks: [MediaTrack] = []
    private var isFinished = false
    var styles = GCKUIStyle.sharedInstance().styles
    /// The navigation bar, if it belongs to the framework and not to the app.
    weak var ownBar: UINavigationBar?

    private var active: [Int] { selectedTrackIDs?.map(\.intValue) ?? [] }

    private var localizer: Localizer { GCKUIUtils.localizer }

    // MARK: Lifecycle

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
        resetSelection()
        GCKUIStyle.sharedInstance().applyStyle(self)
    }

    open override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        // The user dismissed the view controller with a swipe.
        guard isLeaving, !isFinished else { return }
        isFinished = true
        finished?(nil)
        finished = nil
    }

    /// Resets the selection to the active tracks.
    private func resetSelection() {
        isFinished = false
        tracks = (mediaInfo?.mediaTracks ?? []).compactMap { try? $0.content.wire() }
        choice = TrackChoice(tracks, active: active)
        guard isViewLoaded else { return }
        let lists = TrackChoice.Tab.allCases.map { tab in
            (viewControllers?.compactMap { $0 as? TrackListViewController }.first { $0.trackTab == tab })
                ?? TrackListViewController(tab, of: self)
        }
        for list in lists { show(list) }
        if viewControllers?.count != lists.count { setViewControllers(lists, animated: false) }
        selectedIndex = TrackChoice.Tab.allCases.firstIndex(of: choice.tab) ?? 0
    }

    private func show(_ list: TrackListViewController) {
        let localizer = localizer
        list.look = look
        let rows = choice.rows(list.trackTab, of: tracks)
        list.title = localizer.text(list.trackTab == .text ? .textTracks : .audioTracks)
        list.tabBarItem.title = list.title
        list.tabBarItem.accessibilityIdentifier =
            list.trackTab == .text ? "track-selector-subtitles-tab" : "track-selector-audio-tab"
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

    // MARK: Selection

    /// Handles a tap on a row.
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
        finish(choice)
    }

    func cancel() {
        guard !isFinished else { return }
        isFinished = true
        finish(nil)
    }

    /// Reports the selection or its cancellation, and dismisses the view controller.
    private func finish(_ choice: TrackChoice?) {
        let finished = finished
        self.finished = nil
        if let finished { return finished(choice) }
        if presentingViewController != nil || navigationController?.presentingViewController != nil {
            dismiss(animated: true)
        }
    }

    // MARK: Keyboard

    open override func accessibilityPerformEscape() -> Bool {
        cancel()
        return true
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if !presses.haveEscape || !accessibilityPerformEscape() { super.pressesBegan(presses, with: event) }
    }
}

// MARK: Style

extension GCKUIMediaTrackSelectionViewController: Styled {
    private var look: Look { styles[.trackSelector] }

    func restyle() {
        guard isViewLoaded else { return }
        let (background, icons) = (look.color(.backgroundColor), look.color(.iconTintColor))
        view.backgroundColor = background
        tabBar.backgroundColor = background
        tabBar.barTintColor = background
        tabBar.unselectedItemTintColor = look.color(.captionTextColor)
        tabBar.tintColor = icons
        for item in [navigationItem.leftBarButtonItem, navigationItem.rightBarButtonItem] {
            item?.tintColor = look.color(.buttonTextColor)
        }
        if let ownBar {
            let appearance = UINavigationBarAppearance()
            appearance.configureWithOpaqueBackground()
            appearance.backgroundColor = background
            ownBar.standardAppearance = appearance
            ownBar.scrollEdgeAppearance = appearance
        }
        for case let list as TrackListViewController in viewControllers ?? [] {
            list.tabBarItem.image = look.image(list.trackTab == .text ? .subtitlesTrackImage : .audioTrackImage)
            list.look = look
        }
    }
}

/// Receives the tracks that the user selected.
#if canImport(ObjectiveC)
@objc(GCKUIMediaTrackSelectionViewControllerDelegate)
#endif
@preconcurrency
@MainActor
public protocol GCKUIMediaTrackSelectionViewControllerDelegate: NSObjectProtocol {
    /// Called when the user has selected tracks.
    ///
    /// - Parameter mediaTrackIDs: The IDs of the tracks to activate: at most one audio track (without one, the stream's
    ///   default), at most one text track, and the active tracks of other types, which can't be selected.
    func didSelectMediaTracks(_ mediaTrackIDs: [NSNumber])
}

/// A tab of the track selection, with a row for each track. The selected track has a checkmark.
final class TrackListViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    struct Row: Equatable {
        var id: Int?
        var name: String
        var language: String?
        var isSelected: Bool
    }

    /// `UIViewController.tab` is another property.
    let trackTab: TrackChoice.Tab
    private weak var owner: GCKUIMediaTrackSelectionViewController?
    private var rows: [Row] = []
    private let table = UITableView(frame: .zero, style: .plain)
    /// The style of the rows.
    var look: Look? {
        didSet { if isViewLoaded { applyStyle() } }
    }

    init(_ tab: TrackChoice.Tab, of owner: GCKUIMediaTrackSelectionViewController) {
        trackTab = tab
        self.owner = owner
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        table.dataSource = self
        table.delegate = self
        identify([trackTab == .text ? "track-selector-subtitles" : "track-selector-audio": table])
        view.addSubview(table)
        applyStyle()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        // The table fills the area between the bars.
        table.frame = view.bounds.inset(by: view.safeAreaInsets)
    }

    private func applyStyle() {
        guard let look else { return }
        view.backgroundColor = look.color(.backgroundColor)
        table.backgroundColor = look.color(.backgroundColor)
        table.tintColor = look.color(.iconTintColor)
        for cell in table.visibleCells { applyStyle(cell, look) }
    }

    private func applyStyle(_ cell: UITableViewCell, _ look: Look) {
        cell.backgroundColor = look.color(.backgroundColor)
        cell.tintColor = look.color(.iconTintColor)
        if let label = cell.textLabel { look.applyStyle(label, .body) }
        if let label = cell.detailTextLabel { look.applyStyle(label, .caption) }
    }

    func show(_ rows: [Row]) {
        guard rows != self.rows else { return }
        self.rows = rows
        if isViewLoaded { table.reloadData() }
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell =
            tableView.dequeueReusableCell(withIdentifier: "track")
            ?? UITableViewCell(style: .subtitle, reuseIdentifier: "track")
        let row = rows[indexPath.row]
        identify(["track-selector-track": cell])
        cell.textLabel?.text = row.name
        cell.detailTextLabel?.text = row.language
        if let look { applyStyle(cell, look) }
        cell.accessoryType = row.isSelected ? .checkmark : .none
        cell.accessibilityTraits = row.isSelected ? [.button, .selected] : .button
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        guard rows.indices.contains(indexPath.row) else { return }
        owner?.select(rows[indexPath.row].id, in: trackTab)
    }
}

import CastUI
import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// A tab of the track selector: one row for each track, the chosen one with a mark.
final class TrackListViewController: UIViewController, UITableViewDataSource, UITableViewDelegate {
    struct Row: Equatable {
        var id: Int?
        var name: String
        var language: String?
        var isSelected: Bool
    }

    let tab: TrackChoice.Tab
    private weak var owner: GCKUIMediaTrackSelectionViewController?
    private var rows: [Row] = []
    private let table = UITableView(frame: .zero, style: .plain)
    /// How the rows look.
    var look: Look? {
        didSet { if isViewLoaded { dress() } }
    }

    init(_ tab: TrackChoice.Tab, of owner: GCKUIMediaTrackSelectionViewController) {
        self.tab = tab
        self.owner = owner
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        table.dataSource = self
        table.delegate = self
        identify([tab == .text ? "track-selector-subtitles" : "track-selector-audio": table])
        view.addSubview(table)
        dress()
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        // Between the bars, whichever there are.
        table.frame = view.bounds.inset(by: view.safeAreaInsets)
    }

    private func dress() {
        guard let look else { return }
        view.backgroundColor = look.color(.backgroundColor)
        table.backgroundColor = look.color(.backgroundColor)
        table.tintColor = look.color(.iconTintColor)
        for cell in table.visibleCells { dress(cell, look) }
    }

    private func dress(_ cell: UITableViewCell, _ look: Look) {
        cell.backgroundColor = look.color(.backgroundColor)
        cell.tintColor = look.color(.iconTintColor)
        if let label = cell.textLabel { look.dress(label, .body) }
        if let label = cell.detailTextLabel { look.dress(label, .caption) }
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
        if let look { dress(cell, look) }
        cell.accessoryType = row.isSelected ? .checkmark : .none
        cell.accessibilityTraits = row.isSelected ? [.button, .selected] : .button
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        guard rows.indices.contains(indexPath.row) else { return }
        owner?.select(rows[indexPath.row].id, in: tab)
    }
}

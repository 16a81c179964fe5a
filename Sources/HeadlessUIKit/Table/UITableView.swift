// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A view that displays a list of rows in sections.
///
/// It creates the cells of all rows, not only of those on screen, because the lists of the widgets are short.
@preconcurrency
@MainActor
open class UITableView: UIScrollView {
    /// The style of a table.
    public enum Style: Int, Sendable {
        case plain = 0
        case grouped = 1
        case insetGrouped = 2
    }

    /// The animation of an update. It has no effect here, because nothing is animated.
    public enum RowAnimation: Int, Sendable {
        case fade = 0
        case right = 1
        case left = 2
        case top = 3
        case bottom = 4
        case none = 5
        case middle = 6
        case automatic = 100
    }

    /// The position to which a row is scrolled. Not used here.
    public enum ScrollPosition: Int, Sendable {
        case none = 0
        case top = 1
        case middle = 2
        case bottom = 3
    }

    public class var automaticDimension: CGFloat { -1 }

    open private(set) var style = Style.plain
    open weak var dataSource: (any UITableViewDataSource)? { didSet { isStale = true } }
    open weak var delegate: (any UITableViewDelegate)?
    open var rowHeight: CGFloat = -1 { didSet { setNeedsLayout() } }
    open var estimatedRowHeight: CGFloat = -1
    open var sectionHeaderHeight: CGFloat = -1
    open var sectionHeaderTopPadding: CGFloat = -1
    open var separatorColor: UIColor?
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    open var isEditing = false
    open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
    open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
    open var backgroundView: UIView?

    private struct Section {
        var title: String?
        var header: UIView?
        var cells: [UITableViewCell]
    }

    private var sections: [Section] = []
    private var isStale = true
    private var selectedPaths: [IndexPath] = []
    private var classes: [String: UITableViewCell.Type] = [:]
    private var reusableCells: [String: [UITableViewCell]] = [:]

    public init(frame: CGRect, style: UITableView.Style) {
        super.init(frame: frame)
        self.style = style
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    // MARK: Cells

    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        classes[identifier] = cellClass as? UITableViewCell.Type
    }

    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let cell = reusableCells[identifier]?.popLast() {
            cell.prepareForReuse()
            return cell
        }
        return classes[identifier]?.make(.default, identifier)
    }

    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
            preconditionFailure("no cell class is registered for the identifier \(identifier)")
        }
        return cell
    }

    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
        loadIfStale()
        guard contains(indexPath) else { return nil }
        return sections[indexPath.section].cells[indexPath.row]
    }

    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        for (section, content) in sections.enumerated() {
            if let row = content.cells.firstIndex(where: { $0 === cell }) {
                return IndexPath(row: row, section: section)
            }
        }
        return nil
    }

    open func indexPathForRow(at point: CGPoint) -> IndexPath? {
        layoutIfNeeded()
        return visibleCells.first { $0.frame.contains(point) }.flatMap { indexPath(for: $0) }
    }

    open var visibleCells: [UITableViewCell] {
        loadIfStale()
        return sections.flatMap(\.cells)
    }

    open var indexPathsForVisibleRows: [IndexPath]? { visibleCells.compactMap { indexPath(for: $0) } }

    open var numberOfSections: Int {
        loadIfStale()
        return sections.count
    }

    open func numberOfRows(inSection section: Int) -> Int {
        loadIfStale()
        return sections.indices.contains(section) ? sections[section].cells.count : 0
    }

    open func rectForRow(at indexPath: IndexPath) -> CGRect {
        layoutIfNeeded()
        return cellForRow(at: indexPath)?.frame ?? .zero
    }

    private func contains(_ path: IndexPath) -> Bool {
        sections.indices.contains(path.section) && sections[path.section].cells.indices.contains(path.row)
    }

    // MARK: Loading

    open func reloadData() {
        isStale = true
        selectedPaths = []
        setNeedsLayout()
    }

    open func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) { rebuild() }
    open func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) { rebuild() }
    open func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) { rebuild() }

    open func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        for path in indexPaths where contains(path) {
            guard let dataSource else { return }
            let old = sections[path.section].cells[path.row]
            recycle(old)
            let new = dataSource.tableView(self, cellForRowAt: path)
            sections[path.section].cells[path.row] = new
            install(new)
        }
        setNeedsLayout()
    }

    open func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        guard !isStale, let dataSource else { return }
        selectedPaths = selectedPaths.map { path in moved(path, indexPaths.filter { $0 <= path }.count) }
        for path in indexPaths.sorted() where sections.indices.contains(path.section) {
            let cell = dataSource.tableView(self, cellForRowAt: path)
            let row = min(path.row, sections[path.section].cells.count)
            sections[path.section].cells.insert(cell, at: row)
            install(cell)
        }
        checkCount()
    }

    open func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
        guard !isStale else { return }
        selectedPaths = selectedPaths.filter { !indexPaths.contains($0) }
            .map { path in moved(path, -indexPaths.filter { $0 < path }.count) }
        for path in indexPaths.sorted().reversed() where contains(path) {
            recycle(sections[path.section].cells.remove(at: path.row))
        }
        checkCount()
    }

    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        guard !isStale, contains(indexPath), sections.indices.contains(newIndexPath.section) else { return }
        let cell = sections[indexPath.section].cells.remove(at: indexPath.row)
        let row = min(newIndexPath.row, sections[newIndexPath.section].cells.count)
        sections[newIndexPath.section].cells.insert(cell, at: row)
        setNeedsLayout()
    }

    private var updates = 0

    open func beginUpdates() { updates += 1 }

    open func endUpdates() {
        updates = max(0, updates - 1)
        checkCount()
    }

    open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        beginUpdates()
        updates?()
        endUpdates()
        completion?(true)
    }

    private func moved(_ path: IndexPath, _ rows: Int) -> IndexPath {
        IndexPath(row: path.row + rows, section: path.section)
    }

    /// Traps if the number of rows differs from that of the data source after an update, as UIKit does.
    private func checkCount() {
        setNeedsLayout()
        guard updates == 0, let dataSource, !isStale else { return }
        for (index, section) in sections.enumerated() {
            let expected = dataSource.tableView(self, numberOfRowsInSection: index)
            precondition(
                expected == section.cells.count,
                "section \(index) has \(section.cells.count) rows after the update; the data source has \(expected)"
            )
        }
    }

    private func rebuild() {
        isStale = true
        setNeedsLayout()
    }

    private func loadIfStale() {
        guard isStale, let dataSource else { return }
        isStale = false
        for section in sections {
            section.header?.removeFromSuperview()
            for cell in section.cells { recycle(cell) }
        }
        sections = (0..<dataSource.numberOfSections(in: self)).map { index in
            let rows = dataSource.tableView(self, numberOfRowsInSection: index)
            let title = dataSource.tableView(self, titleForHeaderInSection: index)
            return Section(
                title: title,
                header: delegate?.tableView(self, viewForHeaderInSection: index) ?? title.map(Self.header),
                cells: (0..<rows).map { dataSource.tableView(self, cellForRowAt: IndexPath(row: $0, section: index)) }
            )
        }
        for section in sections {
            if let header = section.header { addSubview(header) }
            for cell in section.cells { install(cell) }
        }
        setNeedsLayout()
    }

    private static func header(_ title: String) -> UIView {
        let label = UILabel()
        label.text = title
        label.font = .systemFont(ofSize: 13, weight: .semibold)
        label.textColor = .secondaryLabel
        label.accessibilityTraits = .header
        return label
    }

    private func install(_ cell: UITableViewCell) {
        cell.table = self
        addSubview(cell)
        if let path = indexPath(for: cell) {
            cell.isSelected = selectedPaths.contains(path)
            delegate?.tableView(self, willDisplay: cell, forRowAt: path)
        }
    }

    private func recycle(_ cell: UITableViewCell) {
        cell.removeFromSuperview()
        cell.table = nil
        if let identifier = cell.reuseIdentifier { reusableCells[identifier, default: []].append(cell) }
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        old?.removeFromSuperview()
        if let new { addSubview(new) }
        setNeedsLayout()
    }

    // MARK: Selection

    open var indexPathForSelectedRow: IndexPath? { selectedPaths.first }
    open var indexPathsForSelectedRows: [IndexPath]? { selectedPaths.isEmpty ? nil : selectedPaths }

    /// Selects a row without notifying the delegate, which is notified of selections by the user only.
    open func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: UITableView.ScrollPosition) {
        if !allowsMultipleSelection { for path in selectedPaths { deselectRow(at: path, animated: false) } }
        guard let indexPath, contains(indexPath) else { return }
        selectedPaths.append(indexPath)
        cellForRow(at: indexPath)?.setSelected(true, animated: animated)
    }

    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selectedPaths.removeAll { $0 == indexPath }
        cellForRow(at: indexPath)?.setSelected(false, animated: animated)
    }

    open func scrollToRow(at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool) {
        scrollRectToVisible(rectForRow(at: indexPath), animated: animated)
    }

    /// Selects a row on behalf of the user: asks and notifies the delegate.
    package func choose(_ cell: UITableViewCell) {
        guard allowsSelection, cell.isUserInteractionEnabled, var path = indexPath(for: cell) else { return }
        if let delegate {
            guard let allowed = delegate.tableView(self, willSelectRowAt: path) else { return }
            path = allowed
        }
        let before = selectedPaths
        selectRow(at: path, animated: true, scrollPosition: .none)
        if !allowsMultipleSelection {
            for old in before where old != path { delegate?.tableView(self, didDeselectRowAt: old) }
        }
        delegate?.tableView(self, didSelectRowAt: path)
    }

    // MARK: Layout

    open override func layoutSubviews() {
        super.layoutSubviews()
        loadIfStale()
        var y: CGFloat = 0
        let margin: CGFloat = style == .insetGrouped ? 16 : 0
        func place(_ view: UIView?, _ height: CGFloat, inset: CGFloat = 0) {
            guard let view else { return }
            view.frame = CGRect(x: inset, y: y, width: bounds.width - inset * 2, height: height)
            y += height
        }
        place(tableHeaderView, tableHeaderView?.frame.height ?? 0)
        for (index, section) in sections.enumerated() {
            if let header = section.header {
                let own = delegate?.tableView(self, heightForHeaderInSection: index) ?? sectionHeaderHeight
                place(header, own >= 0 ? own : 38, inset: header is UILabel ? margin + 16 : margin)
            }
            for (row, cell) in section.cells.enumerated() {
                place(cell, height(of: cell, IndexPath(row: row, section: index)), inset: margin)
            }
        }
        place(tableFooterView, tableFooterView?.frame.height ?? 0)
        contentSize = CGSize(width: bounds.width, height: y)
    }

    private func height(of cell: UITableViewCell, _ path: IndexPath) -> CGFloat {
        let own = delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
        if own >= 0 { return own }
        return max(44, cell.fittingHeight(bounds.width))
    }
}
#endif

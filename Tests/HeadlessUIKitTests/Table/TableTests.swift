// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Tables")
struct TableTests {
    final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate {
        var names: [String]
        var asked = 0
        var chosen: [Int] = []

        init(_ names: [String]) {
            self.names = names
            super.init()
        }

        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }

        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            asked += 1
            let cell =
                tableView.dequeueReusableCell(withIdentifier: "row")
                ?? UITableViewCell(style: .subtitle, reuseIdentifier: "row")
            cell.textLabel?.text = names[indexPath.row]
            cell.detailTextLabel?.text = "Casting \(indexPath.row)"
            return cell
        }

        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) { chosen.append(indexPath.row) }
    }

    private func texts(_ table: UITableView) -> [String?] { table.visibleCells.map { $0.textLabel?.text } }

    @Test("Rows are inserted, deleted and moved, and remaining rows keep their cells")
    func updates() {
        let rows = Rows(["Den", "Kitchen"])
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 400))
        (table.dataSource, table.delegate) = (rows, rows)
        table.layoutIfNeeded()
        #expect(texts(table) == ["Den", "Kitchen"])
        let kitchen = table.cellForRow(at: IndexPath(row: 1, section: 0))
        rows.names = ["Attic", "Den", "Kitchen"]
        table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .automatic)
        #expect(texts(table) == ["Attic", "Den", "Kitchen"])
        #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) === kitchen)
        #expect(rows.asked == 3)
        rows.names = ["Kitchen", "Attic"]
        table.performBatchUpdates {
            table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
            table.moveRow(at: IndexPath(row: 1, section: 0), to: IndexPath(row: 0, section: 0))
        }
        #expect(texts(table) == ["Kitchen", "Attic"])
        rows.names = []
        table.reloadData()
        #expect(table.numberOfRows(inSection: 0) == 0)
    }

    @Test("A tap selects a row and notifies the delegate; selection by the program does not notify it")
    func selection() {
        let rows = Rows(["Den", "Kitchen"])
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 400))
        (table.dataSource, table.delegate) = (rows, rows)
        let controller = UIViewController()
        controller.view.addSubview(table)
        let window = show(controller)
        table.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
        #expect(rows.chosen == [])
        if let cell = table.cellForRow(at: IndexPath(row: 1, section: 0)) { window.tap(cell) }
        #expect(rows.chosen == [1])
        #expect(table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
        #expect(table.cellForRow(at: IndexPath(row: 0, section: 0))?.isSelected == false)
        #expect(table.cellForRow(at: IndexPath(row: 1, section: 0))?.accessibilityLabel == "Kitchen, Casting 1")
        #expect(
            table.rectForRow(at: IndexPath(row: 1, section: 0)).minY
                == table.rectForRow(at: IndexPath(row: 0, section: 0)).maxY
        )
    }
}
#endif

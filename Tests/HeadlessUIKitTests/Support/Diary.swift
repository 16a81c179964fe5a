// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit

/// A log of method calls.
@MainActor
final class Diary {
    private(set) var entries: [String] = []

    func write(_ entry: String) { entries.append(entry) }

    func read() -> [String] {
        defer { entries = [] }
        return entries
    }
}

/// A view controller that logs its lifecycle methods.
class DiaryController: UIViewController {
    let name: String
    let diary: Diary

    init(_ name: String, _ diary: Diary) {
        self.name = name
        self.diary = diary
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        diary.write("\(name) loaded")
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        diary.write("\(name) will appear")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        diary.write("\(name) did appear")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        diary.write("\(name) will disappear")
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        diary.write("\(name) did disappear")
    }

    override func willMove(toParent parent: UIViewController?) {
        super.willMove(toParent: parent)
        diary.write("\(name) will move to \(Self.word(parent))")
    }

    override func didMove(toParent parent: UIViewController?) {
        super.didMove(toParent: parent)
        diary.write("\(name) did move to \(Self.word(parent))")
    }

    private static func word(_ parent: UIViewController?) -> String {
        parent.map { ($0 as? DiaryController)?.name ?? "\(type(of: $0))" } ?? "nil"
    }
}

/// Shows a window with a root view controller.
@MainActor
func show(_ controller: UIViewController) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    window.rootViewController = controller
    window.makeKeyAndVisible()
    return window
}
#endif

// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import Testing

/// Tests that apps can subclass views and view controllers as with UIKit, in every Swift language mode.
@Suite("Subclasses in apps")
struct SubclassTests {
    @Test("Code that compiles with UIKit compiles without warnings", arguments: ["5", "6"])
    func compiles(_ mode: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "subclass-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "main.swift")
        try Data(Self.program.utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let products = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
        process.arguments = [
            "swiftc", "-typecheck", "-swift-version", mode, "-strict-concurrency=complete", "-I",
            products.appending(path: "Modules").path, file.path,
        ]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(output)")
        #expect(!output.contains("warning:"), "\(output)")
    }

    private static let program = """
        import Foundation
        import HeadlessUIKit

        final class Badge: UIView {
            private let label = UILabel()
            private var height: NSLayoutConstraint! = NSLayoutConstraint()
            override init(frame: CGRect) {
                super.init(frame: frame)
                build()
            }
            required init?(coder: NSCoder) {
                super.init(coder: coder)
                build()
            }
            private func build() {
                addSubview(label)
                label.translatesAutoresizingMaskIntoConstraints = false
                height = label.heightAnchor.constraint(equalToConstant: 10)
                NSLayoutConstraint.activate([height, label.centerXAnchor.constraint(equalTo: centerXAnchor)])
            }
            override func layoutSubviews() {
                super.layoutSubviews()
                label.textColor = tintColor
            }
            override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: 10) }
        }

        final class Named: UIView {
            let name: String
            init(name: String) {
                self.name = name
                super.init(frame: .zero)
                backgroundColor = .systemBackground
            }
            required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
        }

        class RoundButton: UIButton {
            override var isEnabled: Bool { didSet { alpha = isEnabled ? 1 : 0.5 } }
            override init(frame: CGRect) {
                super.init(frame: frame)
                addAction(UIAction { [weak self] _ in self?.tapped() }, for: .touchUpInside)
            }
            required init?(coder: NSCoder) { super.init(coder: coder) }
            func tapped() { setTitle("tapped", for: .normal) }
        }

        final class ListController: UIViewController, UITableViewDataSource, UITableViewDelegate {
            private let badge = Badge()
            private lazy var table = UITableView(frame: .zero, style: .plain)
            let names: [String]
            init(names: [String]) {
                self.names = names
                super.init(nibName: nil, bundle: nil)
                title = "List"
            }
            required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }
            override func viewDidLoad() {
                super.viewDidLoad()
                table.dataSource = self
                table.delegate = self
                view.addSubview(table)
                navigationItem.rightBarButtonItem = UIBarButtonItem(customView: RoundButton(frame: .zero))
                UIView.animate(withDuration: 0.2, animations: { self.view.layoutIfNeeded() })
            }
            override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
            func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { names.count }
            func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
                let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
                cell.textLabel?.text = names[indexPath.row]
                return cell
            }
        }

        class PlainController: UIViewController {
            var container: UIView! = UIView(frame: .zero)
            var bar = UISlider()
        }

        class Delegate: UIResponder, UIApplicationDelegate {
            var window: UIWindow?
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                window = UIWindow(frame: UIScreen.main.bounds)
                window?.rootViewController = UINavigationController(rootViewController: ListController(names: ["a"]))
                window?.makeKeyAndVisible()
                return true
            }
        }

        @MainActor func all() {
            _ = [Badge(), Badge(frame: .zero), Named(name: "n"), RoundButton(type: .system), RoundButton(), UIView()]
            _ = [PlainController(), PlainController(nibName: nil, bundle: nil), UITabBarController()]
            RoundButton.appearance().tintColor = .red
            _ = Delegate()
        }
        """
}
#endif

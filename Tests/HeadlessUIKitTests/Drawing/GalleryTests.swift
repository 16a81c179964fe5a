// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

/// SVG documents of controls. With the environment variable `CAST_PICTURES`, the tests write them to that folder, for
/// the interop suite `widgets`, which renders them in a browser.
@MainActor
@Suite("Gallery")
struct GalleryTests {
    final class Devices: NSObject, UITableViewDataSource {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }

        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
            cell.textLabel?.text = ["Den", "Kitchen <b>&</b>", "\u{05E1}\u{05DC}\u{05D5}\u{05DF}"][indexPath.row]
            cell.detailTextLabel?.text = indexPath.row == 0 ? "Casting Film Night" : nil
            cell.accessoryType = indexPath.row == 1 ? .checkmark : .none
            cell.accessibilityIdentifier = "row-\(indexPath.row)"
            return cell
        }
    }

    private func controls() -> (UIViewController, AnyObject) {
        let controller = UIViewController()
        controller.title = "Controls"
        controller.view.backgroundColor = .systemBackground
        let dot = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { _ in
            UIBezierPath(ovalIn: CGRect(x: 3, y: 3, width: 18, height: 18)).fill()
        }.withRenderingMode(.alwaysTemplate)
        let button = UIButton(type: .system)
        button.setTitle("Stop casting", for: .normal)
        button.setImage(dot, for: .normal)
        let (title, slider, progress, toggle) = (UILabel(), UISlider(), UIProgressView(), UISwitch(frame: .zero))
        title.text = "A title that is long enough to be broken into more than one line of the picture"
        title.numberOfLines = 0
        (slider.value, progress.progress, toggle.isOn) = (0.3, 0.6, true)
        let rates = UISegmentedControl(items: ["1x", "0.5x", "2x"])
        rates.selectedSegmentIndex = 1
        let busy = UIActivityIndicatorView(style: .large)
        busy.startAnimating()
        let devices = Devices()
        let table = UITableView(frame: .zero)
        table.dataSource = devices
        table.heightAnchor.constraint(equalToConstant: 200).isActive = true
        let named: [(String, UIView)] = [
            ("title", title), ("button", button), ("slider", slider), ("progress", progress), ("switch", toggle),
            ("rates", rates), ("busy", busy), ("table", table),
        ]
        let guide = controller.view.safeAreaLayoutGuide
        var top = guide.topAnchor
        for (name, view) in named {
            view.accessibilityIdentifier = name
            view.translatesAutoresizingMaskIntoConstraints = false
            controller.view.addSubview(view)
            NSLayoutConstraint.activate([
                view.topAnchor.constraint(equalTo: top, constant: 16),
                view.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 16),
                view.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -16),
            ])
            top = view.bottomAnchor
        }
        controller.navigationItem.rightBarButtonItem = UIBarButtonItem(customView: UIImageView(image: dot))
        controller.navigationItem.rightBarButtonItem?.customView?.accessibilityIdentifier = "bar-icon"
        return (UINavigationController(rootViewController: controller), devices)
    }

    @Test("Controls in light and dark style", arguments: [UIUserInterfaceStyle.light, .dark])
    func controls(_ style: UIUserInterfaceStyle) throws {
        let (controller, devices) = controls()
        let window = show(controller)
        window.overrideUserInterfaceStyle = style
        let svg = SVGRenderer.render(window)
        for name in ["title", "button", "slider", "progress", "switch", "rates", "busy", "table", "row-2", "bar-icon"] {
            #expect(svg.contains("data-id=\"\(name)\""))
        }
        #expect(svg.contains("Kitchen &lt;b&gt;&amp;&lt;/b&gt;"))
        try save(svg, as: style == .dark ? "controls-dark" : "controls-light")
        withExtendedLifetime(devices) {}
    }

    private func save(_ svg: String, as name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["CAST_PICTURES"] else { return }
        let file = URL(fileURLWithPath: folder).appendingPathComponent("\(name).svg")
        try Data(svg.utf8).write(to: file)
    }
}
#endif

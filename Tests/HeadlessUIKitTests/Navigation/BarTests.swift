// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Bars")
struct BarTests {
    private func buttons(of bar: UIView) -> [UIButton] { bar.subviews.compactMap { $0 as? UIButton } }

    @Test("A visible tab bar shows changes of its items and colors")
    func tabBar() {
        let (first, second) = (UIViewController(), UIViewController())
        (first.title, second.title) = ("Text", "Sound")
        let tabs = UITabBarController()
        tabs.viewControllers = [first, second]
        let window = show(tabs)
        let bar = tabs.tabBar
        first.title = "Subtitles"
        first.tabBarItem.accessibilityLabel = "Subtitle tracks"
        #expect(buttons(of: bar).map(\.currentTitle) == ["Subtitles", "Sound"])
        #expect(buttons(of: bar).first?.accessibilityLabel == "Subtitle tracks")
        let former = second.tabBarItem
        second.tabBarItem = UITabBarItem(title: "Audio", image: nil, tag: 1)
        #expect(buttons(of: bar).map(\.currentTitle) == ["Subtitles", "Audio"])
        former?.title = "Former"
        tabs.selectedIndex = 1
        second.tabBarItem = UITabBarItem(title: "Languages", image: nil, tag: 2)
        #expect(buttons(of: bar).map(\.currentTitle) == ["Subtitles", "Languages"])
        #expect(buttons(of: bar).map(\.isSelected) == [false, true])
        #expect(bar.selectedItem === second.tabBarItem)
        let color = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        bar.unselectedItemTintColor = color
        #expect(buttons(of: bar).first?.tintColor == color)
        bar.barTintColor = color
        window.layoutIfNeeded()
        #expect(bar.backgroundColor == color)
        bar.backgroundColor = .black
        bar.barTintColor = .white
        window.layoutIfNeeded()
        #expect(bar.backgroundColor == .black)
    }

    @Test("A visible navigation bar shows changes of its bar button items")
    func barButtonItems() {
        let controller = UIViewController()
        let item = UIBarButtonItem(title: "Save")
        controller.navigationItem.rightBarButtonItem = item
        let navigation = UINavigationController(rootViewController: controller)
        let window = show(navigation)
        let bar = navigation.navigationBar
        window.layoutIfNeeded()
        let width = buttons(of: bar).first?.bounds.width ?? 0
        let color = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
        item.title = "Save everything"
        item.isEnabled = false
        item.tintColor = color
        item.accessibilityIdentifier = "save"
        window.layoutIfNeeded()
        let shown = buttons(of: bar)
        #expect(shown.map(\.currentTitle) == ["Save everything"])
        #expect(shown.map(\.isEnabled) == [false])
        #expect(shown.first?.tintColor == color)
        #expect(shown.first?.accessibilityIdentifier == "save")
        #expect((shown.first?.bounds.width ?? 0) > width)
        let toggle = UISwitch(frame: .zero)
        item.customView = toggle
        #expect(buttons(of: bar).isEmpty && toggle.superview === bar)
        item.customView = nil
        #expect(buttons(of: bar).map(\.currentTitle) == ["Save everything"] && toggle.superview == nil)
        controller.navigationItem.rightBarButtonItem = nil
        #expect(buttons(of: bar).isEmpty)
    }

    @Test("The back button follows the title of the previous view controller")
    func backButton() {
        let (first, second) = (UIViewController(), UIViewController())
        first.title = "Films"
        let navigation = UINavigationController(rootViewController: first)
        let window = show(navigation)
        navigation.pushViewController(second, animated: false)
        first.title = "Series"
        #expect(buttons(of: navigation.navigationBar).map(\.currentTitle) == ["\u{2039} Series"])
        first.navigationItem.backButtonTitle = "Library"
        #expect(buttons(of: navigation.navigationBar).map(\.currentTitle) == ["\u{2039} Library"])
        _ = window
    }

    @Test("A visible toolbar shows changes of its items")
    func toolbar() {
        let controller = UIViewController()
        let item = UIBarButtonItem(title: "Edit")
        controller.toolbarItems = [item]
        let navigation = UINavigationController(rootViewController: controller)
        navigation.isToolbarHidden = false
        let window = show(navigation)
        let bar: UIView = navigation.toolbar
        item.title = "Done"
        #expect(buttons(of: bar).map(\.currentTitle) == ["Done"])
        controller.toolbarItems = [item, UIBarButtonItem(title: "Share")]
        #expect(buttons(of: bar).map(\.currentTitle) == ["Done", "Share"])
        _ = window
    }
}
#endif

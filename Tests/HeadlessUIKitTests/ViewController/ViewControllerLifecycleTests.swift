// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("View controller lifecycle")
struct ViewControllerLifecycleTests {
    let diary = Diary()

    @Test("A view is loaded once, on first access")
    func loadsLazily() {
        let controller = DiaryController("A", diary)
        #expect(!controller.isViewLoaded)
        #expect(diary.read() == [])
        _ = controller.view
        _ = controller.view
        #expect(controller.isViewLoaded)
        #expect(diary.read() == ["A loaded"])
    }

    @Test("The root view controller of a window appears when the window is shown")
    func rootAppears() {
        let controller = DiaryController("A", diary)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        window.rootViewController = controller
        #expect(diary.read() == [])
        window.makeKeyAndVisible()
        #expect(diary.read() == ["A loaded", "A will appear", "A did appear"])
        #expect(controller.view.frame == window.bounds)
        #expect(window.isKeyWindow)
        window.rootViewController = DiaryController("B", diary)
        #expect(
            diary.read() == [
                "A will disappear", "A did disappear", "B loaded", "B will appear", "B did appear",
            ]
        )
    }

    @Test("A child appears within the appearance transition of its parent")
    func childAppearsWithParent() {
        let (parent, child) = (DiaryController("P", diary), DiaryController("C", diary))
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        #expect(diary.read() == ["C will move to P", "P loaded", "C loaded", "C did move to P"])
        let window = show(parent)
        #expect(diary.read() == ["P will appear", "C will appear", "C did appear", "P did appear"])
        window.isHidden = true
        #expect(diary.read() == ["P will disappear", "C will disappear", "C did disappear", "P did disappear"])
    }

    @Test("A child that is added to a visible parent appears immediately, and disappears when it is removed")
    func childComesAndGoes() {
        let (parent, child) = (DiaryController("P", diary), DiaryController("C", diary))
        let window = show(parent)
        _ = diary.read()
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        #expect(
            diary.read() == ["C will move to P", "C loaded", "C will appear", "C did appear", "C did move to P"]
        )
        #expect(child.view.window === window)
        #expect(child.parent === parent)
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(
            diary.read() == [
                "C will move to nil", "C will disappear", "C did disappear", "C did move to nil",
            ]
        )
        #expect(parent.children.isEmpty)
    }

    @Test("A full-screen presentation removes the view of the presenting view controller until it is dismissed")
    func fullScreen() {
        let (below, above) = (DiaryController("A", diary), DiaryController("B", diary))
        let window = show(below)
        _ = diary.read()
        above.modalPresentationStyle = .fullScreen
        below.present(above, animated: false) { diary.write("presented") }
        #expect(
            diary.read() == [
                "B loaded", "A will disappear", "B will appear", "B did appear", "A did disappear", "presented",
            ]
        )
        #expect(below.presentedViewController === above)
        #expect(above.presentingViewController === below)
        #expect(below.view.window == nil)
        #expect(above.view.window === window)
        above.dismiss(animated: false) { diary.write("dismissed") }
        #expect(
            diary.read() == [
                "B will disappear", "A will appear", "A did appear", "B did disappear", "dismissed",
            ]
        )
        #expect(below.presentedViewController == nil)
        #expect(above.presentingViewController == nil)
        #expect(below.view.window === window)
    }

    @Test("A sheet leaves the presenting view controller visible")
    func sheet() {
        let (below, above) = (DiaryController("A", diary), DiaryController("B", diary))
        let window = show(below)
        _ = diary.read()
        below.present(above, animated: true)
        #expect(diary.read() == ["B loaded", "B will appear", "B did appear"])
        #expect(above.presentationController is UISheetPresentationController)
        below.dismiss(animated: true)
        #expect(diary.read() == ["B will disappear", "B did disappear"])
        #expect(below.view.window === window)
    }

    @Test("A child's outermost container presents on its behalf")
    func childPresents() {
        let (parent, child) = (DiaryController("P", diary), DiaryController("C", diary))
        parent.addChild(child)
        parent.view.addSubview(child.view)
        let window = show(parent)
        let above = UIViewController()
        child.present(above, animated: false)
        #expect(above.presentingViewController === parent)
        #expect(child.presentedViewController === above)
        child.dismiss(animated: false)
        #expect(parent.presentedViewController == nil)
        _ = window
    }

    @Test("A view controller that already presents or is not in a window cannot present")
    func refusesPresentation() {
        let controller = UIViewController()
        let (first, second) = (UIViewController(), UIViewController())
        var completions = 0
        controller.present(first, animated: false) { completions += 1 }
        #expect(controller.presentedViewController == nil)
        let window = show(controller)
        controller.present(first, animated: false) { completions += 1 }
        controller.present(second, animated: false) { completions += 1 }
        #expect(completions == 1)
        #expect(controller.presentedViewController === first)
        first.present(second, animated: false)
        controller.dismiss(animated: false)
        #expect(first.presentingViewController == nil)
        #expect(second.presentingViewController == nil)
        #expect(window.subviews.count == 1)
    }

    @Test("Dismissal by the user notifies the delegate and is prevented by isModalInPresentation")
    func dismissedByUser() {
        final class Watcher: NSObject, UIAdaptivePresentationControllerDelegate {
            var calls: [String] = []
            func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
                calls.append("did")
            }
            func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
                calls.append("attempt")
            }
        }
        let (below, above, watcher) = (UIViewController(), UIViewController(), Watcher())
        let window = show(below)
        below.present(above, animated: false)
        let presentation = above.presentationController
        presentation?.delegate = watcher
        above.isModalInPresentation = true
        presentation?.dismissByUser()
        #expect(below.presentedViewController === above)
        above.isModalInPresentation = false
        presentation?.dismissByUser()
        #expect(below.presentedViewController == nil)
        #expect(watcher.calls == ["attempt", "did"])
        _ = window
    }

    @Test("A navigation controller forwards appearance to the old and the new view controller")
    func navigation() {
        let (first, second) = (DiaryController("A", diary), DiaryController("B", diary))
        let navigation = UINavigationController(rootViewController: first)
        #expect(diary.read() == ["A will move to UINavigationController", "A did move to UINavigationController"])
        let window = show(navigation)
        #expect(diary.read() == ["A loaded", "A will appear", "A did appear"])
        second.title = "Second"
        navigation.pushViewController(second, animated: false)
        #expect(
            diary.read() == [
                "B will move to UINavigationController", "A will disappear", "B loaded", "B will appear",
                "A did disappear", "B did appear", "B did move to UINavigationController",
            ]
        )
        #expect(navigation.topViewController === second)
        #expect(second.navigationController === navigation)
        #expect(navigation.navigationBar.topItem?.title == "Second")
        #expect(navigation.popViewController(animated: false) === second)
        #expect(
            diary.read() == [
                "B will move to nil", "B will disappear", "A will appear", "B did disappear", "A did appear",
                "B did move to nil",
            ]
        )
        _ = window
    }

    @Test("A tab bar controller shows one of its children")
    func tabs() {
        let (first, second) = (DiaryController("A", diary), DiaryController("B", diary))
        (first.title, second.title) = ("Text", "Sound")
        let tabs = UITabBarController()
        tabs.viewControllers = [first, second]
        let window = show(tabs)
        #expect(first.view.window === window)
        #expect(!second.isViewLoaded)
        #expect(tabs.tabBar.items?.map(\.title) == ["Text", "Sound"])
        _ = diary.read()
        tabs.selectedIndex = 1
        #expect(
            diary.read() == ["A will disappear", "B loaded", "B will appear", "A did disappear", "B did appear"]
        )
        #expect(first.view.window == nil)
        #expect(tabs.selectedViewController === second)
    }
}
#endif

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("The life of a view controller")
struct LifeCycleTests {
    let diary = Diary()

    @Test("A view is loaded when it is first asked for, and once")
    func loadsLazily() {
        let controller = DiaryController("A", diary)
        #expect(!controller.isViewLoaded)
        #expect(diary.read() == [])
        _ = controller.view
        _ = controller.view
        #expect(controller.isViewLoaded)
        #expect(diary.read() == ["A loaded"])
    }

    @Test("The root of a window appears when the window is shown")
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

    @Test("A child in the tree appears with its parent, after it begins and before it ends")
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

    @Test("A child that is added to a parent in sight appears at once, and goes when it is taken out")
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
                "C will move to nobody", "C will disappear", "C did disappear", "C did move to nobody",
            ]
        )
        #expect(parent.children.isEmpty)
    }

    @Test("A full-screen presentation hides who presents, and brings it back")
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

    @Test("A sheet leaves who presents in sight")
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

    @Test("A child's presentation is its outermost container's")
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

    @Test("What already presents, or is in no window, presents nothing more")
    func refusesPresentation() {
        let controller = UIViewController()
        let (first, second) = (UIViewController(), UIViewController())
        var told = 0
        controller.present(first, animated: false) { told += 1 }
        #expect(controller.presentedViewController == nil)
        let window = show(controller)
        controller.present(first, animated: false) { told += 1 }
        controller.present(second, animated: false) { told += 1 }
        #expect(told == 1)
        #expect(controller.presentedViewController === first)
        first.present(second, animated: false)
        controller.dismiss(animated: false)
        #expect(first.presentingViewController == nil)
        #expect(second.presentingViewController == nil)
        #expect(window.subviews.count == 1)
    }

    @Test("A person who draws a sheet down is told of to its delegate; one that must stay stays")
    func dismissedByPerson() {
        final class Watcher: NSObject, UIAdaptivePresentationControllerDelegate {
            var told: [String] = []
            func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
                told.append("did")
            }
            func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
                told.append("attempt")
            }
        }
        let (below, above, watcher) = (UIViewController(), UIViewController(), Watcher())
        let window = show(below)
        below.present(above, animated: false)
        let presentation = above.presentationController
        presentation?.delegate = watcher
        above.isModalInPresentation = true
        presentation?.dismissByPerson()
        #expect(below.presentedViewController === above)
        above.isModalInPresentation = false
        presentation?.dismissByPerson()
        #expect(below.presentedViewController == nil)
        #expect(watcher.told == ["attempt", "did"])
        _ = window
    }

    @Test("A navigation controller tells the old and the new one in turn")
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
                "B will move to nobody", "B will disappear", "A will appear", "B did disappear", "A did appear",
                "B did move to nobody",
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

// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Layout with constraints")
struct LayoutTests {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))

    private func add(_ view: UIView = UIView(), to parent: UIView? = nil) -> UIView {
        view.translatesAutoresizingMaskIntoConstraints = false
        (parent ?? root).addSubview(view)
        return view
    }

    @Test("Edges with constants")
    func edges() {
        let view = add()
        NSLayoutConstraint.activate([
            view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
            view.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -20),
            view.topAnchor.constraint(equalTo: root.topAnchor, constant: 5),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor),
        ])
        root.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 10, y: 5, width: 270, height: 195))
        root.frame.size.width = 400
        root.layoutIfNeeded()
        #expect(view.frame.width == 370)
    }

    @Test("Center, fixed size and multiplier")
    func middles() {
        let (a, b) = (add(), add())
        NSLayoutConstraint.activate([
            a.centerXAnchor.constraint(equalTo: root.centerXAnchor),
            a.centerYAnchor.constraint(equalTo: root.centerYAnchor),
            a.widthAnchor.constraint(equalToConstant: 48),
            a.heightAnchor.constraint(equalTo: a.widthAnchor),
            b.widthAnchor.constraint(equalTo: root.widthAnchor, multiplier: 0.5),
            b.heightAnchor.constraint(equalToConstant: 10),
            b.leftAnchor.constraint(equalTo: a.rightAnchor, constant: 8),
            b.topAnchor.constraint(equalTo: a.topAnchor),
        ])
        root.layoutIfNeeded()
        #expect(a.frame == CGRect(x: 126, y: 76, width: 48, height: 48))
        #expect(b.frame == CGRect(x: 182, y: 76, width: 150, height: 10))
    }

    @Test("In a right-to-left layout, leading is on the right")
    func rightToLeft() {
        root.semanticContentAttribute = .forceRightToLeft
        let view = add()
        view.semanticContentAttribute = .forceRightToLeft
        NSLayoutConstraint.activate([
            view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 16),
            view.widthAnchor.constraint(equalToConstant: 50),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.heightAnchor.constraint(equalToConstant: 10),
        ])
        root.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 234, y: 0, width: 50, height: 10))
    }

    @Test("A constraint with lower priority yields, and an inequality applies when it would be violated")
    func priorities() {
        let view = add()
        let width = view.widthAnchor.constraint(equalToConstant: 500)
        width.priority = .defaultLow
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.rightAnchor.constraint(lessThanOrEqualTo: root.rightAnchor, constant: -10),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.heightAnchor.constraint(greaterThanOrEqualToConstant: 30),
            width,
        ])
        root.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 0, y: 0, width: 290, height: 30))
        width.constant = 100
        root.layoutIfNeeded()
        #expect(view.frame.width == 100)
    }

    @Test("Changing a constant changes the layout; inactive constraints have no effect")
    func constants() {
        let view = add()
        let height = view.heightAnchor.constraint(equalToConstant: 64)
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: root.leftAnchor),
            view.rightAnchor.constraint(equalTo: root.rightAnchor),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor), height,
        ])
        root.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 0, y: 136, width: 300, height: 64))
        height.constant = 0
        root.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 0, y: 200, width: 300, height: 0))
        height.isActive = false
        #expect(!height.isActive)
        #expect(!root.constraints.contains(height))
        #expect(NSLayoutConstraint().isActive == false)
    }

    @Test("A label has the size of its text and is compressed by required constraints")
    func labels() {
        let label = UILabel()
        label.text = "A title that is much too long for the room that there is in this row of the dialog"
        _ = add(label)
        let button = add()
        NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            label.topAnchor.constraint(equalTo: root.topAnchor),
            button.leadingAnchor.constraint(equalTo: label.trailingAnchor, constant: 8),
            button.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            button.widthAnchor.constraint(equalToConstant: 44),
        ])
        root.layoutIfNeeded()
        #expect(label.frame.width == 248)
        #expect(button.frame.minX == 256)
        #expect(label.frame.height == label.intrinsicContentSize.height)
        label.numberOfLines = 0
        root.layoutIfNeeded()
        #expect(label.frame.height >= label.font.lineHeight * 3)
    }

    @Test("Text that exceeds its lines ends with an ellipsis and is wrapped between words")
    func wrapping() {
        let font = UIFont.systemFont(ofSize: 10)
        let lines = TextMeasure.lines("one two three four five six", font, width: 50, atMost: 2)
        #expect(lines.count == 2)
        #expect(lines.last?.hasSuffix("\u{2026}") == true)
        #expect(lines.allSatisfy { TextMeasure.width($0, font) <= 51 })
    }

    @Test("The safe area layout guide excludes bars")
    func guides() {
        let controller = UIViewController()
        let navigation = UINavigationController(rootViewController: controller)
        let window = show(navigation)
        let view = add(UIView(), to: controller.view)
        let guide = controller.view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            view.topAnchor.constraint(equalTo: guide.topAnchor),
            view.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
            view.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
        ])
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 0, y: 44, width: 390, height: 800))
        navigation.setNavigationBarHidden(true, animated: false)
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 0, y: 0, width: 390, height: 844))
    }

    @Test("In a window, a requested layout is performed asynchronously")
    func asynchronousLayout() async {
        final class Counter: UIView {
            var layouts = 0
            override func layoutSubviews() {
                super.layoutSubviews()
                layouts += 1
            }
        }
        let controller = UIViewController()
        let counter = Counter()
        controller.view.addSubview(counter)
        let window = show(controller)
        let before = counter.layouts
        counter.setNeedsLayout()
        counter.setNeedsLayout()
        #expect(counter.layouts == before)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(counter.layouts == before + 1)
        _ = window
    }

    @Test("A view that moves to another superview leaves its constraints")
    func moving() {
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        let former = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
        let other = UIView(frame: CGRect(x: 0, y: 100, width: 200, height: 100))
        root.addSubview(former)
        root.addSubview(other)
        let view = UIView(frame: .zero)
        view.translatesAutoresizingMaskIntoConstraints = false
        former.addSubview(view)
        view.leadingAnchor.constraint(equalTo: former.leadingAnchor, constant: 20).isActive = true
        root.layoutIfNeeded()
        #expect(view.frame.minX == 20)
        other.addSubview(view)
        view.translatesAutoresizingMaskIntoConstraints = true
        view.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
        former.setNeedsLayout()
        root.layoutIfNeeded()
        #expect(former.constraints.isEmpty)
        #expect(view.frame == CGRect(x: 5, y: 5, width: 10, height: 10))
        #expect(view.superview === other && former.subviews.isEmpty)
    }
}
#endif

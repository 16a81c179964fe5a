// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Controls")
struct ControlTests {
    private func image(_ width: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: width)).image {
            $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
    }

    @Test("Actions are performed for their events, in order, until they are removed")
    func actions() {
        let control = UIControl(frame: .zero)
        var done: [String] = []
        let first = UIAction { _ in done.append("first") }
        control.addAction(first, for: .touchUpInside)
        control.addAction(
            UIAction { action in done.append(action.sender as? UIControl === control ? "second" : "?") },
            for: [.touchUpInside, .valueChanged]
        )
        control.sendActions(for: .touchUpInside)
        #expect(done == ["first", "second"])
        control.sendActions(for: .valueChanged)
        #expect(done == ["first", "second", "second"])
        control.removeAction(first, for: .touchUpInside)
        control.sendActions(for: .touchUpInside)
        #expect(done.count == 4)
        #expect(control.allControlEvents == [.touchUpInside, .valueChanged])
    }

    @Test("An action replaces one with the same identifier")
    func namedActions() {
        let control = UIControl(frame: .zero)
        var done = 0
        for step in [1, 10] {
            control.addAction(
                UIAction(identifier: UIAction.Identifier("name")) { _ in done += step },
                for: .valueChanged
            )
        }
        control.sendActions(for: .valueChanged)
        #expect(done == 10)
    }

    @Test("A button shows the content of its state or, if there is none, of the normal state")
    func buttonStates() {
        let button = UIButton(type: .custom)
        let (normal, selected) = (image(10), image(20))
        button.setImage(normal, for: .normal)
        button.setImage(selected, for: .selected)
        button.setTitle("Play", for: .normal)
        #expect(button.currentImage === normal)
        button.isSelected = true
        #expect(button.currentImage === selected)
        #expect(button.imageView?.image === selected)
        #expect(button.currentTitle == "Play")
        button.isEnabled = false
        #expect(button.state == [.selected, .disabled])
        #expect(button.currentImage === normal)
        #expect(button.accessibilityTraits.contains([.button, .notEnabled, .selected]))
        #expect(button.accessibilityLabel == "Play")
    }

    @Test("A tap on an enabled button performs its actions; a drag outside or a disabled button does not")
    func taps() {
        let controller = UIViewController()
        let window = show(controller)
        var taps = 0
        let button = UIButton(
            frame: CGRect(x: 10, y: 100, width: 44, height: 44),
            primaryAction: UIAction { _ in taps += 1 }
        )
        controller.view.addSubview(button)
        window.tap(button)
        #expect(taps == 1)
        window.touch([CGPoint(x: 20, y: 110), CGPoint(x: 200, y: 300)])
        #expect(taps == 1)
        button.isEnabled = false
        window.tap(button)
        #expect(taps == 1)
    }

    @Test("A slider's value is clamped to its range")
    func sliderClamps() {
        let slider = UISlider(frame: .zero)
        slider.value = 3
        #expect(slider.value == 1)
        slider.value = -1
        #expect(slider.value == 0)
        slider.maximumValue = 100
        slider.setValue(80, animated: true)
        slider.maximumValue = 50
        #expect(slider.value == 50)
        slider.minimumValue = 60
        #expect(slider.value == 60)
        slider.value = .nan
        #expect(slider.value == 60)
    }

    @Test("A drag moves the thumb and sends actions at each move or only at the end")
    func sliderDrags() {
        let controller = UIViewController()
        let window = show(controller)
        let slider = UISlider(frame: CGRect(x: 50, y: 100, width: 204, height: 34))
        controller.view.addSubview(slider)
        var values: [Float] = []
        var touches: [String] = []
        slider.addAction(UIAction { _ in values.append(slider.value) }, for: .valueChanged)
        slider.addAction(UIAction { _ in touches.append("down") }, for: .touchDown)
        slider.addAction(UIAction { _ in touches.append("up") }, for: [.touchUpInside, .touchUpOutside])
        let start = CGPoint(x: 66, y: 117)
        window.touch([start, CGPoint(x: 152, y: 117), CGPoint(x: 238, y: 117)])
        #expect(values == [0.5, 1, 1])
        #expect(touches == ["down", "up"])
        slider.value = 0
        slider.isContinuous = false
        values = []
        window.touch([start, CGPoint(x: 152, y: 117)])
        #expect(values == [0.5])
        // A touch outside the thumb has no effect.
        values = []
        touches = []
        window.touch([CGPoint(x: 230, y: 117), CGPoint(x: 60, y: 117)])
        #expect(values.isEmpty && touches.isEmpty)
        #expect(slider.value == 0.5)
        #expect(slider.accessibilityValue == "50%")
    }

    @Test("A tap toggles a switch and sends an action; setting it sends none")
    func switches() {
        let controller = UIViewController()
        let window = show(controller)
        let toggle = UISwitch(frame: CGRect(x: 10, y: 100, width: 0, height: 0))
        controller.view.addSubview(toggle)
        var changes = 0
        toggle.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
        toggle.setOn(true, animated: false)
        #expect(changes == 0)
        window.tap(toggle)
        #expect(!toggle.isOn)
        #expect(changes == 1)
    }

    @Test("A tap selects an enabled segment")
    func segments() {
        let controller = UIViewController()
        let window = show(controller)
        let control = UISegmentedControl(items: ["1x", "0.5x", "2x"])
        control.frame = CGRect(x: 30, y: 100, width: 300, height: 32)
        controller.view.addSubview(control)
        var chosen: [Int] = []
        control.addAction(UIAction { _ in chosen.append(control.selectedSegmentIndex) }, for: .valueChanged)
        control.selectedSegmentIndex = 0
        window.touch([CGPoint(x: 300, y: 116)])
        #expect(chosen == [2])
        control.setEnabled(false, forSegmentAt: 1)
        window.touch([CGPoint(x: 180, y: 116)])
        #expect(control.selectedSegmentIndex == 2)
        control.selectedSegmentIndex = 7
        #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    }

    @Test("Progress is clamped, and an activity indicator is hidden when it stops")
    func progress() {
        let view = UIProgressView(progressViewStyle: .default)
        view.progress = 1.5
        #expect(view.progress == 1)
        let indicator = UIActivityIndicatorView(style: .large)
        #expect(indicator.isHidden)
        indicator.startAnimating()
        #expect(!indicator.isHidden && indicator.isAnimating)
        indicator.stopAnimating()
        #expect(indicator.isHidden && !indicator.isAnimating)
    }

    @Test("The application bits are disjoint from other states")
    func states() {
        #expect(UIControl.State.application.rawValue == 0x00FF_0000)
        #expect(
            UIControl.State.application.isDisjoint(with: [.highlighted, .disabled, .selected, .focused, .reserved])
        )
    }
}
#endif

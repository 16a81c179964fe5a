// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A control with several segments, one of which is selected.
@preconcurrency
@MainActor
open class UISegmentedControl: UIControl {
    private struct Segment {
        var title: String?
        var image: UIImage?
        var action: UIAction?
        var isEnabled = true
        var width: CGFloat = 0
    }

    public class var noSegment: Int { -1 }

    private var segments: [Segment] = []
    private var selectedIndex = -1
    open var isMomentary = false
    open var apportionsSegmentWidthsByContent = false
    open var selectedSegmentTintColor: UIColor?

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates segments from titles (`String`), images (`UIImage`) and actions (``UIAction``). Other items are ignored.
    public init(items: [Any]?) {
        super.init(frame: .zero)
        for item in items ?? [] {
            switch item {
            case let title as String: segments.append(Segment(title: title))
            case let image as UIImage: segments.append(Segment(image: image))
            case let action as UIAction:
                segments.append(Segment(title: action.title, image: action.image, action: action))
            default: continue
            }
        }
        frame.size = intrinsicContentSize
    }

    public convenience init(frame: CGRect, actions: [UIAction]) {
        self.init(items: actions)
        if frame != .zero { self.frame = frame }
    }

    open var numberOfSegments: Int { segments.count }

    /// The index of the selected segment; -1 if none is selected. Setting it sends no action.
    open var selectedSegmentIndex: Int {
        get { selectedIndex }
        set { selectedIndex = segments.indices.contains(newValue) ? newValue : Self.noSegment }
    }

    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(Segment(title: title), segment)
    }

    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(Segment(image: image), segment)
    }

    open func insertSegment(action: UIAction, at segment: Int, animated: Bool) {
        insert(Segment(title: action.title, image: action.image, action: action), segment)
    }

    private func insert(_ segment: Segment, _ index: Int) {
        let index = max(0, min(index, segments.count))
        segments.insert(segment, at: index)
        if selectedIndex >= index { selectedIndex += 1 }
        invalidateIntrinsicContentSize()
    }

    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment)
        if selectedIndex == segment {
            selectedIndex = Self.noSegment
        } else if selectedIndex > segment {
            selectedIndex -= 1
        }
        invalidateIntrinsicContentSize()
    }

    open func removeAllSegments() {
        segments = []
        selectedIndex = Self.noSegment
        invalidateIntrinsicContentSize()
    }

    open func setTitle(_ title: String?, forSegmentAt segment: Int) { change(segment) { $0.title = title } }
    open func titleForSegment(at segment: Int) -> String? { existingSegment(segment)?.title }
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) { change(segment) { $0.image = image } }
    open func imageForSegment(at segment: Int) -> UIImage? { existingSegment(segment)?.image }
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        change(segment) {
            $0.action = action
            $0.title = action.title
            $0.image = action.image
        }
    }
    open func actionForSegment(at segment: Int) -> UIAction? { existingSegment(segment)?.action }
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) { change(segment) { $0.width = width } }
    open func widthForSegment(at segment: Int) -> CGFloat { existingSegment(segment)?.width ?? 0 }
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.isEnabled = enabled } }
    open func isEnabledForSegment(at segment: Int) -> Bool { existingSegment(segment)?.isEnabled ?? false }

    private func existingSegment(_ index: Int) -> Segment? { segments.indices.contains(index) ? segments[index] : nil }

    private func change(_ index: Int, _ body: (inout Segment) -> Void) {
        guard segments.indices.contains(index) else { return }
        body(&segments[index])
        invalidateIntrinsicContentSize()
    }

    open override var intrinsicContentSize: CGSize {
        let font = UIFont.systemFont(ofSize: 13)
        let widest = segments.map { segment in
            segment.image?.size.width ?? TextMeasure.width(segment.title ?? "", font)
        }.max()
        return CGSize(width: ((widest ?? 0) + 20) * CGFloat(segments.count), height: 32)
    }

    override func touchDidEndInside() { sendActions(for: .primaryActionTriggered) }

    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        guard let touch, bounds.width > 0, !segments.isEmpty else { return }
        let location = touch.location(in: self)
        guard bounds.contains(location) else { return }
        var index = Int(location.x / bounds.width * CGFloat(segments.count))
        if effectiveUserInterfaceLayoutDirection == .rightToLeft { index = segments.count - 1 - index }
        guard segments.indices.contains(index), segments[index].isEnabled, index != selectedIndex || isMomentary else {
            return
        }
        selectedIndex = index
        segments[index].action?.perform(sender: self)
        sendActions(for: .valueChanged)
        if isMomentary { selectedIndex = Self.noSegment }
    }
}
#endif

#if !canImport(UIKit)
public import Foundation

/// A row of parts of which one is chosen.
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
    private var chosen = -1
    open var isMomentary = false
    open var apportionsSegmentWidthsByContent = false
    open var selectedSegmentTintColor: UIColor?

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Parts with titles (`String`) and images (`UIImage`).
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

    /// The number of the chosen part; -1 for none. Setting it sends no action.
    open var selectedSegmentIndex: Int {
        get { chosen }
        set { chosen = segments.indices.contains(newValue) ? newValue : Self.noSegment }
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

    private func insert(_ segment: Segment, _ place: Int) {
        let place = max(0, min(place, segments.count))
        segments.insert(segment, at: place)
        if chosen >= place { chosen += 1 }
        invalidateIntrinsicContentSize()
    }

    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment)
        if chosen == segment { chosen = Self.noSegment } else if chosen > segment { chosen -= 1 }
        invalidateIntrinsicContentSize()
    }

    open func removeAllSegments() {
        segments = []
        chosen = Self.noSegment
        invalidateIntrinsicContentSize()
    }

    open func setTitle(_ title: String?, forSegmentAt segment: Int) { change(segment) { $0.title = title } }
    open func titleForSegment(at segment: Int) -> String? { part(segment)?.title }
    open func setImage(_ image: UIImage?, forSegmentAt segment: Int) { change(segment) { $0.image = image } }
    open func imageForSegment(at segment: Int) -> UIImage? { part(segment)?.image }
    open func setAction(_ action: UIAction, forSegmentAt segment: Int) {
        change(segment) {
            $0.action = action
            $0.title = action.title
            $0.image = action.image
        }
    }
    open func actionForSegment(at segment: Int) -> UIAction? { part(segment)?.action }
    open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) { change(segment) { $0.width = width } }
    open func widthForSegment(at segment: Int) -> CGFloat { part(segment)?.width ?? 0 }
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) { change(segment) { $0.isEnabled = enabled } }
    open func isEnabledForSegment(at segment: Int) -> Bool { part(segment)?.isEnabled ?? false }

    private func part(_ index: Int) -> Segment? { segments.indices.contains(index) ? segments[index] : nil }

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
        let place = touch.location(in: self)
        guard bounds.contains(place) else { return }
        var index = Int(place.x / bounds.width * CGFloat(segments.count))
        if effectiveUserInterfaceLayoutDirection == .rightToLeft { index = segments.count - 1 - index }
        guard segments.indices.contains(index), segments[index].isEnabled, index != chosen || isMomentary else {
            return
        }
        chosen = index
        segments[index].action?.perform(sender: self)
        sendActions(for: .valueChanged)
        if isMomentary { chosen = Self.noSegment }
    }
}
#endif

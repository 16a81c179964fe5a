// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A button with a title, an image, or both.
@preconcurrency
@MainActor
open class UIButton: UIControl {
    /// The predefined appearance of a button.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case infoLight = 3
        case infoDark = 4
        case contactAdd = 5
        case close = 7
    }

    private struct Content {
        var title: String?
        var titleColor: UIColor?
        var shadowColor: UIColor?
        var image: UIImage?
        var backgroundImage: UIImage?
    }

    open private(set) var buttonType = ButtonType.custom
    open var contentEdgeInsets = UIEdgeInsets.zero { didSet { invalidateIntrinsicContentSize() } }
    open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
    open var adjustsImageWhenHighlighted = true
    open var adjustsImageWhenDisabled = true
    open var isPointerInteractionEnabled = false
    private var contents: [UIControl.State: Content] = [:]
    private var shownState = UIControl.State.normal
    private let contentImageView = UIImageView(frame: .zero)
    private let label = UILabel(frame: .zero)

    public override init(frame: CGRect) {
        super.init(frame: frame)
        setUp()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        if coder.allowsKeyedCoding { decodeContent(coder) }
        setUp()
    }

    public convenience init(type buttonType: UIButton.ButtonType) {
        self.init(frame: .zero)
        self.buttonType = buttonType
        update()
    }

    public convenience init(type buttonType: UIButton.ButtonType, primaryAction: UIAction?) {
        self.init(type: buttonType)
        addPrimaryAction(primaryAction)
    }

    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        addPrimaryAction(primaryAction)
    }

    private func addPrimaryAction(_ action: UIAction?) {
        guard let action else { return }
        if !action.title.isEmpty { setTitle(action.title, for: .normal) }
        if let image = action.image { setImage(image, for: .normal) }
        addAction(action, for: .primaryActionTriggered)
    }

    private func setUp() {
        super.accessibilityTraits = .button
        label.font = .systemFont(ofSize: UIFont.buttonFontSize)
        label.textAlignment = .center
        label.isUserInteractionEnabled = false
        contentImageView.isUserInteractionEnabled = false
        contentImageView.contentMode = .scaleAspectFit
        addSubview(contentImageView)
        addSubview(label)
        update()
    }

    /// Encodes the title and the image of the normal state.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        guard coder.allowsKeyedCoding else { return }
        coder.encode(contents[.normal]?.title as NSString?, forKey: "UIButtonTitle")
        coder.encode(contents[.normal]?.image, forKey: "UIButtonImage")
    }

    private func decodeContent(_ coder: NSCoder) {
        // With the default failure policy, an unarchiver traps when a missing key is decoded.
        func value<Value: NSObject & NSCoding>(_ key: String) -> Value? {
            coder.containsValue(forKey: key) ? coder.decodeObject(of: Value.self, forKey: key) : nil
        }
        let title = (value("UIButtonTitle") as NSString?).map { String(describing: $0) }
        let image: UIImage? = value("UIButtonImage")
        if title != nil || image != nil { contents[.normal] = Content(title: title, image: image) }
    }

    // MARK: Content by state

    open func setTitle(_ title: String?, for state: UIControl.State) {
        contents[state, default: Content()].title = title
        update()
    }

    open func setTitleColor(_ color: UIColor?, for state: UIControl.State) {
        contents[state, default: Content()].titleColor = color
        update()
    }

    open func setTitleShadowColor(_ color: UIColor?, for state: UIControl.State) {
        contents[state, default: Content()].shadowColor = color
        update()
    }

    open func setImage(_ image: UIImage?, for state: UIControl.State) {
        contents[state, default: Content()].image = image
        update()
    }

    open func setBackgroundImage(_ image: UIImage?, for state: UIControl.State) {
        contents[state, default: Content()].backgroundImage = image
        update()
    }

    /// The title for a state, or that of the normal state if none was set. The other getters work in the same way.
    open func title(for state: UIControl.State) -> String? { value(\.title, state) }
    open func titleColor(for state: UIControl.State) -> UIColor? { value(\.titleColor, state) }
    open func titleShadowColor(for state: UIControl.State) -> UIColor? { value(\.shadowColor, state) }
    open func image(for state: UIControl.State) -> UIImage? { value(\.image, state) }
    open func backgroundImage(for state: UIControl.State) -> UIImage? { value(\.backgroundImage, state) }

    private func value<Value>(_ path: KeyPath<Content, Value?>, _ state: UIControl.State) -> Value? {
        contents[state]?[keyPath: path] ?? contents[.normal]?[keyPath: path]
    }

    open var currentTitle: String? { title(for: state) }
    open var currentTitleColor: UIColor { titleColor(for: state) ?? (buttonType == .system ? tintColor : .white) }
    open var currentImage: UIImage? { image(for: state) }
    open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }
    open var imageView: UIImageView? { contentImageView }
    open var titleLabel: UILabel? { label }

    override func stateDidChange() { update() }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        update()
    }

    private func update() {
        shownState = state
        contentImageView.image = currentImage
        label.text = currentTitle
        label.textColor = currentTitleColor
        if let shadow = titleShadowColor(for: state) { label.shadowColor = shadow }
        contentImageView.isHidden = currentImage == nil
        label.isHidden = (currentTitle ?? "").isEmpty
        let isDimmed = !isEnabled || isHighlighted
        label.alpha = isDimmed && titleColor(for: state) == nil ? 0.4 : 1
        contentImageView.alpha = isDimmed && contents[state]?.image == nil ? 0.4 : 1
        invalidateIntrinsicContentSize()
    }

    override func touchDidEndInside() { sendActions(for: .primaryActionTriggered) }

    // MARK: Layout

    open override var intrinsicContentSize: CGSize {
        let image = currentImage?.size ?? .zero
        let title = label.isHidden ? .zero : label.intrinsicContentSize
        // A button without content is as high as a title in its font.
        let height = max(image.height, title.height, currentImage == nil ? label.font.lineHeight + 12 : 0)
        let width = image.width + title.width
        return CGSize(
            width: (width == 0 ? 30 : width) + contentEdgeInsets.left + contentEdgeInsets.right,
            height: height + contentEdgeInsets.top + contentEdgeInsets.bottom
        )
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func layoutSubviews() {
        super.layoutSubviews()
        // A subclass with additional states calls `setNeedsLayout()` when they change.
        if state != shownState { update() }
        let area = bounds.inset(by: contentEdgeInsets)
        let image = currentImage?.size ?? .zero
        let title = label.isHidden ? .zero : label.intrinsicContentSize
        let isReversed = effectiveUserInterfaceLayoutDirection == .rightToLeft
        let imageWidth = min(image.width, area.width)
        let titleWidth = min(title.width, max(0, area.width - imageWidth))
        let imageHeight = min(image.height, area.height)
        let free = area.width - imageWidth - titleWidth
        let start: CGFloat =
            switch contentHorizontalAlignment {
            case .center, .fill: free / 2
            case .left: 0
            case .right: free
            case .leading: isReversed ? free : 0
            case .trailing: isReversed ? 0 : free
            }
        let x = area.minX + start
        contentImageView.frame = CGRect(
            x: isReversed ? x + titleWidth : x,
            y: area.midY - imageHeight / 2,
            width: imageWidth,
            height: imageHeight
        ).inset(by: imageEdgeInsets)
        label.frame = CGRect(
            x: isReversed ? x : x + imageWidth,
            y: area.midY - min(title.height, area.height) / 2,
            width: titleWidth,
            height: min(title.height, area.height)
        ).inset(by: titleEdgeInsets)
    }

    // MARK: Accessibility

    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? currentTitle }
        set { super.accessibilityLabel = newValue }
    }
}
#endif

#if !canImport(UIKit)
public import Foundation

/// Shows a picture, or several in turn.
@preconcurrency
@MainActor
open class UIImageView: UIView {
    open var image: UIImage? { didSet { if image !== oldValue { invalidateIntrinsicContentSize() } } }
    open var highlightedImage: UIImage?
    open var isHighlighted = false
    open var animationImages: [UIImage]?
    open var highlightedAnimationImages: [UIImage]?
    /// Seconds for one round; 0 is a thirtieth of a second for each picture.
    open var animationDuration: TimeInterval = 0
    /// 0 is without end.
    open var animationRepeatCount = 0
    open private(set) var isAnimating = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        isUserInteractionEnabled = false
    }

    public init(image: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        isUserInteractionEnabled = false
    }

    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        self.image = image
        self.highlightedImage = highlightedImage
        isUserInteractionEnabled = false
    }

    /// Begins to show ``animationImages`` in turn; without such it does nothing.
    open func startAnimating() { isAnimating = !(animationImages ?? []).isEmpty }

    open func stopAnimating() { isAnimating = false }

    open override var intrinsicContentSize: CGSize {
        image?.size ?? CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? .zero }
}
#endif

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A button with a picture for each of any number of states.
@preconcurrency
@MainActor
open class GCKUIMultistateButton: UIButton {
    private var images: [UInt: UIImage] = [:]
    /// What the button shows in a state without a picture.
    private var normalImage: UIImage?

    /// The state, such as ``GCKUIButtonStatePlay``. Default 0.
    open var buttonState: UInt = 0 {
        didSet { if buttonState != oldValue { showImage() } }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        // Set by an interface file, and not by the method below.
        normalImage = image(for: .normal)
    }

    /// Sets the picture of a state. States without one show the button's ordinary picture.
    open func setImage(_ image: UIImage, forButtonState buttonState: UInt) {
        images[buttonState] = image
        if buttonState == self.buttonState { showImage() }
    }

    open override func setImage(_ image: UIImage?, for state: UIControl.State) {
        guard state == .normal else { return super.setImage(image, for: state) }
        normalImage = image
        showImage()
    }

    private func showImage() { super.setImage(images[buttonState] ?? normalImage, for: .normal) }
}

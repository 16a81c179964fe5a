// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// A button with application-defined states in addition to UIKit's.
@available(*, deprecated, message: "Use GCKUIMultistateButton.")
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIButton)@objcMembers
#endif
open class GCKUIButton: GCKUIMultistateButton {
    /// Additional states within `UIControl.State.application`, such as ``GCKUIControlStatePlay``. Other bits are
    /// ignored.
    open var applicationState: UIControl.State = .normal {
        didSet { if applicationState != oldValue { setNeedsLayout() } }
    }

    /// The state, such as ``GCKUIButtonStatePlay``. Setting it also sets ``applicationState``, so that images set for
    /// either are shown.
    open override var buttonState: UInt {
        didSet { applicationState = Self.applicationStates[buttonState] ?? .normal }
    }

    private static let applicationStates: [UInt: UIControl.State] = [
        GCKUIButtonStateRepeatOff: GCKUIControlStateRepeatOff,
        GCKUIButtonStateRepeatAll: GCKUIControlStateRepeatAll,
        GCKUIButtonStateRepeatSingle: GCKUIControlStateRepeatSingle,
        GCKUIButtonStateShuffle: GCKUIControlStateShuffle,
        GCKUIButtonStatePlay: GCKUIControlStatePlay,
        GCKUIButtonStatePlayLive: GCKUIControlStatePlay,
        GCKUIButtonStatePause: GCKUIControlStatePause,
        GCKUIButtonStateMuteOff: GCKUIControlStateMuteOff,
        GCKUIButtonStateMuteOn: GCKUIControlStateMuteOn,
    ]

    open override var state: UIControl.State { super.state.union(applicationState.intersection(.application)) }
}

/// A button with any number of states, each with its own image.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIMultistateButton)@objcMembers
#endif
open class GCKUIMultistateButton: UIButton {
    private var images: [UInt: UIImage] = [:]
    /// The image for states without an image of their own.
    private var normalImage: UIImage?

    /// The state, such as ``GCKUIButtonStatePlay``. Default 0.
    open var buttonState: UInt = 0 {
        didSet { if buttonState != oldValue { showImage() } }
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        // An interface file sets the image without calling `setImage(_:for:)`.
        normalImage = image(for: .normal)
    }

    /// Sets the image of a state. States without an image show the button's normal image.
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

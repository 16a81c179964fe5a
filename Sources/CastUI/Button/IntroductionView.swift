/// The introduction: a circle around the cast button's frame, which the skin knows, and a text.
public struct IntroductionView: Sendable, Equatable {
    public var text: Label
    public var dismiss: Label
}

extension CastUIState {
    /// Nil while it is not on the screen.
    public var introduction: IntroductionView? {
        isIntroducing ? IntroductionView(text: Label(.introductionText), dismiss: Label(.ok)) : nil
    }
}

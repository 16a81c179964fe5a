// SPDX-License-Identifier: Apache-2.0

/// The content of the introductory overlay, which highlights the cast button with a circle and a text.
///
/// The skin determines the frame of the button.
public struct IntroductionView: Sendable, Equatable {
    /// The text that introduces the cast button.
    public var text: ControlLabel
    /// The name of the control that ends the introduction.
    public var dismiss: ControlLabel
}

extension CastUIState {
    /// The content of the introductory overlay; nil while it is not shown.
    public var introduction: IntroductionView? {
        isIntroducing ? IntroductionView(text: ControlLabel(.introductionText), dismiss: ControlLabel(.ok)) : nil
    }
}

/// The content of the explanation of local network access, which is shown before the system asks for permission.
public struct NetworkExplanationView: Sendable, Equatable {
    /// Whether the permission was denied earlier.
    public var isDenied: Bool
    /// The title of the explanation.
    public var title: ControlLabel
    /// The explanation.
    public var text: ControlLabel
    /// The label of the primary button, which continues, or opens Settings if the permission is denied.
    public var primary: ControlLabel
    /// The name of the control that opens a page with more information.
    public var learnMore: ControlLabel
}

extension CastUIState {
    /// The content of the explanation; nil while it is not shown.
    public var networkExplanation: NetworkExplanationView? {
        guard isExplainingNetwork else { return nil }
        let isDenied = platformState.permission == .denied
        return NetworkExplanationView(
            isDenied: isDenied,
            title: ControlLabel(isDenied ? .networkDeniedTitle : .networkTitle),
            text: ControlLabel(isDenied ? .networkDeniedExplanation : .networkExplanation),
            primary: ControlLabel(isDenied ? .openSettings : .ok),
            learnMore: ControlLabel(.learnMore)
        )
    }
}

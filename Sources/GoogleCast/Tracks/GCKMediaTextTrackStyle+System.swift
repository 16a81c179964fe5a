import Foundation

#if canImport(MediaAccessibility)
import MediaAccessibility
#endif

extension GCKMediaTextTrackStyle.Content {
    /// The platform's style of captions.
    static var system: Self {
        #if canImport(MediaAccessibility)
        var style = Self()
        let domain = MACaptionAppearanceDomain.user
        style.fontScale = MACaptionAppearanceGetRelativeCharacterSize(domain, nil)
        style.foregroundColor = GCKColor(
            cgColor: MACaptionAppearanceCopyForegroundColor(domain, nil).takeRetainedValue(),
            alpha: MACaptionAppearanceGetForegroundOpacity(domain, nil)
        )
        style.backgroundColor = GCKColor(
            cgColor: MACaptionAppearanceCopyBackgroundColor(domain, nil).takeRetainedValue(),
            alpha: MACaptionAppearanceGetBackgroundOpacity(domain, nil)
        )
        style.windowColor = GCKColor(
            cgColor: MACaptionAppearanceCopyWindowColor(domain, nil).takeRetainedValue(),
            alpha: MACaptionAppearanceGetWindowOpacity(domain, nil)
        )
        style.windowRoundedCornerRadius = MACaptionAppearanceGetWindowRoundedCornerRadius(domain, nil)
        style.windowType = style.windowRoundedCornerRadius > 0 ? .roundedCorners : .normal
        style.edgeType =
            switch MACaptionAppearanceGetTextEdgeStyle(domain, nil) {
            case .raised: .raised
            case .depressed: .depressed
            case .uniform: .outline
            case .dropShadow: .dropShadow
            default: .none
            }
        return style
        #else
        return Self(
            foregroundColor: .white(),
            backgroundColor: .black(),
            fontGenericFamily: .sansSerif
        )
        #endif
    }
}

import CastWire
import Foundation

extension GCKMediaTextTrackStyle.Content: WireContent {
    init?(_ wire: TextTrackStyle) {
        let fields = wire.fields
        self.init(
            fontScale: fields.real("fontScale").map { CGFloat($0) } ?? 1,
            foregroundColor: fields.color("foregroundColor"),
            backgroundColor: fields.color("backgroundColor"),
            edgeType: GCKMediaTextTrackStyleEdgeType(fields.word("edgeType")),
            edgeColor: fields.color("edgeColor"),
            windowType: GCKMediaTextTrackStyleWindowType(fields.word("windowType")),
            windowColor: fields.color("windowColor"),
            windowRoundedCornerRadius: fields.real("windowRoundedCornerRadius").map { CGFloat($0) } ?? 0,
            fontFamily: fields.text("fontFamily"),
            fontGenericFamily: GCKMediaTextTrackStyleFontGenericFamily(fields.word("fontGenericFamily")),
            fontStyle: GCKMediaTextTrackStyleFontStyle(fields.word("fontStyle")),
            customData: fields.anything("customData")
        )
    }

    func wire() throws(GCKError) -> TextTrackStyle {
        var style = TextTrackStyle()
        style.fontScale = Double(fontScale).finite
        style.foregroundColor = foregroundColor?.cssString()
        style.backgroundColor = backgroundColor?.cssString()
        style.edgeType = edgeType.word
        style.edgeColor = edgeColor?.cssString()
        style.windowType = windowType.word
        style.windowColor = windowColor?.cssString()
        style.windowRoundedCornerRadius =
            windowType == .roundedCorners ? Double(windowRoundedCornerRadius).finite : nil
        style.fontFamily = fontFamily
        style.fontGenericFamily = fontGenericFamily.word
        style.fontStyle = fontStyle.word
        style.customData = try $customData.wire()
        return style
    }
}

extension JSONObject {
    fileprivate func color(_ key: String) -> GCKColor? {
        text(key).flatMap { GCKColor.Content(css: $0)?.model }
    }
}

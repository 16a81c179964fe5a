import CastWire
import Foundation

extension GCKImage.Content: WireContent {
    /// Nil without a usable address. A size that cannot be counts as unknown.
    init?(_ wire: Image) {
        guard let url = wire.fields.address("url") else { return nil }
        self.url = url
        width = max(0, wire.fields.integer("width") ?? 0)
        height = max(0, wire.fields.integer("height") ?? 0)
    }

    func wire() throws(GCKError) -> Image {
        Image(url: url.absoluteString, width: width == 0 ? nil : width, height: height == 0 ? nil : height)
    }
}

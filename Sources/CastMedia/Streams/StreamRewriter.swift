// SPDX-License-Identifier: Apache-2.0

/// Replaces the URLs in manifests of HLS and DASH, for example by URLs of a relay.
///
/// Text beyond a limit is returned unchanged: manifests of more than 4 MiB, HLS lines after the 200,000th, and
/// references that would enlarge the manifest to more than 32 MiB.
package enum StreamRewriter {
    /// What a URL refers to.
    package enum Kind: Sendable, Hashable {
        /// A playlist or manifest, which has to be rewritten too.
        case playlist
        /// A media segment, or other data that is relayed as it is.
        case segment
        /// A key.
        case key
        /// An initialization section.
        case map
        /// The base of relative references. The replacement must keep the path, as ``RelayPath`` does.
        case base
    }

    /// Replaces the URLs of an HLS playlist.
    ///
    /// Every other byte is kept. References with other schemes than `http` and `https`, such as `skd` and `data`, and
    /// references with unknown variables remain.
    ///
    /// - Parameters:
    ///   - text: The playlist.
    ///   - url: The absolute URL of the playlist.
    ///   - rewrite: Returns the replacement of an absolute URL.
    package static func rewriteHLS(
        _ text: String,
        url: String,
        rewrite: (_ absoluteURL: String, _ kind: Kind) -> String
    ) -> String {
        guard text.utf8.count <= HLSManifest.sizeLimit, let base = URLReference(url) else { return text }
        let bytes = Array(text.utf8)
        var edits = TextEdits(bytes)
        var variables = HLSVariables()
        var isVariant = false

        func replace(_ range: Range<Int>, _ kind: Kind) {
            guard let reference = variables.substitute(bytes.text(range)), !reference.isEmpty,
                let absolute = URLReference.resolveWeb(reference, against: base)
            else { return }
            edits.replace(range, with: rewrite(absolute, kind))
        }

        for line in HLSLines(bytes) {
            // Work for references that cannot be replaced any more would be wasted.
            if edits.isFull { break }
            switch line {
            case .uri(let range):
                replace(range, isVariant ? .playlist : .segment)
                isVariant = false
            case .tag("EXT-X-STREAM-INF", _):
                isVariant = true
            case .tag("EXT-X-DEFINE", let value):
                variables.define(HLSAttributes(bytes, value))
            case .tag(let name, let value):
                guard let tag = attributeTags[name] else { continue }
                let attributes = HLSAttributes(bytes, value)
                guard let uri = attributes.attributes.first(where: { $0.name == "URI" && $0.isQuoted }) else {
                    continue
                }
                let isMap = name == "EXT-X-PRELOAD-HINT" && attributes["TYPE"] == "MAP"
                replace(uri.value, isMap ? .map : tag)
            }
        }
        return edits.finished()
    }

    /// The tags with an attribute `URI`.
    private static let attributeTags: [String: Kind] = [
        "EXT-X-KEY": .key, "EXT-X-SESSION-KEY": .key, "EXT-X-MAP": .map, "EXT-X-MEDIA": .playlist,
        "EXT-X-I-FRAME-STREAM-INF": .playlist, "EXT-X-RENDITION-REPORT": .playlist, "EXT-X-PART": .segment,
        "EXT-X-PRELOAD-HINT": .segment, "EXT-X-SESSION-DATA": .segment,
    ]
}

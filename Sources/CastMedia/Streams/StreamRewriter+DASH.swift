// SPDX-License-Identifier: Apache-2.0

extension StreamRewriter {
    /// Replaces the URLs of a DASH manifest (ISO/IEC 23009-1).
    ///
    /// Base URLs are replaced, and a base URL is inserted if the manifest has none. Relative references then refer to
    /// the replaced base URLs and remain, except those that could leave the base: absolute URLs, absolute paths, and
    /// paths with `..`. Identifiers of templates, such as `$Number%05d$`, are kept. URLs of license servers and remote
    /// elements (`xlink:href`) are not replaced. Text after a syntax error is kept.
    package static func rewriteDASH(
        _ text: String,
        url: String,
        rewrite: (_ absoluteURL: String, _ kind: Kind) -> String
    ) -> String {
        guard text.utf8.count <= XMLRangeTokenizer.sizeLimit else { return text }
        let bytes = Array(text.utf8)
        var edits = TextEdits(bytes)
        if let insertion = baseInsertion(bytes), let base = URLReference.resolveWeb(".", against: url) {
            var manifest = Manifest(bytes: bytes, url: url, insertion: insertion)
            manifest.inserted = XMLText.escape(rewrite(base, .base))
            manifest.rewrite(&edits, rewrite)
        } else {
            var manifest = Manifest(bytes: bytes, url: url)
            manifest.rewrite(&edits, rewrite)
        }
        return edits.finished()
    }

    /// A place for a base URL.
    private struct Insertion {
        var position: Int
        /// The prefix of the namespace, with its colon.
        var prefix: String
    }

    /// Returns where a base URL has to be inserted, or `nil` if the manifest has one or is not a manifest.
    ///
    /// The schema requires the base URL after the elements `ProgramInformation`.
    private static func baseInsertion(_ bytes: [UInt8]) -> Insertion? {
        var tokenizer = XMLRangeTokenizer(bytes)
        var insertion: Insertion?
        while let token = try? tokenizer.next() {
            switch token {
            case .open(let element) where tokenizer.depth + (element.isEmpty ? 1 : 0) == 1:
                guard element.localName == "MPD", !element.isEmpty else { return nil }
                insertion = Insertion(
                    position: element.range.upperBound,
                    prefix: String(element.name.dropLast(element.localName.count))
                )
            case .open(let element) where tokenizer.depth + (element.isEmpty ? 1 : 0) == 2:
                switch element.localName {
                case "BaseURL": return nil
                case "ProgramInformation": if element.isEmpty { insertion?.position = element.range.upperBound }
                // Base URLs precede these elements, so the rest does not have to be read.
                case "Period": return insertion
                default: break
                }
            case .close("ProgramInformation", let range) where tokenizer.depth == 1:
                insertion?.position = range.upperBound
            default: break
            }
        }
        return insertion
    }

    /// The attributes that contain references, by the names of their elements.
    private static let references: [String: [String: Kind]] = [
        "SegmentTemplate": [
            "media": .segment, "initialization": .map, "index": .segment, "bitstreamSwitching": .segment,
        ],
        "SegmentURL": ["media": .segment, "index": .segment],
        "Initialization": ["sourceURL": .map],
        "RepresentationIndex": ["sourceURL": .segment],
        "BitstreamSwitching": ["sourceURL": .segment],
    ]

    /// The elements whose text is a reference.
    private static let textElements: [String: Kind] = [
        "BaseURL": .base, "Location": .playlist, "PatchLocation": .playlist,
    ]

    private struct Manifest {
        let bytes: [UInt8]
        let url: String
        var insertion: Insertion?
        var inserted = ""
        /// The base URL of each open element, and whether one of its children set it.
        var bases: [(url: String, isOwn: Bool)] = []
        /// The element whose text is being read.
        var reading: (kind: Kind, start: Int, depth: Int, text: String)?

        init(bytes: [UInt8], url: String, insertion: Insertion? = nil) {
            self.bytes = bytes
            self.url = url
            self.insertion = insertion
        }

        mutating func rewrite(_ edits: inout TextEdits, _ rewrite: (String, Kind) -> String) {
            var tokenizer = XMLRangeTokenizer(bytes)
            while !edits.isFull, let token = try? tokenizer.next() {
                switch token {
                case .open(let element):
                    insert(before: element.range.lowerBound, &edits)
                    replaceAttributes(of: element, &edits, rewrite)
                    guard !element.isEmpty else { continue }
                    bases.append((bases.last?.url ?? url, false))
                    if reading == nil, let kind = textElements[element.localName] {
                        reading = (kind, element.range.upperBound, tokenizer.depth, "")
                    }
                case .text(let range): reading?.text += XMLText.unescape(bytes.text(range))
                case .characterData(let range): reading?.text += bytes.text(range)
                case .close(_, let range):
                    insert(before: range.lowerBound, &edits)
                    bases.removeLast()
                    guard let current = reading, tokenizer.depth < current.depth else { continue }
                    reading = nil
                    replaceText(current.text, current.kind, current.start..<range.lowerBound, &edits, rewrite)
                }
            }
        }

        private mutating func insert(before position: Int, _ edits: inout TextEdits) {
            guard let place = insertion, place.position <= position else { return }
            insertion = nil
            let name = place.prefix + "BaseURL"
            edits.replace(place.position..<place.position, with: "<\(name)>\(inserted)</\(name)>")
        }

        private func replaceAttributes(
            of element: XMLRangeTokenizer.Element,
            _ edits: inout TextEdits,
            _ rewrite: (String, Kind) -> String
        ) {
            guard let references = references[element.localName] else { return }
            for attribute in element.attributes {
                guard let kind = references[attribute.name],
                    let reference = URLReference(XMLText.unescape(bytes.text(attribute.value))),
                    reference.scheme != nil || reference.authority != nil || reference.path.hasPrefix("/")
                        || reference.hasDotSegments,
                    let absolute = URLReference.resolveWeb(reference.text, against: bases.last?.url ?? url)
                else { continue }
                edits.replace(attribute.value, with: XMLText.escape(rewrite(absolute, kind)))
            }
        }

        private mutating func replaceText(
            _ text: String,
            _ kind: Kind,
            _ range: Range<Int>,
            _ edits: inout TextEdits,
            _ rewrite: (String, Kind) -> String
        ) {
            let reference = String(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
            // Base URLs are relative to those of the enclosing elements, but locations to the manifest.
            let base = kind == .base ? bases.dropLast().last?.url ?? url : url
            guard !reference.isEmpty, let absolute = URLReference.resolveWeb(reference, against: base) else { return }
            edits.replace(range, with: XMLText.escape(rewrite(absolute, kind)))
            // Further base URLs are alternatives to the first one.
            guard kind == .base, let last = bases.indices.last, !bases[last].isOwn else { return }
            bases[last] = (absolute, true)
        }
    }
}

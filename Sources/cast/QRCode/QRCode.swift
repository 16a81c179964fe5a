/// A QR code of ISO/IEC 18004: bytes, versions 1 to 10, error correction M where it fits and L where it does not.
struct QRCode: Sendable, Hashable {
    /// Modules on a side.
    let side: Int
    let version: Int
    let correction: Correction
    let mask: Int
    /// Row by row; true is dark.
    private let modules: [Bool]

    enum Correction: Sendable, Hashable, CaseIterable {
        /// A fourteenth may be unreadable.
        case low
        /// A seventh may be unreadable.
        case medium

        /// As format information says it.
        var bits: Int { self == .low ? 1 : 0 }
    }

    /// The code of a text, nil when it has more than 271 bytes of UTF-8.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let choices = [Correction.medium, .low].lazy.compactMap { correction in
            (1...10).first { bytes.count <= QRCapacity(version: $0, correction: correction).bytes }
                .map { ($0, correction) }
        }
        guard let (version, correction) = choices.first else { return nil }
        let capacity = QRCapacity(version: version, correction: correction)
        var grid = QRGrid(version: version)
        grid.place(capacity.codewords(for: bytes))
        let best = (0..<8).map { grid.masked($0, correction: correction) }.enumerated().min {
            ($0.element.penalty, $0.offset) < ($1.element.penalty, $1.offset)
        }
        guard let best else { return nil }
        side = grid.side
        self.version = version
        self.correction = correction
        mask = best.offset
        modules = best.element.dark
    }

    /// Whether a module is dark; what lies outside is light.
    func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column]
    }
}

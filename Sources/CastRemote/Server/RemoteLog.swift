import CastUI
import Foundation

/// What happened, for all pages; the newest lines only.
@MainActor
final class RemoteLog {
    private static let limit = 200

    private(set) var lines: [RemoteLogLine] = []
    private var lastNumber = 0
    private let now: @MainActor () -> Double

    init(now: @escaping @MainActor () -> Double = { Date().timeIntervalSince1970 }) { self.now = now }

    func add(_ text: Label, isProblem: Bool = false) {
        lastNumber += 1
        if lines.count >= Self.limit { lines.removeFirst() }
        lines.append(RemoteLogLine(number: lastNumber, time: now(), text: text, isProblem: isProblem))
    }
}

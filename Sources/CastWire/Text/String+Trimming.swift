// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
    /// Returns the text without the characters at its ends that meet a condition.
    package func trimming(while condition: (Character) -> Bool) -> String {
        let rest = drop(while: condition)
        guard let end = rest.lastIndex(where: { !condition($0) }) else { return "" }
        return String(rest[...end])
    }
}

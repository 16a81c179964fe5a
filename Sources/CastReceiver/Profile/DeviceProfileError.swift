// SPDX-License-Identifier: Apache-2.0

/// An error of reading a device profile.
public struct DeviceProfileError: Error, Sendable, Hashable {
    /// What is wrong with the profile.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        /// No built-in profile has the name.
        case unknownName
        /// The file cannot be read.
        case unreadable
        /// The file is larger than ``DeviceProfile/byteLimit``.
        case tooLarge
        /// The file is not JSON.
        case invalidJSON
        /// The format of the file is of a later version of this package.
        case laterFormat
        /// A required key is missing.
        case missingKey
        /// A key is unknown, or given twice in another spelling.
        case unknownKey
        /// A value has another type than its key requires.
        case wrongType
        /// A value has the right type and is not allowed.
        case invalidValue
    }

    /// What is wrong.
    public var code: Code
    /// The path of the file, or the name of the profile.
    public var source: String
    /// The key at fault, such as `volume.level`; nil if it is the file as a whole.
    public var key: String?
    /// What was found.
    public var found: String
    /// What is allowed.
    public var allowed: String
}

extension DeviceProfileError: CustomStringConvertible {
    public var description: String {
        "profile \(source): \(key.map { "\($0): " } ?? "")found \(found); expected \(allowed)"
    }
}

/// Returns the candidate that is most similar to a word; nil if none is similar.
package func mostSimilar(to word: String, among candidates: [String]) -> String? {
    // A name from a file can have any length.
    let word = Array(word.lowercased().prefix(64))
    let distances = candidates.map { (name: $0, distance: editDistance(word, Array($0.lowercased()))) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(best.name.count / 3, 1) ? best.name : nil
}

/// Returns the number of characters to insert, delete or replace between two words (Levenshtein distance).
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
        var diagonal = row[0]
        row[0] = index + 1
        for (column, other) in second.enumerated() {
            let replaced = diagonal + (character == other ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
        }
    }
    return row[second.count]
}

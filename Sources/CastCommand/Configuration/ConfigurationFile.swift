// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastMedia
import CastWire
import TOMLKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The configuration file: TOML 1.0 at `$XDG_CONFIG_HOME/cast/config.toml`, by default in `~/.config`.
struct ConfigurationFile: Sendable {
    var path: String
    var text: String
    /// The parsed text.
    var content: JSONObject

    private static let sizeLimit = 1 << 20

    /// Returns the path of the file (XDG Base Directory Specification); nil for a user without a home directory.
    static func path(environment: (String) -> String?) -> String? {
        func absolute(_ variable: String) -> String? { environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let base = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
        return base.map { $0 + "/cast/config.toml" }
    }

    /// Reads a file. Returns nil if it does not exist.
    static func read(_ path: String) throws(CommandFailure) -> ConfigurationFile? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.read(path, limit: sizeLimit)
        } catch {
            throw failure("the configuration file \(path) cannot be read: \(error)")
        }
        guard let text = String(validUTF8: bytes) else {
            throw failure("the configuration file \(path) is not UTF-8 text")
        }
        return try ConfigurationFile(path: path, text: text)
    }

    init(path: String, text: String) throws(CommandFailure) {
        self.path = path
        self.text = text
        do {
            content = try Self.parsed(text)
        } catch let error as TOMLParseError {
            throw Self.failure("\(path), line \(error.source.begin.line): \(error.description)")
        } catch {
            throw Self.failure("\(path) cannot be used: \(error)")
        }
    }

    /// Parses TOML. The values are copied into JSON at once, because those of TOMLKit refer to memory of their table.
    private static func parsed(_ text: String) throws -> JSONObject {
        let options: FormatOptions = [.quoteInfinitesAndNaNs, .quoteDateAndTimes, .allowUnicodeStrings]
        let json = try TOMLTable(string: text).convert(to: .json, options: options)
        return try JSONValue(parsing: json, limits: .local).objectValue ?? [:]
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(
            code: "invalidConfiguration",
            exitStatus: .usage,
            message: message,
            hint: "list the settings with cast config list, or change the file"
        )
    }

    /// Returns the failure of a setting, with its line.
    ///
    /// - Parameter problem: What follows the name of the setting in a sentence.
    func failure(at path: [String], _ problem: String) -> CommandFailure {
        let line = lines(of: path).first.map { ", line \($0 + 1)" } ?? ""
        return Self.failure("\(self.path)\(line): \"\(path.joined(separator: "."))\" \(problem)")
    }
}

// MARK: - Changes

extension ConfigurationFile {
    /// Changes or adds a setting and keeps everything else, with comments and order; nil removes the setting.
    ///
    /// The text is changed by lines, and the result is parsed and compared with the intended content. A setting that is
    /// written in a way that cannot be changed so, such as within an inline table, is left alone.
    ///
    /// - Throws: ``CommandFailure`` if the setting cannot be changed in this text.
    func setting(_ value: JSONValue?, at path: [String]) throws(CommandFailure) -> ConfigurationFile {
        var intended = content
        if path.count == 1 {
            intended[path[0]] = value
        } else {
            var table = content[path[0]]?.objectValue ?? [:]
            table[path[1]] = value
            intended[path[0]] = .object(table)
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let assignment = value.map { ["\(Self.key(path[path.count - 1])) = \(Self.literal($0))"] } ?? []
        for candidate in candidates(lines, assignment, path) {
            let text = candidate.joined(separator: "\n")
            guard let file = try? ConfigurationFile(path: self.path, text: text),
                JSONValue.object(Self.compact(file.content)) == .object(Self.compact(intended))
            else { continue }
            return file
        }
        throw Self.failure("\"\(path.joined(separator: "."))\" cannot be changed in \(self.path) without rewriting it")
    }

    /// Returns the path of a setting as the file spells it: an alias is the same in upper and lower case.
    func spelled(_ path: [String]) -> [String] {
        guard path.count == 2, path[0] == "aliases" else { return path }
        let names = content["aliases"]?.objectValue?.members.map(\.key) ?? []
        return ["aliases", names.first { $0.lowercased() == path[1].lowercased() } ?? path[1]]
    }

    /// Returns the texts that may have the intended content: the assignment in place of the present one, which may take
    /// several lines, else at the end of its table, else with a new table at the end of the file.
    private func candidates(_ lines: [String], _ assignment: [String], _ path: [String]) -> [[String]] {
        // One of several may be a part of a text.
        let present = self.lines(of: path)
        guard present.isEmpty else {
            return present.flatMap { first in
                (first..<min(lines.count, first + 200)).map { last in
                    Array(lines[..<first]) + assignment + Array(lines[(last + 1)...])
                }
            }
        }
        var lines = lines
        while lines.last == "" { lines.removeLast() }
        let section = section(path.dropLast().first, in: lines)
        guard let section else { return [lines + (lines.isEmpty ? [] : [""]) + ["[\(path[0])]"] + assignment + [""]] }
        let end = section.last { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 } ?? section.lowerBound
        let isBeforeHeader = end < lines.count && lines[end].first == "["
        let inserted = assignment + (isBeforeHeader ? [""] : [])
        return [Array(lines[..<end]) + inserted + Array(lines[end...]) + [""]]
    }

    /// Returns the numbers of the lines, from 0, that seem to assign this setting.
    private func lines(of path: [String]) -> [Int] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let spellings = [path[path.count - 1], Self.quoted(path[path.count - 1]), "'\(path[path.count - 1])'"]
        guard let section = section(path.dropLast().first, in: lines) else { return [] }
        return section.filter { number in
            let sides = lines[number].split(separator: "=", maxSplits: 1)
            return sides.count == 2 && spellings.contains(sides[0].trimming(while: \.isWhitespace))
        }
    }

    /// Returns the lines of a table, without its header; those before the first header if the name is nil. Nil if there
    /// is no such table.
    private func section(_ name: String?, in lines: [String]) -> Range<Int>? {
        let headers = lines.indices.filter {
            lines[$0].trimming(while: \.isWhitespace).hasPrefix("[") && !lines[$0].contains("=")
        }
        func title(_ index: Int) -> String {
            let line = lines[index].prefix { $0 != "#" }
            return line.trimming { $0.isWhitespace || $0 == "[" || $0 == "]" }
        }
        guard let name else { return 0..<(headers.first ?? lines.count) }
        guard let header = headers.first(where: { title($0) == name }) else { return nil }
        return (header + 1)..<(headers.first { $0 > header } ?? lines.count)
    }

    /// The content without empty tables, which have no meaning here.
    private static func compact(_ content: JSONObject) -> JSONObject {
        JSONObject(
            content.members.filter { $0.value.objectValue?.members.isEmpty != true }.sorted { $0.key < $1.key }
                .map { member in (member.key, member.value.objectValue.map { .object(compact($0)) } ?? member.value) }
        )
    }

    /// Writes the file with mode 0600, and creates its directory. A symbolic link is followed. Blocks on the file system.
    func write() throws(CommandFailure) {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        do throws(FileFailure) {
            try PrivateFile.makeFolder(of: target)
            try PrivateFile.replace(target, with: text.utf8)
        } catch {
            throw Self.failure("the configuration file \(path) cannot be written: \(error)")
        }
    }

    // MARK: TOML

    private static func key(_ name: String) -> String {
        let isBare =
            !name.isEmpty
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_")
            }
        return isBare ? name : quoted(name)
    }

    private static func literal(_ value: JSONValue) -> String {
        switch value {
        case .array(let values): "[" + values.map(literal).joined(separator: ", ") + "]"
        case .string(let text): quoted(text)
        default: value.jsonString
        }
    }

    /// A basic string. JSON's escapes are a part of TOML's; TOML also forbids U+007F.
    private static func quoted(_ text: String) -> String {
        JSONValue.string(text).jsonString.replacing("\\/", with: "/").replacing("\u{7F}", with: "\\u007F")
    }
}

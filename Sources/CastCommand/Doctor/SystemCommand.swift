// SPDX-License-Identifier: Apache-2.0

import CastMedia

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A command that a user runs to repair something: without a shell, and perhaps as the superuser.
struct SystemCommand: Hashable, Sendable {
    var words: [String]
    var needsRoot = true
    /// The first option, with which the program asks no questions; nil if it asks none.
    var unattendedOption: String?

    /// Returns the command that installs a package; nil if the package manager of this system is not known.
    static func installing(
        _ package: String,
        fedora: String? = nil,
        with manager: PackageManager? = .current
    ) -> SystemCommand? {
        manager.map { manager in
            SystemCommand(
                words: manager.installation(of: package, fedora: fedora),
                needsRoot: manager.needsRoot,
                unattendedOption: manager.unattendedOption
            )
        }
    }

    /// Returns the change of a setting by this tool.
    static func setting(_ setting: Setting, _ value: String) -> SystemCommand {
        SystemCommand(words: ["cast", "config", "set", setting.rawValue, value], needsRoot: false)
    }

    /// The command with the option with which it asks no questions.
    var withoutQuestions: SystemCommand {
        guard let unattendedOption else { return self }
        var command = self
        command.words.insert(unattendedOption, at: 1)
        command.unattendedOption = nil
        return command
    }

    /// Runs the command on the terminal, with `sudo` where it is needed.
    ///
    /// - Returns: The exit status.
    /// - Throws: ``CommandFailure`` if a program is missing or cannot start.
    func run() async throws(CommandFailure) -> Int {
        var words = words
        if needsRoot, geteuid() != 0 { words.insert("sudo", at: 0) }
        // This tool may not be in the search path, or another version may be.
        let program =
            words[0] == "cast"
            ? ExternalProgram.find("cast", searchPath: Self.ownFolder)
            : ExternalProgram.findForAdministration(words[0])
        guard let program else {
            throw CommandFailure(code: "programMissing", exitStatus: .failure, message: "\(words[0]) is not installed")
        }
        do {
            return try await program.runOnTerminal(Array(words.dropFirst()))
        } catch {
            throw CommandFailure(code: "failed", exitStatus: .failure, message: "\(error)")
        }
    }
}

extension SystemCommand {
    /// The folder of this tool; nil if the system does not say where it is.
    private static var ownFolder: String? {
        #if canImport(Darwin)
        let path = Bundle.main.executableURL?.path
        #else
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #endif
        return path.map { URL(filePath: $0).deletingLastPathComponent().path }
    }
}

extension SystemCommand: CustomStringConvertible {
    /// The command as it is typed into a shell.
    var description: String {
        let typed = words.map { word in
            let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:=+@,^".contains($0)) }
            return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
        }
        return ((needsRoot ? ["sudo"] : []) + typed).joined(separator: " ")
    }
}

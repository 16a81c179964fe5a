// SPDX-License-Identifier: Apache-2.0

import CastFiles
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file of a report, which only this user may read.
struct ReportFile: Sendable {
    /// The path that the user gave.
    let path: String
    /// The path without symbolic links.
    private let target: String

    /// Whether the report is written as JSON: the name ends in `.json`.
    var isJSON: Bool { path.lowercased().hasSuffix(".json") }

    /// Checks that a file with this path can be written, so that a mistake is reported before the checks run.
    ///
    /// - Throws: ``CommandFailure`` with the code `reportNotWritable`.
    init(path: String) throws(CommandFailure) {
        self.path = path
        target = URL(filePath: path).resolvingSymlinksInPath().path
        let folder = URL(filePath: target).deletingLastPathComponent().path
        switch try? Stat(target).type {
        case .directory?: throw failure("it is a folder")
        case .regular?: break
        // A device such as /dev/null would be replaced.
        case _?: throw failure("it is not a regular file")
        // The link would be replaced, not the file to which it leads.
        case nil where (try? FileManager.default.destinationOfSymbolicLink(atPath: target)) != nil:
            throw failure("it is a link to a file that does not exist")
        case nil: break
        }
        guard (try? Stat(folder))?.type == .directory else {
            throw failure("there is no folder \(folder)")
        }
    }

    /// Writes the report, or replaces an earlier one. The file has mode 0600.
    ///
    /// - Throws: ``CommandFailure`` with the code `reportNotWritable`.
    func write(_ report: DoctorReport) throws(CommandFailure) {
        do throws(FileFailure) {
            try PrivateFile.replace(target, with: Array((isJSON ? report.json : report.text).utf8))
        } catch {
            throw failure("\(error)")
        }
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(
            code: "reportNotWritable",
            exitStatus: .failure,
            message: "the report cannot be written to \(path): \(reason)",
            hint: "choose a file in a folder that you may write to: cast doctor --report FILE"
        )
    }
}

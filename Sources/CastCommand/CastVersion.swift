// SPDX-License-Identifier: Apache-2.0

import CBuildInformation

/// The version of the tool, and what it was built from.
enum CastVersion {
    static let text = "0.1.0"

    /// The commit of a build by `packaging/build`; nil for a build of a developer.
    static let commit = cast_build_commit().map { String(cString: $0) }

    /// The version of the compiler.
    static var compiler: String {
        #if compiler(>=6.4)
        "6.4 or newer"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }

    /// The line of `cast --version`: the version, the commit and the version of Swift.
    static let description = "\(text) (\(commit.map { "commit \($0)" } ?? "development build"), Swift \(compiler))"
}

// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A program that installs packages.
package enum PackageManager: Sendable, CaseIterable {
    case apt, dnf, pacman, apk, zypper, brew

    /// The package manager of this system; nil if it is not known.
    package static var current: PackageManager? {
        allCases.first { manager in
            manager.paths.contains { FileManager.default.isExecutableFile(atPath: $0) }
        }
    }

    /// Where a program is that only systems with this package manager have.
    private var paths: [String] {
        switch self {
        // macOS has another program that is called apt.
        case .apt: ["/usr/bin/apt-get"]
        case .dnf: ["/usr/bin/dnf"]
        case .pacman: ["/usr/bin/pacman"]
        case .apk: ["/sbin/apk"]
        case .zypper: ["/usr/bin/zypper"]
        case .brew: ["/opt/homebrew/bin/brew", "/usr/local/bin/brew"]
        }
    }

    /// Whether only the superuser can install packages.
    package var needsRoot: Bool { self != .brew }

    /// The first option, with which the program asks no questions; nil if it asks none.
    package var unattendedOption: String? {
        switch self {
        case .apt, .dnf: "-y"
        case .pacman: "--noconfirm"
        case .zypper: "--non-interactive"
        case .apk, .brew: nil
        }
    }

    /// Returns the words of the command that installs packages, without `sudo`.
    ///
    /// - Parameters:
    ///   - packages: The names of the packages, separated by spaces.
    ///   - fedora: The names on Fedora; nil if they are the same.
    package func installation(of packages: String, fedora: String? = nil) -> [String] {
        let (command, names) =
            switch self {
            case .apt: ("apt install", packages)
            case .dnf: ("dnf install", fedora ?? packages)
            case .pacman: ("pacman -S", packages)
            case .apk: ("apk add", packages)
            case .zypper: ("zypper install", packages)
            case .brew: ("brew install", packages)
            }
        return "\(command) \(names)".split(separator: " ").map(String.init)
    }
}

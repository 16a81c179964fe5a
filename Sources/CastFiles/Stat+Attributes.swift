// SPDX-License-Identifier: Apache-2.0

package import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Stat {
    /// Whether the file belongs to the user of this process.
    package var isOwn: Bool { userID.rawValue == geteuid() }

    /// Whether the file belongs to the user of this process or to the superuser, who can change every file anyway.
    package var isOwnOrOfSuperuser: Bool { isOwn || userID.rawValue == 0 }

    /// Whether the group or all users may write to the file.
    package var isWritableByOthers: Bool { !permissions.isDisjoint(with: [.groupWrite, .otherWrite]) }

    /// The time of the last change of the content, in seconds since 1970.
    package var modificationTime: Double { Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1e9 }
}

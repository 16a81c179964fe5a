// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Access to a source that ends with its playback: the permission to read a file that the user chose, or a file that
/// was made only to be cast.
///
/// The access ends once: by ``end()``, or when it is deallocated.
final class SourceAccess: Sendable {
    private let release: NIOLockedValueBox<(@Sendable () -> Void)?>

    /// - Parameter release: Ends the access.
    init(_ release: @escaping @Sendable () -> Void) { self.release = NIOLockedValueBox(release) }

    deinit { end() }

    func end() {
        let release = release.withLockedValue { release in
            defer { release = nil }
            return release
        }
        release?()
    }
}

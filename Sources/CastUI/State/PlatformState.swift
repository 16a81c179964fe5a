// SPDX-License-Identifier: Apache-2.0

/// What the platform reports: network, permissions, user preferences, and values that were stored earlier.
public struct PlatformState: Sendable, Equatable {
    /// The state of the network.
    public enum Network: Sendable, Hashable {
        case unknown, absent, present
    }

    /// The permission to access the local network.
    public enum Permission: Sendable, Hashable {
        /// The system requires no permission.
        case notApplicable
        case notRequested, granted, denied
    }

    /// The kind of machine on which the user interface runs.
    public enum Idiom: Sendable, Hashable {
        case phone, tablet, computer, television, web
    }

    /// The state of Wi-Fi, or of a wired network on machines that have one.
    public var network = Network.unknown
    /// The permission to access the local network. Default: none is required.
    public var permission = Permission.notApplicable
    /// The kind of machine. Default a computer.
    public var idiom = Idiom.computer
    /// Whether the user prefers reduced motion. Default false.
    public var reducesMotion = false
    /// Whether the cast button has been tapped. The value persists across launches.
    public var hasTappedButton = false
    /// Whether the introductory overlay has been shown. The value persists across launches.
    public var hasShownIntroduction = false

    /// Creates the state of a platform that has reported nothing.
    public init() {}
}

// SPDX-License-Identifier: Apache-2.0

/// A device as the recipient of media: what it plays, and how it reaches this machine.
package struct CastTarget: Sendable {
    /// What the device plays.
    package var capabilities: PlaybackCapabilities
    /// The name of the device, for messages.
    package var name: String
    /// The address of this machine as the device sees it: the local end of the connection to it.
    package var localAddress: String
    /// The addresses from which the device fetches media.
    package var clients: ClientFilter

    package init(
        capabilities: PlaybackCapabilities,
        name: String,
        localAddress: String,
        clients: ClientFilter = .everyone
    ) {
        self.capabilities = capabilities
        self.name = name
        self.localAddress = localAddress
        self.clients = clients
    }
}

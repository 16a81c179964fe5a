// SPDX-License-Identifier: Apache-2.0

import CastAdmission
import CastHTTP
import CastMedia
public import CastSender
public import CastUI
import CastWire

/// A remote control as a web page for any browser: devices, current media, volume, queue, tracks, and files of this
/// machine.
///
/// Every open page has its own dialogs, and all pages share the session of one session manager. The server listens on
/// loopback only, unless it has a token; then clients on other machines can use it if they show the token. Call
/// ``close()`` when it is no longer needed. The caller owns the session manager.
public final class WebRemote: Sendable {
    /// The configuration of a web remote.
    public struct Configuration: Sendable {
        /// The address to listen at. Default `127.0.0.1`.
        public var host = "127.0.0.1"
        /// The port; 0, the default, uses any free one.
        public var port = 0
        /// The token that clients must show. Nil, the default, requires none and is allowed on loopback only. See
        /// ``WebRemote/newToken()``.
        public var token: String?
        /// The application to launch or join on a device. Default: the Default Media Receiver.
        public var application = ApplicationChoice.application("CC1AD845")
        /// The files and folders that pages can cast. No other files are accessible.
        public var files: [String] = []
        /// The limits for files that pages upload. They are stored in a temporary folder until the remote is closed.
        /// Nil, the default, allows no uploads.
        public var uploads: UploadLimits?
        /// The folder in which the temporary folder is created.
        var uploadParent = UploadFolder.parent
        /// The ports for serving these files to devices; the first free one is used. Default nil: any free port.
        public var mediaPorts: ClosedRange<Int>?
        /// The language of the pages.
        public var localizer: Localizer
        /// The limits on connections per address. An address is verified once it has shown the token.
        var connectionLimits = RemoteListener.connectionLimits
        /// The time for a complete request from an address that is not verified.
        var unverifiedRequestTimeout = RemoteListener.unverifiedRequestTimeout

        /// Creates a configuration for this machine only: without a token, and without files.
        public init(localizer: Localizer) { self.localizer = localizer }
    }

    let host: RemoteHost
    private let devices: SharedDevices
    private let server: MediaServer
    private let accessControl: RemoteAccessControl
    private let listener: HTTPListener

    private init(
        listener: HTTPListener,
        host: RemoteHost,
        devices: SharedDevices,
        server: MediaServer,
        accessControl: RemoteAccessControl
    ) {
        self.listener = listener
        self.host = host
        self.devices = devices
        self.server = server
        self.accessControl = accessControl
    }

    /// The port on which the server listens.
    public var port: Int { listener.port }

    /// Returns a random token of 130 bits, as text that is easy to type.
    public static func newToken() -> String { TokenVerifier.newToken() }

    /// Returns the names and paths of the files that pages can cast among files and folders. HLS playlists are
    /// excluded, because they have to be shared with their segments.
    ///
    /// - Throws: ``WebRemoteError`` if a path does not exist.
    public static func files(in paths: [String]) throws(WebRemoteError) -> [(name: String, path: String)] {
        try RemoteFolder.files(paths).filter { !$0.isPlaylist }.map { ($0.name, $0.path) }
    }

    /// Starts a web remote.
    ///
    /// - Parameters:
    ///   - configuration: The address, the token, and the files.
    ///   - manager: The manager that owns the session.
    ///   - search: Starts the search for devices. It is called on first use, and again after a failure.
    /// - Throws: ``WebRemoteError`` if the port cannot be opened, a file cannot be shared, or the address is accessible
    ///   from other machines and there is no token.
    public static func start(
        _ configuration: Configuration,
        manager: SessionManager,
        search: @escaping @Sendable () async throws(CastError) -> DeviceBrowser
    ) async throws(WebRemoteError) -> WebRemote {
        try RemoteListener.requireToken(configuration.token, at: configuration.host, port: configuration.port)
        let files = try RemoteFolder.files(configuration.files)
        if configuration.uploads != nil { UploadFolder.removeStale(in: configuration.uploadParent) }
        let server: MediaServer
        do throws(MediaServerError) {
            server = try await MediaServer.start(configuration: .forDevices(ports: configuration.mediaPorts))
        } catch {
            throw WebRemoteError(.notListening, "files cannot be served: \(error)")
        }
        let accessControl = RemoteAccessControl(token: configuration.token)
        let (devices, host) = await MainActor.run { [server] in
            let devices = SharedDevices(search)
            let host = RemoteHost(
                manager: manager,
                choice: configuration.application,
                devices: devices,
                localizer: configuration.localizer,
                files: files,
                uploads: configuration.uploads.map {
                    RemoteUploads(limits: $0, parent: configuration.uploadParent)
                },
                server: server
            )
            return (devices, host)
        }
        let accepted = AcceptedChannels(limits: configuration.connectionLimits)
        let access = AccessRoutes(
            accessControl: accessControl,
            accepted: accepted,
            localizer: configuration.localizer
        )
        let routes = RemoteRoutes(host: host, access: access)
        do throws(WebRemoteError) {
            let listener = try await RemoteListener.start(
                routes.router(),
                host: configuration.host,
                port: configuration.port,
                accepted: accepted,
                unverifiedRequestTimeout: configuration.unverifiedRequestTimeout
            )
            return WebRemote(
                listener: listener,
                host: host,
                devices: devices,
                server: server,
                accessControl: accessControl
            )
        } catch {
            await host.close()
            await server.close()
            throw error
        }
    }

    /// Stops listening, closes the connections of all pages, and returns when the port is free.
    public func close() async {
        await host.close()
        await listener.close()
        await devices.close()
        await server.close()
    }

    /// Whether the session plays a file of this remote, which cannot play on after the remote is closed.
    public func serves(_ session: CastSession) async -> Bool {
        let media = await session.media.status?.status.media
        return await host.serves(media)
    }

    /// The number of wrong tokens that clients have sent.
    public var wrongTokenCount: Int { accessControl.rejectedCount }

    /// The number of open pages.
    @MainActor public var pageCount: Int { host.pages.count }
}

/// An error when starting the web remote.
public struct WebRemoteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of an error.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: Sendable, Hashable {
        case notListening
        case portInUse
        case fileNotReadable
        /// The address is accessible from other machines, and there is no token.
        case tokenMissing
    }

    /// The kind of the error.
    public var code: Code
    /// A description for the user.
    public var description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

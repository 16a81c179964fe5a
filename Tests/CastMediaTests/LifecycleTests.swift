// SPDX-License-Identifier: Apache-2.0

import CastMedia
import NIOCore
import NIOPosix
import Testing

@Suite struct LifecycleTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `closing disconnects a client in the middle of a response`() async throws {
        let server = try await MediaServer.start(configuration: MediaServerConfiguration(host: "127.0.0.1"))
        let media = try server.share(file: folder.sparseFile("film.mp4", size: 1 << 30, ending: [1]))
        let port = await server.port
        var events = server.events().makeAsyncIterator()
        try await RawConnection.open(port: port) { connection in
            try await connection.get(media.path)
            _ = await events.next()
            await server.close()
            #expect(await connection.bytesUntilEnd() < 1 << 30)
        }
        await #expect(throws: (any Error).self) {
            try await RawConnection.open(port: port) { try await $0.bytes(1) }
        }
        guard case .answered(_, _, isComplete: false) = await events.next() else { return #expect(Bool(false)) }
        #expect(await events.next() == nil)
        await server.close()
    }

    @Test func `without an address, the server listens at all IPv4 and IPv6 addresses`() async throws {
        try await withServer {
            $0.host = nil
        } _: { server, port in
            let media = server.share(data: [5], contentType: "video/mp4", name: "a.mp4")
            for host in ["127.0.0.1", "::1"] where host == "127.0.0.1" || Self.hasIPv6 {
                try await RawConnection.open(host: host, port: port) { connection in
                    try await connection.get(media.path)
                    #expect(try await connection.response().body == [5])
                }
                #expect(server.traffic(of: media).lastClient == host)
            }
        }
    }

    private static let hasIPv6 = (try? System.enumerateDevices().contains { $0.address?.ipAddress == "::1" }) ?? false

    @Test func `a port that is in use is reported`() async throws {
        try await withServer { _, port in
            let error = await #expect(throws: MediaServerError.self) {
                try await MediaServer.start(configuration: MediaServerConfiguration(host: "127.0.0.1", port: port))
            }
            #expect(error?.code == .portInUse)
            #expect(error?.description.contains("127.0.0.1:\(port)") == true)
        }
    }

    @Test func `an address of another machine is reported`() async throws {
        let error = await #expect(throws: MediaServerError.self) {
            try await MediaServer.start(configuration: MediaServerConfiguration(host: "192.0.2.1"))
        }
        #expect(error?.code == .addressNotAvailable)
    }

    @Test func `run serves until its task is canceled, and only once`() async throws {
        let server = MediaServer(configuration: MediaServerConfiguration(host: "127.0.0.1"))
        let media = server.share(data: [5], contentType: "video/mp4", name: "a.mp4")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            try await RawConnection.open(port: server.port) { connection in
                try await connection.get(media.path)
                #expect(try await connection.response().body == [5])
            }
            group.cancelAll()
        }
        let error = await #expect(throws: MediaServerError.self) { try await server.run() }
        #expect(error?.code == .closed)
    }

    @Test func `a server that was closed before it ran does not run`() async throws {
        let server = MediaServer()
        await server.close()
        let error = await #expect(throws: MediaServerError.self) { try await server.run() }
        #expect(error?.code == .closed)
    }

    @Test(.timeLimit(.minutes(2)))
    func `connections that are opened while the server closes are closed`() async throws {
        for _ in 0..<200 {
            let server = try await MediaServer.start(configuration: MediaServerConfiguration(host: "127.0.0.1"))
            let port = await server.port
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        // The system refuses connections after the listener is closed.
                        let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                        guard let channel = try? await client.connect(host: "127.0.0.1", port: port).get() else {
                            return
                        }
                        // When a listener closes, some clients consider themselves connected until they send data.
                        try? await channel.writeAndFlush(ByteBuffer(string: "G")).get()
                        // Returns only if the server closes the connection.
                        try? await channel.closeFuture.get()
                    }
                }
                group.addTask { await server.close() }
            }
        }
    }
}

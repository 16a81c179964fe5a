// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import SystemErrors

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

/// Checks UDP port 5353, which all programs that use multicast DNS share.
enum PortProbe {
    private static let port = 5353

    static func finding() async -> Finding {
        let others = users()
        let names = others.isEmpty ? "not used by other programs" : "shared with \(others.joined(separator: ", "))"
        guard let error = await bindError() else {
            return Finding(check: "port", subject: "port 5353", verdict: .ok, detail: names)
        }
        return Finding(
            check: "port",
            subject: "port 5353",
            verdict: .failure,
            detail: "cannot be opened: \(error); \(names)",
            advice: others.isEmpty
                ? "allow this program to use UDP port 5353"
                : "quit the program that does not share the port, or configure it to share (SO_REUSEPORT)"
        )
    }

    /// Opens the port like a responder. Returns nil on success, else the system's error message.
    private static func bindError() async -> String? {
        do {
            let channel = try await DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.socketOption(.so_reuseaddr), value: 1)
                .channelOption(.socketOption(NIOBSDSocket.Option(rawValue: SO_REUSEPORT)), value: 1)
                .bind(host: "0.0.0.0", port: port)
                .get()
            try await channel.close()
            return nil
        } catch {
            return SystemErrorText.describe(error)
        }
    }

    /// Returns the names of the programs that use the port. Works on Linux; only root sees programs of other users.
    private static func users() -> [String] {
        let inodes = ["/proc/net/udp", "/proc/net/udp6"].flatMap { sockets(in: SystemFile.text(of: $0) ?? "") }
        guard !inodes.isEmpty else { return [] }
        let socketLinks = Set(inodes.map { "socket:[\($0)]" })
        let manager = FileManager.default
        var names: Set<String> = []
        var accounted: Set<String> = []
        for process in (try? manager.contentsOfDirectory(atPath: "/proc")) ?? [] where process.allSatisfy(\.isNumber) {
            let files = (try? manager.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []
            let links = files.compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)") }
            let found = socketLinks.intersection(links)
            guard !found.isEmpty else { continue }
            accounted.formUnion(found)
            names.insert((SystemFile.text(of: "/proc/\(process)/comm") ?? "").filter { !$0.isNewline })
        }
        let unknown = socketLinks.count - accounted.count
        return names.sorted() + (unknown > 0 ? ["\(unknown) of other users"] : [])
    }

    /// Returns the inodes of the sockets on the port from a table of the kernel (proc(5), `/proc/net/udp`).
    static func sockets(in table: String) -> [String] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            guard fields.count > 9, let local = fields[1].split(separator: ":").last, Int(local, radix: 16) == port
            else { return nil }
            return String(fields[9])
        }
    }
}

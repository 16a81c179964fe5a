// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("Discovery with the system's daemon")
struct SystemDirectoryTests {
    private typealias Action = SystemDirectory.Action
    private typealias Key = SystemDirectory.Key

    private func text(_ status: String) throws -> ServiceText { try ServiceText(["id": "a", "rs": status]) }

    private func address(_ text: String) -> ServiceAddress {
        ServiceAddress(text: text, interface: "eth0", isIPv6: text.contains(":"))
    }

    /// Adds an instance and completes its lookups.
    private func found(_ name: String, in directory: inout SystemDirectory) throws -> [Action] {
        let key = Key(name: name, interface: 2)
        _ = directory.added(key)
        _ = directory.resolved(key, host: "\(name).local", port: 8009, text: try text(""))
        return directory.addressesFound(key, [address("10.0.0.1")])
    }

    @Test("An instance is resolved, its addresses are looked up, IPv4 first, and its text is monitored")
    func steps() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        #expect(directory.added(key) == [.resolve(key)])
        let next = directory.resolved(key, host: "tv.local", port: 8009, text: try text(""))
        #expect(next == [.findAddresses(key, host: "tv.local")])
        let actions = directory.addressesFound(key, [address("fd00::1"), address("10.0.0.1")])
        guard case .follow(key)? = actions.first, case .notify(.found(let instance))? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(instance.port == 8009)
        #expect(instance.hostName == "tv.local")
        #expect(instance.addresses.map(\.text) == ["10.0.0.1", "fd00::1"])
        #expect(directory.removed(key) == [.release(key), .notify(.lost(name: "TV"))])
        #expect(directory.removed(key).isEmpty)
    }

    @Test("An instance that is reported for each address family is resolved once and removed with the last one")
    func families() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        #expect(directory.added(key).isEmpty)
        #expect(directory.removed(key).isEmpty)
        #expect(directory.removed(key) == [.release(key), .notify(.lost(name: "TV"))])
    }

    @Test("An instance on two interfaces is one service with the addresses of both; it loses those of a removed one")
    func interfaces() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        _ = try found("TV", in: &directory)
        let other = Key(name: "TV", interface: 3)
        _ = directory.added(other)
        _ = directory.resolved(other, host: "tv.local", port: 8009, text: try text(""))
        guard case .notify(.changed(let both))? = directory.addressesFound(other, [address("10.1.0.1")]).last else {
            Issue.record("not changed")
            return
        }
        #expect(both.addresses.map(\.text) == ["10.0.0.1", "10.1.0.1"])
        guard case .notify(.changed(let one))? = directory.removed(other).last else {
            Issue.record("not changed")
            return
        }
        #expect(one.addresses.map(\.text) == ["10.0.0.1"])
    }

    @Test("A changed text is reported immediately, and the location is resolved again, because a group may have moved")
    func changes() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        let same = directory.textAdded(key, try text(""))
        #expect(same.isEmpty)
        let actions = directory.textAdded(key, try text("Casting"))
        guard case .notify(.changed(let instance))? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(instance.text == (try text("Casting")))
        #expect(actions.last == .resolve(key))
        _ = directory.resolved(key, host: "other.local", port: 32100, text: try text("Casting"))
        guard case .notify(.changed(let moved))? = directory.addressesFound(key, [address("10.0.0.9")]).last else {
            Issue.record("not moved")
            return
        }
        #expect(moved.port == 32100)
        #expect(moved.addresses.map(\.text) == ["10.0.0.9"])
    }

    @Test("A removed text is replaced by the remaining one, as of a device that was busy for less than a second")
    func takenBack() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        _ = directory.textAdded(key, try text(""))
        _ = directory.textAdded(key, try text("Casting"))
        // The daemon did not remove the first text, so it does not report it again.
        let removed = directory.textRemoved(key, try text("Casting"))
        guard case .notify(.changed(let instance))? = removed.first else {
            Issue.record("\(removed)")
            return
        }
        #expect(instance.text == (try text("")))
        let last = directory.textRemoved(key, try text(""))
        #expect(last.isEmpty)
    }

    @Test("The order of a text's strings, which Avahi reverses when it resolves, is not a change")
    func order() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        let turned = directory.textAdded(key, try ServiceText(["rs": "", "id": "a"]))
        #expect(turned.isEmpty)
        let other = directory.textAdded(key, try ServiceText(["rs": "", "id": "b"]))
        #expect(!other.isEmpty)
    }

    @Test("A failing lookup is tried four times, and late answers have no effect")
    func failures() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = directory.added(key)
        for _ in 1..<SystemDirectory.attemptLimit {
            #expect(directory.failed(key) == [.retry(key)])
            #expect(directory.resolved(key, host: "tv.local", port: 1, text: try text("")).isEmpty)
            #expect(directory.retryDue(key) == [.resolve(key)])
        }
        #expect(directory.failed(key).isEmpty)
        #expect(directory.addressesFound(key, [address("10.0.0.1")]).isEmpty)
        #expect(directory.removed(key) == [.release(key)])
        #expect(directory.retryDue(key).isEmpty)
    }

    @Test("An instance that is removed before its lookup is skipped, and the next one is looked up")
    func removedWhileWaiting() {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let keys = (0..<SystemDirectory.lookupLimit + 2).map { Key(name: "\($0)", interface: 2) }
        for key in keys { _ = directory.added(key) }
        let (gone, next) = (keys[SystemDirectory.lookupLimit], keys[SystemDirectory.lookupLimit + 1])
        #expect(directory.removed(gone) == [.release(gone)])
        #expect(directory.removed(keys[0]) == [.release(keys[0]), .resolve(next)])
    }

    @Test("The numbers of concurrent lookups, instances and monitored texts are limited")
    func limits() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        var resolving = 0
        for index in 0..<5000 { resolving += directory.added(Key(name: "\(index)", interface: 2)).count }
        #expect(resolving == SystemDirectory.lookupLimit)
        var followed = 0
        var told = 0
        for index in 0..<5000 {
            let key = Key(name: "\(index)", interface: 2)
            _ = directory.resolved(key, host: "h.local", port: 8009, text: try text(""))
            for action in directory.addressesFound(key, [address("10.0.0.1")]) {
                switch action {
                case .follow: followed += 1
                case .notify: told += 1
                default: break
                }
            }
        }
        #expect(told == SystemDirectory.entryLimit)
        #expect(followed == SystemDirectory.followLimit)
    }
}

import Testing

@testable import MulticastDNS

@Suite("What the system's daemon knows")
struct SystemDirectoryTests {
    private typealias Action = SystemDirectory.Action
    private typealias Key = SystemDirectory.Key

    private func text(_ status: String) throws -> ServiceText { try ServiceText(["id": "a", "rs": status]) }

    private func address(_ text: String) -> ServiceAddress {
        ServiceAddress(text: text, interface: "eth0", isIPv6: text.contains(":"))
    }

    /// Adds an instance and answers every question about it.
    private func found(_ name: String, in directory: inout SystemDirectory) throws -> [Action] {
        let key = Key(name: name, interface: 2)
        _ = directory.added(key)
        _ = directory.resolved(key, host: "\(name).local", port: 8009, text: try text(""))
        return directory.addressesFound(key, [address("10.0.0.1")])
    }

    @Test("An instance is resolved, its addresses are asked for, IPv4 comes first, and its text is followed")
    func steps() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        #expect(directory.added(key) == [.resolve(key)])
        let next = directory.resolved(key, host: "tv.local", port: 8009, text: try text(""))
        #expect(next == [.findAddresses(key, host: "tv.local")])
        let actions = directory.addressesFound(key, [address("fd00::1"), address("10.0.0.1")])
        guard case .follow(key)? = actions.first, case .tell(.found(let instance))? = actions.last else {
            Issue.record("\(actions)")
            return
        }
        #expect(instance.port == 8009)
        #expect(instance.hostName == "tv.local")
        #expect(instance.addresses.map(\.text) == ["10.0.0.1", "fd00::1"])
        #expect(directory.removed(key) == [.release(key), .tell(.lost(name: "TV"))])
        #expect(directory.removed(key).isEmpty)
    }

    @Test("Named once for each address family, it is looked up once and goes with the last")
    func families() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        #expect(directory.added(key).isEmpty)
        #expect(directory.removed(key).isEmpty)
        #expect(directory.removed(key) == [.release(key), .tell(.lost(name: "TV"))])
    }

    @Test("On two interfaces it is one service with the addresses of both; it loses those of the one that goes")
    func interfaces() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        _ = try found("TV", in: &directory)
        let other = Key(name: "TV", interface: 3)
        _ = directory.added(other)
        _ = directory.resolved(other, host: "tv.local", port: 8009, text: try text(""))
        guard case .tell(.changed(let both))? = directory.addressesFound(other, [address("10.1.0.1")]).last else {
            Issue.record("not changed")
            return
        }
        #expect(both.addresses.map(\.text) == ["10.0.0.1", "10.1.0.1"])
        guard case .tell(.changed(let one))? = directory.removed(other).last else {
            Issue.record("not changed")
            return
        }
        #expect(one.addresses.map(\.text) == ["10.0.0.1"])
    }

    @Test("A changed text is told at once, and the place is looked up again, since a group may have moved")
    func changes() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        let same = directory.textAdded(key, try text(""))
        #expect(same.isEmpty)
        let actions = directory.textAdded(key, try text("Casting"))
        guard case .tell(.changed(let instance))? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(instance.text == (try text("Casting")))
        #expect(actions.last == .resolve(key))
        _ = directory.resolved(key, host: "other.local", port: 32100, text: try text("Casting"))
        guard case .tell(.changed(let moved))? = directory.addressesFound(key, [address("10.0.0.9")]).last else {
            Issue.record("not moved")
            return
        }
        #expect(moved.port == 32100)
        #expect(moved.addresses.map(\.text) == ["10.0.0.9"])
    }

    @Test("A text that is taken back gives way to the one that stayed: a device that was busy for less than a second")
    func takenBack() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        _ = directory.textAdded(key, try text(""))
        _ = directory.textAdded(key, try text("Casting"))
        // The daemon never let go of the first text, so it does not name it anew.
        let removed = directory.textRemoved(key, try text("Casting"))
        guard case .tell(.changed(let instance))? = removed.first else {
            Issue.record("\(removed)")
            return
        }
        #expect(instance.text == (try text("")))
        let last = directory.textRemoved(key, try text(""))
        #expect(last.isEmpty)
    }

    @Test("The order of a text's strings, which Avahi turns round when it resolves, is no change")
    func order() throws {
        var directory = SystemDirectory(type: "_googlecast._tcp")
        let key = Key(name: "TV", interface: 2)
        _ = try found("TV", in: &directory)
        let turned = directory.textAdded(key, try ServiceText(["rs": "", "id": "a"]))
        #expect(turned.isEmpty)
        let other = directory.textAdded(key, try ServiceText(["rs": "", "id": "b"]))
        #expect(!other.isEmpty)
    }

    @Test("What cannot be looked up is tried four times, then no more; answers that come too late change nothing")
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

    @Test("Few are looked up at a time, and a network that names instances without end is not followed")
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
                case .tell: told += 1
                default: break
                }
            }
        }
        #expect(told == SystemDirectory.entryLimit)
        #expect(followed == SystemDirectory.followLimit)
    }
}

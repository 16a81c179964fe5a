import NIOCore

/// Asks on one link for what is browsed, and keeps what is heard.
///
/// Responsibilities: the continuous questions of browses with their back-off, known answers, explicit questions for the
/// SRV, TXT and address records that a found instance lacks, refreshing records before they run out, one-shot queries,
/// and suppression of a question that another host just asked. It reports the instances that may have changed; whether
/// an instance is complete, across links, is decided above.
struct Querier {
    typealias Key = RecordCache.Key

    /// What to send.
    struct Output {
        /// To the group, from port 5353.
        var multicast: [[UInt8]] = []
        /// To the group, from another port: answers come back to it at once.
        var oneShot: [[UInt8]] = []
        /// Instances of which something changed.
        var affected: Set<DNSName> = []
    }

    /// Questions due this much later go out in the same datagram.
    static let coalescing = TimeAmount.milliseconds(10)
    static let confirmationTime = TimeAmount.seconds(10)
    /// How long to wait for the second kind of address before asking: the multicast answer that follows a unicast one
    /// brings it, or says that there is none.
    static let secondAddressDelay = TimeAmount.milliseconds(500)

    private(set) var cache: RecordCache
    private var jitter: Jitter
    /// Owners of browsed pointers, with the number of browses.
    private var browses: [DNSName: Int] = [:]
    /// Instances that a browsed pointer leads to, with their host as far as known.
    private var hosts: [DNSName: DNSName?] = [:]
    private var instancesByHost: [DNSName: Set<DNSName>] = [:]
    private var schedules: [Key: QuestionSchedule] = [:]
    private var lastAsked: [Key: NIODeadline] = [:]
    private var nextQuestionAt = NIODeadline.distantFuture
    /// One-shot queries of the last seconds: an answer must repeat the id of one.
    private var oneShotIDs: [UInt16: NIODeadline] = [:]
    private let removesUnanswered: Bool

    init(cacheLimit: Int, removesUnanswered: Bool, jitter: Jitter) {
        var jitter = jitter
        cache = RecordCache(limit: cacheLimit, jitter: jitter.fork())
        self.removesUnanswered = removesUnanswered
        self.jitter = jitter
    }

    /// When ``advance(to:)`` has something to do.
    var nextDeadline: NIODeadline { min(cache.nextDeadline, nextQuestionAt) }

    // MARK: - Browsing

    /// Begins to ask for the pointers of `owner`: a one-shot query at once, by multicast after 20 to 120 ms, then 1 s, 3 s,
    /// 7 s … after that.
    mutating func startBrowse(_ owner: DNSName, now: NIODeadline) {
        browses[owner, default: 0] += 1
        guard browses[owner] == 1 else { return }
        schedule(
            Key(name: owner, type: .ptr),
            QuestionSchedule(purpose: .browse, nextAt: now + jitter.milliseconds(20...120), oneShotAt: now)
        )
        for entry in cache.entries(owner, .ptr, now: now) {
            guard case .ptr(let target) = entry.record.data else { continue }
            follow(target, now: now)
        }
    }

    mutating func stopBrowse(_ owner: DNSName, now: NIODeadline) {
        guard let count = browses[owner] else { return }
        guard count == 1 else {
            browses[owner] = count - 1
            return
        }
        browses[owner] = nil
        schedules[Key(name: owner, type: .ptr)] = nil
        for instance in hosts.keys where !isWanted(instance, now: now) {
            unfollow(instance)
        }
    }

    /// Asks everything anew, as after the link came up.
    mutating func restart(now: NIODeadline) {
        for (key, old) in schedules {
            let earliest = lastAsked[key].map { $0 + QuestionSchedule.shortestInterval } ?? now
            var new = old
            new.attempts = 0
            new.nextAt = max(earliest, now + jitter.milliseconds(20...120))
            new.oneShotAt = old.purpose == .browse ? now : nil
            schedule(key, new)
        }
    }

    /// Asks for an instance again and forgets it unless it answers within 10 s (RFC 6762 section 10.4).
    mutating func reconfirm(_ instance: DNSName, now: NIODeadline) {
        var keys = [Key(name: instance, type: .srv), Key(name: instance, type: .txt)]
        if let host = hosts[instance] ?? nil {
            keys += [Key(name: host, type: .a), Key(name: host, type: .aaaa)]
        }
        let deadline = now + Self.confirmationTime
        for key in keys where !cache.entries(key.name, key.type, now: now).isEmpty {
            cache.doubt(key, until: deadline)
            confirm(key, now: now)
        }
        for owner in browses.keys where cache.hasPointer(owner, to: instance, now: now) {
            cache.doubtPointer(owner, to: instance, until: deadline)
            confirm(Key(name: owner, type: .ptr), now: now)
        }
    }

    private mutating func confirm(_ key: Key, now: NIODeadline) {
        if schedules[key]?.purpose == .browse {
            schedules[key]?.nextAt = now
            schedules[key]?.attempts = 0
            nextQuestionAt = min(nextQuestionAt, now)
            return
        }
        schedule(key, QuestionSchedule(purpose: .confirm, nextAt: now, oneShotAt: nil, attemptLimit: 3))
    }

    // MARK: - Receiving

    /// Takes the records of a response; returns the instances of which something changed.
    mutating func receive(
        _ message: DNSMessage,
        from source: [UInt8],
        isUnicast: Bool,
        now: NIODeadline
    ) -> Set<DNSName> {
        let changes = cache.receive(
            [message.answers, message.additionals].joined(),
            from: source,
            isUnicast: isUnicast,
            now: now
        )
        return apply(changes, now: now)
    }

    /// Whether a unicast answer repeats the id of a query sent in the last seconds.
    func expectsAnswer(id: UInt16) -> Bool {
        oneShotIDs[id] != nil
    }

    /// Takes note of another host's query: a question of ours that is due soon and would bring the same answers need not
    /// be asked (RFC 6762 section 7.3).
    mutating func observe(_ query: DNSMessage, now: NIODeadline) {
        for question in query.questions where question.concernsInternet && !question.acceptsUnicast {
            let key = Key(name: question.name, type: question.type)
            let known = query.answers.filter { $0.name == question.name && $0.type == question.type }.map(\.data)
            if removesUnanswered, !query.flags.isTruncated {
                cache.observeQuery(question, known: Set(known), now: now)
            }
            guard var schedule = schedules[key], !query.flags.isTruncated else { continue }
            guard schedule.nextAt <= now + QuestionSchedule.shortestInterval else { continue }
            let ours = Set(knownAnswers(question, now: now).map(\.data))
            guard ours.isSuperset(of: known) else { continue }
            lastAsked[key] = now
            schedules[key] = schedule.asked(at: now) ? schedule : nil
        }
    }

    private mutating func apply(_ changes: [RecordCache.Change], now: NIODeadline) -> Set<DNSName> {
        var affected: Set<DNSName> = []
        for change in changes {
            switch change {
            case .pointer(let owner, let target):
                guard browses[owner] != nil else { continue }
                affected.insert(target)
            case .name(let name):
                if hosts[name] != nil { affected.insert(name) }
                if let instances = instancesByHost[name] { affected.formUnion(instances) }
            }
        }
        for instance in affected {
            if isWanted(instance, now: now) {
                follow(instance, now: now)
            } else {
                unfollow(instance)
            }
        }
        return affected
    }

    private func isWanted(_ instance: DNSName, now: NIODeadline) -> Bool {
        browses.keys.contains { cache.hasPointer($0, to: instance, now: now) }
    }

    // MARK: - Missing records

    /// Keeps the index of hosts and asks for what the instance lacks.
    private mutating func follow(_ instance: DNSName, now: NIODeadline) {
        var host: DNSName?
        if case .srv(let location)? = cache.newest(instance, .srv, now: now) { host = location.target }
        let previous = hosts[instance] ?? nil
        if previous != host {
            if let previous { forgetHost(previous, of: instance) }
            if let host { instancesByHost[host, default: []].insert(instance) }
        }
        hosts[instance] = .some(host)
        want(Key(name: instance, type: .srv), isMissing: host == nil, now: now)
        let hasText = cache.newest(instance, .txt, now: now) != nil
        want(Key(name: instance, type: .txt), isMissing: !hasText, now: now)
        guard let host else { return }
        let has4 = !cache.entries(host, .a, now: now).isEmpty
        let has6 = !cache.entries(host, .aaaa, now: now).isEmpty
        wantAddress(host, .a, isThere: has4, isOtherThere: has6, now: now)
        wantAddress(host, .aaaa, isThere: has6, isOtherThere: has4, now: now)
    }

    private mutating func wantAddress(
        _ host: DNSName,
        _ type: DNSRecordType,
        isThere: Bool,
        isOtherThere: Bool,
        now: NIODeadline
    ) {
        let isMissing = !isThere && !cache.isDenied(host, type, now: now)
        // With one kind of address at hand the other is a nicety: most hosts would have sent both.
        want(Key(name: host, type: type), isMissing: isMissing, attemptLimit: isOtherThere ? 2 : .max, now: now)
    }

    private mutating func want(_ key: Key, isMissing: Bool, attemptLimit: Int = .max, now: NIODeadline) {
        if !isMissing {
            if schedules[key]?.purpose == .missing { schedules[key] = nil }
        } else if let schedule = schedules[key] {
            guard schedule.purpose == .missing else { return }
            schedules[key]?.attemptLimit = attemptLimit
            if schedule.attempts >= attemptLimit { schedules[key] = nil }
        } else {
            if let asked = lastAsked[key], attemptLimit != .max, now - asked < .seconds(60) { return }
            let delay = attemptLimit == .max ? Self.coalescing : Self.secondAddressDelay
            schedule(key, QuestionSchedule(purpose: .missing, nextAt: now + delay, attemptLimit: attemptLimit))
        }
    }

    private mutating func unfollow(_ instance: DNSName) {
        guard let host = hosts.removeValue(forKey: instance) else { return }
        dropSchedule(Key(name: instance, type: .srv))
        dropSchedule(Key(name: instance, type: .txt))
        if let host { forgetHost(host, of: instance) }
    }

    private mutating func forgetHost(_ host: DNSName, of instance: DNSName) {
        instancesByHost[host]?.remove(instance)
        guard instancesByHost[host]?.isEmpty == true else { return }
        instancesByHost[host] = nil
        dropSchedule(Key(name: host, type: .a))
        dropSchedule(Key(name: host, type: .aaaa))
    }

    private mutating func dropSchedule(_ key: Key) {
        if schedules[key]?.purpose != .browse { schedules[key] = nil }
    }

    private mutating func schedule(_ key: Key, _ schedule: QuestionSchedule) {
        schedules[key] = schedule
        nextQuestionAt = min(nextQuestionAt, schedule.deadline)
    }

    // MARK: - Time

    /// Removes what ran out and asks what is due.
    mutating func advance(to now: NIODeadline) -> Output {
        var output = Output()
        let (changes, refresh) = cache.advance(to: now)
        output.affected = apply(changes, now: now)
        var questions: [Key] = []
        var oneShots: [Key] = []
        for key in refresh where isWanted(key, now: now) && mayAsk(key, now: now) {
            questions.append(key)
        }
        if nextQuestionAt <= now {
            collectScheduled(&questions, &oneShots, now: now)
        }
        guard !questions.isEmpty || !oneShots.isEmpty else { return output }
        questions = Array(Set(questions)).sorted(by: Self.inOrder)
        for key in questions {
            lastAsked[key] = now
        }
        output.multicast = QueryPacker.pack(questions.map(Self.question)) { knownAnswers($0, now: now) }
        let oneShotID = UInt16(truncatingIfNeeded: jitter.next(1...0xFFFF))
        output.oneShot = QueryPacker.pack(
            Set(oneShots).sorted(by: Self.inOrder).map(Self.question),
            id: oneShotID
        ) { _ in [] }
        if !output.oneShot.isEmpty { oneShotIDs[oneShotID] = now }
        oneShotIDs = oneShotIDs.filter { now - $0.value < .seconds(10) }
        lastAsked = lastAsked.filter { now - $0.value < .seconds(60) }
        return output
    }

    private mutating func collectScheduled(_ questions: inout [Key], _ oneShots: inout [Key], now: NIODeadline) {
        nextQuestionAt = .distantFuture
        for (key, old) in schedules {
            var schedule = old
            if let oneShotAt = schedule.oneShotAt, oneShotAt <= now {
                oneShots.append(key)
                schedule.oneShotAt = nil
            }
            if schedule.nextAt <= now + Self.coalescing {
                if mayAsk(key, now: now) {
                    questions.append(key)
                    let isFirstOfBrowse = schedule.purpose == .browse && schedule.attempts == 0
                    if schedule.attempts < QuestionSchedule.oneShotAttempts, !isFirstOfBrowse { oneShots.append(key) }
                    guard schedule.asked(at: now) else {
                        schedules[key] = nil
                        continue
                    }
                } else if let asked = lastAsked[key] {
                    schedule.nextAt = asked + QuestionSchedule.shortestInterval
                }
            }
            schedules[key] = schedule
            nextQuestionAt = min(nextQuestionAt, schedule.deadline)
        }
    }

    private func mayAsk(_ key: Key, now: NIODeadline) -> Bool {
        guard let asked = lastAsked[key] else { return true }
        return now - asked >= QuestionSchedule.shortestInterval
    }

    /// Whether a record about to run out is worth asking for.
    private func isWanted(_ key: Key, now: NIODeadline) -> Bool {
        switch key.type {
        case .ptr: browses[key.name] != nil
        case .srv, .txt: hosts[key.name] != nil
        case .a, .aaaa: instancesByHost[key.name] != nil
        default: false
        }
    }

    /// The records that need not be sent again: those with more than half of their life left (RFC 6762 section 7.1).
    private func knownAnswers(_ question: DNSQuestion, now: NIODeadline) -> [DNSRecord] {
        guard question.type == .ptr else { return [] }
        return cache.entries(question.name, question.type, now: now).compactMap { entry in
            guard !entry.isFromUnicast else { return nil }
            let left = (entry.expiresAt - now).nanoseconds / 1_000_000_000
            guard left * 2 > Int64(entry.record.timeToLive) else { return nil }
            var record = entry.record
            record.flushesCache = false
            record.timeToLive = UInt32(clamping: left)
            return record
        }
    }

    private static func question(_ key: Key) -> DNSQuestion {
        DNSQuestion(name: key.name, type: key.type)
    }

    /// Pointers first: what they bring may answer the rest.
    private static func inOrder(_ left: Key, _ right: Key) -> Bool {
        if (left.type == .ptr) != (right.type == .ptr) { return left.type == .ptr }
        if left.name == right.name { return left.type.rawValue < right.type.rawValue }
        return left.name.foldedBytes.lexicographicallyPrecedes(right.name.foldedBytes)
    }
}

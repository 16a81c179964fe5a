// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Sends the queries of one link and caches the responses.
///
/// Responsibilities: the continuous queries of browses with their back-off, known answers, queries for missing SRV, TXT
/// and address records of a discovered instance, refreshing records before they expire, one-shot queries, and
/// suppression of a question that another host just asked. It reports the instances that may have changed;
/// ``ServiceDirectory`` decides whether an instance is complete, across links.
struct Querier {
    typealias Key = RecordCache.Key

    /// The datagrams to send, and the affected instances.
    struct Output {
        /// Datagrams to the group, from port 5353.
        var multicast: [[UInt8]] = []
        /// Datagrams to the group, from the port for one-shot queries. Responses to that port are sent immediately.
        var oneShot: [[UInt8]] = []
        /// The instances that may have changed.
        var affected: Set<DNSName> = []
    }

    /// Questions due within this interval are sent in the same datagram.
    static let coalescing = TimeAmount.milliseconds(10)
    static let confirmationTime = TimeAmount.seconds(10)
    /// How long unicast responses to a one-shot query are accepted.
    static let oneShotTime = TimeAmount.seconds(10)
    /// How long to wait for the second address family before querying for it: the multicast response that follows a
    /// unicast one contains it, or states that it does not exist.
    static let secondAddressDelay = TimeAmount.milliseconds(500)

    private(set) var cache: RecordCache
    private var jitter: Jitter
    /// The owner names of browsed pointers, with the number of browses.
    private var browses: [DNSName: Int] = [:]
    /// The instances that browsed pointers refer to. The value is the instance's host, nil until its SRV record is
    /// known.
    private var hostByInstance: [DNSName: DNSName?] = [:]
    private var instancesByHost: [DNSName: Set<DNSName>] = [:]
    private var schedules: [Key: QuestionSchedule] = [:]
    private var lastQueried: [Key: NIODeadline] = [:]
    private var nextQuestionAt = NIODeadline.distantFuture
    /// The IDs of recent one-shot queries; a unicast response must repeat one of them.
    private var oneShotIDs: [UInt16: NIODeadline] = [:]
    /// Whether records are removed that other hosts query for twice without a response (RFC 6762 section 10.5).
    private let removesUnansweredRecords: Bool

    init(cacheLimit: Int, removesUnansweredRecords: Bool, jitter: Jitter) {
        var jitter = jitter
        cache = RecordCache(limit: cacheLimit, jitter: jitter.fork())
        self.removesUnansweredRecords = removesUnansweredRecords
        self.jitter = jitter
    }

    /// The time of the next call of ``advance(to:)``.
    var nextDeadline: NIODeadline { min(cache.nextDeadline, nextQuestionAt) }

    // MARK: - Browsing

    /// Starts to query for the pointers of `owner`: by a one-shot query immediately, by multicast after 20 to 120 ms,
    /// then 1 s, 3 s, 7 s and so on after that.
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
        for instance in hostByInstance.keys where !isNeeded(instance, now: now) {
            unfollow(instance)
        }
    }

    /// Restarts all queries, for example after the link came up.
    mutating func restart(now: NIODeadline) {
        for (key, old) in schedules {
            let earliest = lastQueried[key].map { $0 + QuestionSchedule.shortestInterval } ?? now
            var new = old
            new.attempts = 0
            new.nextAt = max(earliest, now + jitter.milliseconds(20...120))
            new.oneShotAt = old.purpose == .browse ? now : nil
            schedule(key, new)
        }
    }

    /// Queries for an instance again and removes it unless it answers within 10 s (RFC 6762 section 10.4).
    mutating func reconfirm(_ instance: DNSName, now: NIODeadline) {
        var keys = [Key(name: instance, type: .srv), Key(name: instance, type: .txt)]
        if let host = hostByInstance[instance] ?? nil {
            keys += [Key(name: host, type: .a), Key(name: host, type: .aaaa)]
        }
        let deadline = now + Self.confirmationTime
        for key in keys where cache.contains(key.name, key.type, now: now) {
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

    /// Adds the records of a response to the cache. Returns the instances that may have changed.
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

    /// Whether `id` is the ID of a one-shot query of the last 10 s.
    func expectsAnswer(id: UInt16, now: NIODeadline) -> Bool {
        guard let queriedAt = oneShotIDs[id] else { return false }
        return now - queriedAt < Self.oneShotTime
    }

    /// Handles another host's query: a question of this host that is due soon and would produce the same answers is
    /// skipped (RFC 6762 section 7.3).
    mutating func observe(_ query: DNSMessage, now: NIODeadline) {
        for question in query.questions where question.concernsInternet && !question.acceptsUnicast {
            let key = Key(name: question.name, type: question.type)
            let known = query.answers.filter { $0.name == question.name && $0.type == question.type }.map(\.data)
            if removesUnansweredRecords, !query.flags.isTruncated {
                cache.observeQuery(question, known: Set(known), now: now)
            }
            guard var schedule = schedules[key], !query.flags.isTruncated else { continue }
            guard schedule.nextAt <= now + QuestionSchedule.shortestInterval else { continue }
            let ours = Set(knownAnswers(question, now: now).map(\.data))
            guard ours.isSuperset(of: known) else { continue }
            lastQueried[key] = now
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
                if hostByInstance[name] != nil { affected.insert(name) }
                if let instances = instancesByHost[name] { affected.formUnion(instances) }
            }
        }
        for instance in affected {
            if isNeeded(instance, now: now) {
                follow(instance, now: now)
            } else {
                unfollow(instance)
            }
        }
        return affected
    }

    private func isNeeded(_ instance: DNSName, now: NIODeadline) -> Bool {
        browses.keys.contains { cache.hasPointer($0, to: instance, now: now) }
    }

    // MARK: - Missing records

    /// Updates the index of hosts and queries for the missing records of an instance.
    private mutating func follow(_ instance: DNSName, now: NIODeadline) {
        var host: DNSName?
        if case .srv(let location)? = cache.newest(instance, .srv, now: now) { host = location.target }
        let previous = hostByInstance[instance] ?? nil
        if previous != host {
            if let previous { forgetHost(previous, of: instance) }
            if let host { instancesByHost[host, default: []].insert(instance) }
        }
        hostByInstance[instance] = .some(host)
        updateSchedule(Key(name: instance, type: .srv), isMissing: host == nil, now: now)
        let hasText = cache.contains(instance, .txt, now: now)
        updateSchedule(Key(name: instance, type: .txt), isMissing: !hasText, now: now)
        guard let host else { return }
        let hasIPv4 = cache.contains(host, .a, now: now)
        let hasIPv6 = cache.contains(host, .aaaa, now: now)
        updateAddressSchedule(host, .a, isKnown: hasIPv4, isOtherFamilyKnown: hasIPv6, now: now)
        updateAddressSchedule(host, .aaaa, isKnown: hasIPv6, isOtherFamilyKnown: hasIPv4, now: now)
    }

    private mutating func updateAddressSchedule(
        _ host: DNSName,
        _ type: DNSRecordType,
        isKnown: Bool,
        isOtherFamilyKnown: Bool,
        now: NIODeadline
    ) {
        let isMissing = !isKnown && !cache.isDenied(host, type, now: now)
        // If an address of one family is known, the other one is optional: most hosts would have sent both.
        let attemptLimit = isOtherFamilyKnown ? 2 : Int.max
        updateSchedule(Key(name: host, type: type), isMissing: isMissing, attemptLimit: attemptLimit, now: now)
    }

    /// Starts, adjusts or ends the queries for a record, depending on whether it is missing.
    private mutating func updateSchedule(_ key: Key, isMissing: Bool, attemptLimit: Int = .max, now: NIODeadline) {
        if !isMissing {
            if schedules[key]?.purpose == .missing { schedules[key] = nil }
        } else if let schedule = schedules[key] {
            guard schedule.purpose == .missing else { return }
            schedules[key]?.attemptLimit = attemptLimit
            if schedule.attempts >= attemptLimit { schedules[key] = nil }
        } else {
            if let queried = lastQueried[key], attemptLimit != .max, now - queried < .seconds(60) { return }
            let delay = attemptLimit == .max ? Self.coalescing : Self.secondAddressDelay
            schedule(key, QuestionSchedule(purpose: .missing, nextAt: now + delay, attemptLimit: attemptLimit))
        }
    }

    private mutating func unfollow(_ instance: DNSName) {
        guard let host = hostByInstance.removeValue(forKey: instance) else { return }
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

    /// Removes expired records and sends the queries that are due.
    mutating func advance(to now: NIODeadline) -> Output {
        var output = Output()
        let (changes, refresh) = cache.advance(to: now)
        output.affected = apply(changes, now: now)
        var questions: [Key] = []
        var oneShots: [Key] = []
        for key in refresh where isNeeded(key, now: now) && mayQuery(key, now: now) {
            questions.append(key)
        }
        if nextQuestionAt <= now {
            collectScheduled(&questions, &oneShots, now: now)
        }
        guard !questions.isEmpty || !oneShots.isEmpty else { return output }
        questions = Array(Set(questions)).sorted(by: Self.inOrder)
        for key in questions {
            lastQueried[key] = now
        }
        output.multicast = QueryPacker.pack(questions.map(Self.question)) { knownAnswers($0, now: now) }
        let oneShotID = UInt16(truncatingIfNeeded: jitter.next(1...0xFFFF))
        output.oneShot = QueryPacker.pack(
            Set(oneShots).sorted(by: Self.inOrder).map(Self.question),
            id: oneShotID
        ) { _ in [] }
        if !output.oneShot.isEmpty { oneShotIDs[oneShotID] = now }
        oneShotIDs = oneShotIDs.filter { now - $0.value < Self.oneShotTime }
        lastQueried = lastQueried.filter { now - $0.value < .seconds(60) }
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
                if mayQuery(key, now: now) {
                    questions.append(key)
                    let isFirstOfBrowse = schedule.purpose == .browse && schedule.attempts == 0
                    if schedule.attempts < QuestionSchedule.oneShotAttempts, !isFirstOfBrowse { oneShots.append(key) }
                    guard schedule.asked(at: now) else {
                        schedules[key] = nil
                        continue
                    }
                } else if let queried = lastQueried[key] {
                    schedule.nextAt = queried + QuestionSchedule.shortestInterval
                }
            }
            schedules[key] = schedule
            nextQuestionAt = min(nextQuestionAt, schedule.deadline)
        }
    }

    private func mayQuery(_ key: Key, now: NIODeadline) -> Bool {
        guard let queried = lastQueried[key] else { return true }
        return now - queried >= QuestionSchedule.shortestInterval
    }

    /// Whether a record that is about to expire should be refreshed.
    private func isNeeded(_ key: Key, now: NIODeadline) -> Bool {
        switch key.type {
        case .ptr: browses[key.name] != nil
        case .srv, .txt: hostByInstance[key.name] != nil
        case .a, .aaaa: instancesByHost[key.name] != nil
        default: false
        }
    }

    /// Returns the known answers to include in a query: records with more than half of their lifetime left (RFC 6762
    /// section 7.1).
    private func knownAnswers(_ question: DNSQuestion, now: NIODeadline) -> [DNSRecord] {
        guard question.type == .ptr else { return [] }
        return cache.entries(question.name, question.type, now: now).compactMap { entry in
            guard !entry.isFromUnicast else { return nil }
            let remaining = (entry.expiresAt - now).nanoseconds / 1_000_000_000
            guard remaining * 2 > Int64(entry.record.timeToLive) else { return nil }
            var record = entry.record
            record.flushesCache = false
            record.timeToLive = UInt32(clamping: remaining)
            return record
        }
    }

    private static func question(_ key: Key) -> DNSQuestion {
        DNSQuestion(name: key.name, type: key.type)
    }

    /// Sorts pointers first, because the responses to them may answer the other questions.
    private static func inOrder(_ left: Key, _ right: Key) -> Bool {
        if (left.type == .ptr) != (right.type == .ptr) { return left.type == .ptr }
        if left.name == right.name { return left.type.rawValue < right.type.rawValue }
        return left.name.foldedBytes.lexicographicallyPrecedes(right.name.foldedBytes)
    }
}

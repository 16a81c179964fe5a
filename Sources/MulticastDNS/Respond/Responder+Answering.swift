// SPDX-License-Identifier: Apache-2.0

import NIOCore

extension Responder {
    /// Handles a query.
    ///
    /// - Parameter isOwn: Whether this process sent the query. Such a query is answered, too, but the records it
    ///   proposes are not treated as those of a competing host.
    mutating func receive(_ query: DNSMessage, from source: PacketSource, isOwn: Bool, now: NIODeadline) -> Output {
        var output = Output()
        guard !entries.isEmpty else { return output }
        if !isOwn, !query.authorities.isEmpty { breakTies(query.authorities, now: now) }
        if source.port != PacketSource.multicastPort {
            answerOneShot(query, source, now: now)
            sendOneShotAnswers(now: now, &output)
            return output
        }
        let delay = jitter.milliseconds(400...500)
        if deferred.take(query, from: source, delay: delay, now: now) { return output }
        let completeQuery = DeferredQueries.Query(
            source: source,
            questions: query.questions,
            knownAnswers: query.answers,
            dueAt: now
        )
        answer(completeQuery, isProbe: !query.authorities.isEmpty, now: now, &output)
        return output
    }

    /// Adds the unicast answers to the output and schedules the multicast answers. All known answers of the query must
    /// have arrived.
    mutating func answer(
        _ query: DeferredQueries.Query,
        isProbe: Bool = false,
        now: NIODeadline,
        _ output: inout Output
    ) {
        let known = KnownAnswers(query.knownAnswers)
        var otherHostsMayAnswer = false
        var multicast: [RecordIdentifier] = []
        var unicast: [RecordIdentifier] = []
        for question in query.questions where question.concernsInternet {
            let found = answers(to: question)
            if found.isEmpty || found.contains(where: \.isShared) { otherHostsMayAnswer = true }
            for record in found where !isKnown(record, known) {
                // Several programs on a host may share port 5353, and a unicast response reaches only one of them. A
                // querier on this host is therefore always answered by multicast (RFC 6762 section 15.1).
                if question.acceptsUnicast, !needsMulticast(record, for: query.source, now: now) {
                    unicast.append(record)
                } else {
                    multicast.append(record)
                    if question.acceptsUnicast, !query.source.isOwnHost { unicast.append(record) }
                }
            }
        }
        if !unicast.isEmpty {
            let datagrams = ResponsePacker().pack(unicast.map(group)) { records($0) }
            output.unicast += datagrams.map { ($0, query.source) }
        }
        // Unique records are sent immediately if no other host can have an answer. Shared records are delayed, so that
        // many hosts do not respond at the same time (RFC 6762 section 6).
        let delay: TimeAmount = otherHostsMayAnswer ? jitter.milliseconds(20...120) : .nanoseconds(0)
        for record in multicast {
            let isDefense = isProbe && !record.isShared
            let dueAt = isDefense ? now : max(now + delay, earliestMulticast(record, now: now))
            pending.add(record, at: dueAt, by: query.source.family)
        }
        if pending.nextDeadline <= now {
            let sent = advance(to: now)
            output.multicast += sent.multicast
            output.unicast += sent.unicast
            output.events += sent.events
        }
    }

    /// Whether to multicast a record although unicast is accepted: it was not multicast within the last quarter of its
    /// time to live (RFC 6762 section 5.4), or the querier is on this host.
    private func needsMulticast(_ record: RecordIdentifier, for source: PacketSource, now: NIODeadline) -> Bool {
        guard !source.isOwnHost, let last = lastMulticast[record] else { return true }
        let timeToLive = records(record).first?.timeToLive ?? 0
        return now - last > .seconds(Int64(timeToLive) / 4)
    }

    /// The maximum number of questions that a response to a one-shot query repeats (RFC 6762 section 6.7). Each
    /// datagram of the response contains them.
    private static let repeatedQuestionLimit = 16

    /// Responds to a one-shot query immediately by unicast, in the form that simple resolvers understand (RFC 6762
    /// section 6.7).
    private mutating func answerOneShot(_ query: DNSMessage, _ source: PacketSource, now: NIODeadline) {
        let known = KnownAnswers(query.answers)
        var found: [RecordIdentifier] = []
        var answered: [DNSQuestion] = []
        var seen: Set<RecordIdentifier> = []
        for question in query.questions where question.concernsInternet {
            let answers = answers(to: question).filter { !isKnown($0, known) && seen.insert($0).inserted }
            guard !answers.isEmpty else { continue }
            found += answers
            answered.append(question)
        }
        guard !found.isEmpty else { return }
        let isLong = query.questions.count > Self.repeatedQuestionLimit
        let questions = isLong ? Array(answered.prefix(Self.repeatedQuestionLimit)) : query.questions
        oneShotAnswers.append(
            OneShotAnswers.Answer(id: query.id, questions: questions, records: found[...], source: source),
            now: now
        )
    }

    /// Sends the next part of the queued responses.
    mutating func sendOneShotAnswers(now: NIODeadline, _ output: inout Output) {
        guard let (answer, part) = oneShotAnswers.takePart(at: now) else { return }
        let packer = ResponsePacker(id: answer.id, commonQuestions: answer.questions, compressesEveryName: false)
        let groups = part.map { record in
            var group = group(record)
            // NSEC records are omitted to save space: their names may not be compressed in these responses, and
            // resolvers that do not implement multicast DNS ignore them.
            group.additionals.removeAll { if case .hostDenial = $0 { true } else { false } }
            return group
        }
        let datagrams = packer.pack(groups) { own in
            records(own).map { record in
                var record = record
                record.timeToLive = min(record.timeToLive, OneShotAnswers.timeToLive)
                record.flushesCache = false
                return record
            }
        }
        output.unicast += datagrams.map { ($0, answer.source) }
    }

    // MARK: - Selecting answers

    /// Returns the records that answer a question. Services that are still being probed are excluded.
    func answers(to question: DNSQuestion) -> [RecordIdentifier] {
        let type = question.type
        var result: [RecordIdentifier] = []
        if type == .ptr || type == .any {
            if question.name == AnnouncedService.enumerationName {
                let announcedTypes = types.filter { $0.value.contains(where: isAnnounced) }.keys
                result += announcedTypes.map { .enumeration(type: $0) }
            }
            result += (types[question.name] ?? []).filter(isAnnounced).map { .pointer($0) }
            result += (subtypes[question.name] ?? []).filter(isAnnounced).map { .subtype($0, owner: question.name) }
        }
        if let id = instances[question.name], isAnnounced(id) {
            switch type {
            case .srv: result.append(.location(id))
            case .txt: result.append(.text(id))
            case .any: result += [.location(id), .text(id)]
            default: result.append(.instanceDenial(id))
            }
        }
        if hosts[question.name]?.isVerified == true {
            result += hostAnswers(question.name, type)
        }
        return result
    }

    private func hostAnswers(_ host: DNSName, _ type: DNSRecordType) -> [RecordIdentifier] {
        let types = Set(addresses(host).map(\.type))
        var result: [RecordIdentifier] = []
        if types.contains(.a), type == .a || type == .any { result.append(.address4(host: host)) }
        if types.contains(.aaaa), type == .aaaa || type == .any { result.append(.address6(host: host)) }
        return result.isEmpty ? [.hostDenial(host: host)] : result
    }

    private func isAnnounced(_ id: AnnouncedService.ID) -> Bool {
        entries[id]?.phase == .established
    }

    private func isKnown(_ own: RecordIdentifier, _ known: KnownAnswers) -> Bool {
        guard !known.isEmpty else { return false }
        let ours = records(own)
        return !ours.isEmpty && ours.allSatisfy(known.covers)
    }
}

/// The answers that a querier already has.
struct KnownAnswers {
    private struct Key: Hashable {
        var name: DNSName
        var data: DNSRecordData
    }

    private var timesToLive: [Key: UInt32] = [:]

    init(_ records: [DNSRecord]) {
        for record in records {
            timesToLive[Key(name: record.name, data: record.data)] = record.timeToLive
        }
    }

    var isEmpty: Bool { timesToLive.isEmpty }

    /// Whether the querier has the record with at least half of its lifetime left (RFC 6762 section 7.1).
    func covers(_ record: DNSRecord) -> Bool {
        guard let remaining = timesToLive[Key(name: record.name, data: record.data)] else { return false }
        return remaining >= record.timeToLive / 2
    }
}

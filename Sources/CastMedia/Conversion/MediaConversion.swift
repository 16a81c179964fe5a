// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A conversion that makes the segments of a file when a device requests them.
///
/// `ffmpeg` writes into a pipe, and this actor divides the output into segments. It reads only a few segments ahead of
/// the device; `ffmpeg` then waits for the pipe. A request for a distant segment restarts `ffmpeg` there. A large segment
/// is passed on while it is made, and not kept. Nothing is written to the disk. Without requests for a minute, `ffmpeg`
/// ends; the next request starts it again.
actor MediaConversion {
    /// Starts a converter at a time in seconds, passes its output on, and returns when it ends. The closure that receives
    /// the output returns whether it wants more.
    typealias Convert = @Sendable (_ start: Double, _ receive: @Sendable ([UInt8]) async -> Bool) async throws -> Void

    /// The limits of a conversion.
    struct Limits: Sendable {
        /// The number of segments to make ahead of the newest request. It grows from 0 with the number of requests: at the
        /// start, the device needs the first segment, and on a slow machine the time that others take.
        var lead = 3
        /// The number of segments to keep before the newest request.
        var kept = 2
        /// The size in bytes of all segments in memory at which the converter waits, and above which no segments before
        /// the newest request are kept. The requested segment can be larger.
        var totalSize = 4 << 20
        /// The size in bytes above which a requested segment is passed on while it is made. The converter then waits while
        /// more bytes than this have not been sent.
        var streamedSize = 2 << 20
        /// The time for which a second request for a segment that is passed on waits for the first one.
        var handover = Duration.seconds(2)
        /// The largest size of a segment in bytes.
        var segmentSize = 128 << 20
        /// The distance in segments for which a request waits rather than restarts the converter.
        var patience = 3
        /// The time without output after which a converter with a waiting request is ended.
        var stall = Duration.seconds(30)
        /// The time without requests after which the converter is ended.
        var idle = Duration.seconds(60)
        /// The number of failures in a row after which no converter is started any more.
        var failures = 3
    }

    nonisolated let schedule: SegmentSchedule
    private let convert: Convert
    private let limits: Limits

    /// The content of a request: the initialization section or a segment.
    private enum Target: Hashable {
        case initialization
        case segment(Int)
    }

    /// A running converter. A class, because changes of a structure would copy the segment that is being made.
    private final class Run {
        let id: Int
        let first: Int
        /// The index of the segment that is being made.
        var current: Int
        var parser = FragmentParser()
        var pending = SegmentData()
        /// The segment that is being made, if it is passed on already.
        var stream: SegmentStream?
        /// The time of the newest fragment, in seconds.
        var fragmentTime = -Double.infinity
        /// The end of the fragment that arrives, in seconds.
        var fragmentEnd: Double?
        /// The time by which the converter moved the first fragment, in seconds: pictures that are not in the order of
        /// their times begin later in MP4.
        var shift: Double?
        var lastOutput = ContinuousClock.now
        var demand: CheckedContinuation<Void, Never>?

        init(id: Int, first: Int) {
            self.id = id
            self.first = first
            current = first
        }
    }

    private var run: Run?
    private var runTask: Task<Void, Never>?
    private var watchTask: Task<Void, Never>?
    private var runCount = 0
    private var initialization: SegmentData?
    private var segments: [Int: SegmentData] = [:]
    private var waiters: [Target: [CheckedContinuation<SegmentContent, any Error>]] = [:]
    /// The streams that are read, by the ids of their readers.
    private var streams: [Int: SegmentStream] = [:]
    private var readerCount = 0
    /// The requests that wait for the end of a stream.
    private var handovers: [CheckedContinuation<Void, Never>] = []
    private var newestRequest = 0
    /// The number of segments that were requested since the last seek.
    private var requestsInRow = 0
    private var lastRequest = ContinuousClock.now
    private var failuresInRow = 0
    private var lastFailure: MediaConversionError?
    private var isClosed = false

    init(schedule: SegmentSchedule, limits: Limits = Limits(), convert: @escaping Convert) {
        self.schedule = schedule
        self.limits = limits
        self.convert = convert
    }

    /// Ends the converter and fails waiting requests.
    func close() async {
        isClosed = true
        watchTask?.cancel()
        let task = runTask
        endRun(.failed("the conversion was ended"))
        await task?.value
        segments = [:]
        streams = [:]
        resumeHandovers()
    }

    // MARK: - Requests

    /// Starts the converter before the first request, so that the device need not wait for it.
    ///
    /// - Parameter time: The position in seconds at which the device will start.
    func begin(at time: Double) {
        guard run == nil, runCount == 0, (try? begin()) != nil else { return }
        newestRequest = schedule.index(at: time)
        start(at: newestRequest)
    }

    /// Returns the initialization section.
    func initializationSection() async throws -> SegmentData {
        if let initialization { return initialization }
        try begin()
        if run == nil { start(at: 0) }
        return try await whole(wait(for: .initialization))
    }

    /// Returns a segment of the schedule, which must contain it, when it is complete.
    func segment(_ index: Int) async throws -> SegmentData { try await whole(content(of: index)) }

    /// Returns a segment of the schedule, which must contain it, when it is complete or large.
    func content(of index: Int) async throws -> SegmentContent {
        try begin()
        // Another page of the device requests the same segment, or this one again after its connection was lost.
        if let stream = run?.stream, stream.index == index, stream.hasReaders {
            await handover()
            try begin()
        }
        // A device that seeks needs a key frame. A segment without one gets it by a start of the converter.
        let isContinuation =
            schedule.beginsWithKeyFrame(index) || index == newestRequest || index == newestRequest + 1
        requestsInRow = index == newestRequest + 1 ? requestsInRow + 1 : 1
        newestRequest = index
        if isContinuation, let segment = segments[index] {
            removeOld()
            resumeConverter()
            return .complete(segment)
        }
        if isContinuation, let run, index >= run.current, index <= run.current + limits.patience,
            run.stream?.index != index
        {
            resumeConverter()
            passOnIfLarge(run, isRequested: index == run.current)
            if let reader = newReader(of: run.stream, index) { return .stream(reader) }
        } else {
            endRun(.superseded)
            segments = [:]
            start(at: index)
        }
        return try await wait(for: .segment(index))
    }

    private func begin() throws(MediaConversionError) {
        guard !isClosed else { throw .failed("the conversion was ended") }
        if failuresInRow >= limits.failures, let lastFailure { throw lastFailure }
        lastRequest = .now
        watch()
    }

    private func wait(for target: Target) async throws -> SegmentContent {
        try await withCheckedThrowingContinuation { waiters[target, default: []].append($0) }
    }

    private func resume(_ target: Target, _ result: Result<SegmentData, MediaConversionError>) {
        for waiter in waiters.removeValue(forKey: target) ?? [] { waiter.resume(with: result.map { .complete($0) }) }
    }

    /// Returns a segment when it is complete.
    private func whole(_ content: SegmentContent) async throws -> SegmentData {
        switch content {
        case .complete(let data): return data
        case .stream(let reader):
            defer { closeReader(reader.id) }
            var data = SegmentData()
            while let bytes = try await read(reader.id) {
                data.append(bytes)
                guard data.count <= limits.segmentSize else { throw tooLarge }
            }
            return data
        }
    }

    private var tooLarge: MediaConversionError {
        .failed("a segment of the media exceeds \(limits.segmentSize >> 20) MB")
    }

    // MARK: - Large segments

    /// Passes the segment that is being made on to the requests that wait for it, if it is large.
    ///
    /// - Parameter isRequested: Whether there is such a request, which adds itself as a reader.
    private func passOnIfLarge(_ run: Run, isRequested: Bool) {
        let target = Target.segment(run.current)
        // What a converter writes before the first segment of its run may have to be removed.
        let isSure = run.current > run.first || run.fragmentTime >= schedule.starts[run.first] + Self.timeTolerance
        guard run.stream == nil, isSure, isRequested, run.pending.count > limits.streamedSize else { return }
        let stream = SegmentStream(index: run.current, data: run.pending)
        (run.stream, run.pending) = (stream, SegmentData())
        for waiter in waiters.removeValue(forKey: target) ?? [] {
            if let reader = newReader(of: stream, run.current) { waiter.resume(returning: .stream(reader)) }
        }
    }

    private func newReader(of stream: SegmentStream?, _ index: Int) -> SegmentReader? {
        guard let stream, stream.index == index else { return nil }
        readerCount += 1
        stream.addReader(readerCount)
        streams[readerCount] = stream
        return SegmentReader(conversion: self, id: readerCount)
    }

    /// Returns the next bytes of a stream for a reader; `nil` at its end.
    func read(_ id: Int) async throws -> ByteBuffer? {
        guard let stream = streams[id] else { throw MediaConversionError.failed("the conversion was ended") }
        lastRequest = .now
        return try await withCheckedThrowingContinuation { continuation in
            stream.read(id, continuation)
            resumeConverter()
        }
    }

    func closeReader(_ id: Int) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        stream.removeReader(id)
        if !stream.hasReaders { resumeHandovers() }
        resumeConverter()
    }

    /// Waits until no request reads the segment that is being made, at most for a moment.
    private func handover() async {
        let limit = Task { [limits] in
            guard (try? await Task.sleep(for: limits.handover)) != nil else { return }
            resumeHandovers()
        }
        await withCheckedContinuation { handovers.append($0) }
        limit.cancel()
    }

    private func resumeHandovers() {
        for waiter in handovers { waiter.resume() }
        handovers = []
    }

    // MARK: - Converter

    private func start(at index: Int) {
        runCount += 1
        let id = runCount
        run = Run(id: id, first: index)
        let earlier = runTask
        let start = index == 0 ? 0 : schedule.starts[index]
        runTask = Task { [convert, weak self] in
            // Two converters at once would slow each other down.
            await earlier?.value
            guard await self?.isCurrent(id) == true else { return }
            let result: Result<Void, MediaConversionError>
            do {
                try await convert(start) { [weak self] bytes in await self?.receive(bytes, run: id) ?? false }
                result = .success(())
            } catch {
                result = .failure((error as? MediaConversionError) ?? .failed("\(error)"))
            }
            await self?.ended(id, result)
        }
    }

    private func isCurrent(_ id: Int) -> Bool { run?.id == id }

    /// Handles output of a converter. Returns whether it should continue, after waiting for a request if enough segments
    /// exist.
    private func receive(_ bytes: [UInt8], run id: Int) async -> Bool {
        guard let run, run.id == id else { return false }
        run.lastOutput = .now
        do throws(FragmentParser.Invalid) {
            for part in try run.parser.parse(bytes) { add(part, to: run) }
        } catch {
            fail(.failed("ffmpeg wrote \(error)"))
            return false
        }
        guard run.pending.count <= limits.segmentSize else {
            fail(tooLarge)
            return false
        }
        passOnIfLarge(run, isRequested: waiters[.segment(run.current)] != nil)
        removeOld()
        while self.run?.id == id, isFarAhead(run) {
            await withCheckedContinuation { run.demand = $0 }
            run.lastOutput = .now
        }
        return self.run?.id == id
    }

    private func add(_ part: FragmentParser.Part, to run: Run) {
        switch part {
        case .initialization(let buffer):
            let section = initialization ?? SegmentData(buffer)
            initialization = section
            resume(.initialization, .success(section))
        case .fragment(let fragment):
            (run.fragmentTime, run.fragmentEnd) = (fragment.time, fragment.end)
            run.shift = run.shift ?? fragment.time - schedule.starts[run.first]
            // A converter that started early enough to find a key frame wrote more than the segment needs. Players
            // misplace a segment that begins long before its time.
            let isFirst = run.current == run.first
            if isFirst, fragment.isIndependent, fragment.time < schedule.starts[run.first] + Self.timeTolerance {
                run.pending = SegmentData()
            }
            // After a restart, a copied video begins with the key frame before the segment.
            var index = max(run.current, schedule.index(at: fragment.time + Self.timeTolerance))
            // The end of a group of pictures can be a fragment of its own, close to the key frame of the next segment.
            if index > run.current, !fragment.isIndependent, schedule.beginsWithKeyFrame(index),
                fragment.time < schedule.starts[index] + Self.timeTolerance * 3
            {
                index -= 1
            }
            if index > run.current { finishSegments(of: run, before: index) }
        case .data(let buffer):
            if let stream = run.stream { stream.append(buffer) } else { run.pending.append(buffer) }
        case .end:
            // The next fragment would show as well that the segment is complete, but it takes seconds to encode.
            guard schedule.hasRegularKeyFrames, let end = run.fragmentEnd, let shift = run.shift,
                (0...0.5).contains(shift), run.current + 1 < schedule.count
            else { return }
            if end - shift >= schedule.starts[run.current + 1] - 0.02 {
                finishSegments(of: run, before: run.current + 1)
            }
        }
    }

    /// The inaccuracy of times in seconds.
    private static let timeTolerance = SegmentSchedule.timeTolerance

    /// The size in bytes of the segments in memory.
    var storedSize: Int { segments.values.reduce(unfinishedSize) { $0 + $1.count } }

    /// The size in bytes of the segment that is being made, and of the streams that have not been read to their ends.
    private var unfinishedSize: Int {
        var streams = Dictionary(self.streams.values.map { ($0.index, $0) }) { first, _ in first }
        if let stream = run?.stream { streams[stream.index] = stream }
        return streams.values.reduce(run?.pending.count ?? 0) { $0 + $1.storedSize }
    }

    /// Stores the segment in progress, and empty ones up to an index: the source has a gap there.
    private func finishSegments(of run: Run, before index: Int) {
        if let stream = run.stream, run.current < index {
            stream.finish()
            run.stream = nil
            run.current += 1
            failuresInRow = 0
        }
        while run.current < index {
            let segment = run.pending.count > 0 ? run.pending : Self.emptySegment
            run.pending = SegmentData()
            segments[run.current] = segment
            resume(.segment(run.current), .success(segment))
            run.current += 1
            failuresInRow = 0
        }
    }

    /// A segment type box: a segment without media.
    private static let emptySegment = SegmentData(
        ByteBuffer(bytes: [0, 0, 0, 24] + Array("stypmsdh".utf8) + [0, 0, 0, 0] + Array("msdhmsix".utf8))
    )

    private func isFarAhead(_ run: Run) -> Bool {
        if let stream = run.stream { return stream.storedSize > limits.streamedSize }
        guard !waiters.keys.contains(where: { isMade($0, by: run) }) else { return false }
        let isPastRequest = run.current > newestRequest
        let lead = min(limits.lead, requestsInRow)
        return run.current > newestRequest + lead || (isPastRequest && neededSize > limits.totalSize)
    }

    /// The size in bytes of the segments from the newest request on, and of the one that is being made.
    private var neededSize: Int {
        segments.reduce(unfinishedSize) { $0 + ($1.key >= newestRequest ? $1.value.count : 0) }
    }

    private func isMade(_ target: Target, by run: Run) -> Bool {
        switch target {
        case .initialization: true
        case .segment(let index): index >= run.current
        }
    }

    private func resumeConverter() {
        guard let run, !isFarAhead(run), let demand = run.demand else { return }
        run.demand = nil
        demand.resume()
    }

    private func removeOld() {
        let old = segments.keys.filter { $0 < newestRequest }.sorted(by: >)
        var size = neededSize
        for (position, index) in old.enumerated() {
            size += segments[index]?.count ?? 0
            if position >= limits.kept || size > limits.totalSize { segments[index] = nil }
        }
    }

    private func ended(_ id: Int, _ result: Result<Void, MediaConversionError>) {
        guard let run, run.id == id else { return }
        switch result {
        case .success where initialization == nil:
            fail(.failed("ffmpeg wrote no media"))
        case .success:
            finishSegments(of: run, before: schedule.count)
            self.run = nil
            // No converter makes what is still missing.
            failWaiters(.failed("ffmpeg wrote no media"))
        case .failure(let error):
            fail(error)
        }
    }

    /// Records a failure of the converter and fails all waiting requests.
    private func fail(_ error: MediaConversionError) {
        failuresInRow += 1
        lastFailure = error
        endRun(error)
    }

    private func endRun(_ error: MediaConversionError) {
        let demand = run?.demand
        run?.demand = nil
        run?.stream?.fail(error)
        run = nil
        runTask?.cancel()
        demand?.resume()
        failWaiters(error)
    }

    private func failWaiters(_ error: MediaConversionError) {
        for target in Array(waiters.keys) { resume(target, .failure(error)) }
    }

    // MARK: - Time limits

    private func watch() {
        guard watchTask == nil else { return }
        let period = min(limits.stall, limits.idle) / 8
        watchTask = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: period)
                guard await self?.checkTimeLimits() == true else { return }
            }
        }
    }

    /// Ends a converter that hangs or that no device needs. Returns whether to continue.
    private func checkTimeLimits() -> Bool {
        guard !isClosed else { return false }
        let now = ContinuousClock.now
        if let run, !waiters.isEmpty || run.stream?.isAwaited == true, now - run.lastOutput > limits.stall {
            fail(.failed("ffmpeg wrote nothing for \(limits.stall.components.seconds) seconds"))
        } else if now - lastRequest > limits.idle, run?.stream?.hasReaders != true {
            endRun(.superseded)
            segments = [:]
            watchTask = nil
            return false
        }
        return true
    }
}

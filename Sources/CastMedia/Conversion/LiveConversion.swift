// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// A conversion of a live input to a live stream.
///
/// `ffmpeg` writes into a pipe, and this actor divides the output into the segments of a ``LiveWindow``. If the input can
/// wait, the actor stops reading when the window is full, so that `ffmpeg` and the producer of the input wait. Nothing is
/// written to the disk. `ffmpeg` ends with the input, and when the conversion is closed; it is not started again.
actor LiveConversion {
    /// Runs the converter, passes its output on, and returns when it ends. The closure that receives the output returns
    /// whether it wants more.
    typealias Convert = @Sendable (_ receive: @Sendable ([UInt8]) async -> Bool) async throws -> Void

    private enum Phase {
        case new
        case running(Task<Void, Never>)
        /// The input has ended, and the window has its last segment.
        case ended
        case failed(MediaConversionError)
        case closed
    }

    private let convert: Convert
    private var window: LiveWindow
    private var parser = FragmentParser()
    /// The fragment that arrives.
    private var fragment = FragmentParser.Fragment(time: 0, end: nil, isIndependent: false)
    private var fragmentContent = ByteBuffer()
    private var initialization: ByteBuffer?
    private var phase = Phase.new
    /// The converter that waits for room in the window.
    private var demand: CheckedContinuation<Void, Never>?
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var waiterCount = 0

    private static let maximumFragmentSize = 128 << 20

    init(_ limits: LiveWindow.Limits, convert: @escaping Convert) {
        window = LiveWindow(limits)
        self.convert = convert
    }

    /// Ends the converter and fails waiting requests.
    func close() async {
        let earlier = phase
        phase = .closed
        resumeConverter()
        resumeWaiters()
        guard case .running(let task) = earlier else { return }
        task.cancel()
        await task.value
    }

    // MARK: - Requests

    /// Starts the converter if necessary, and waits until a device can play the beginning of the stream.
    ///
    /// - Throws: ``MediaConversionError``, or `CancellationError`.
    func waitUntilReady() async throws {
        start()
        while true {
            switch phase {
            case .failed(let error): throw error
            case .closed: throw MediaConversionError.failed("the conversion was ended")
            case .ended where initialization == nil || window.segments.isEmpty:
                throw MediaConversionError.failed("ffmpeg wrote no media")
            default: if initialization != nil, window.isReady { return }
            }
            try await wait()
        }
    }

    /// Returns the playlist with its version, which identifies its content.
    func playlist() async throws -> (text: String, version: Int) {
        try await waitUntilReady()
        return (window.playlist, window.version)
    }

    /// Returns the initialization section.
    func initializationSection() async throws -> ByteBuffer {
        try await waitUntilReady()
        return initialization ?? ByteBuffer()
    }

    /// Returns a segment; nil if it is not in the window.
    func segment(_ index: Int) -> ByteBuffer? {
        defer { resumeConverter() }
        return window.segment(index)
    }

    private func wait() async throws {
        waiterCount += 1
        let id = waiterCount
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiters[id] = $0 }
        } onCancel: {
            Task { await self.cancelWaiter(id) }
        }
    }

    private func cancelWaiter(_ id: Int) {
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }

    private func resumeWaiters() {
        let current = waiters
        waiters = [:]
        for waiter in current.values { waiter.resume() }
    }

    // MARK: - Converter

    private func start() {
        guard case .new = phase else { return }
        phase = .running(
            Task { [convert, weak self] in
                let result: Result<Void, MediaConversionError>
                do {
                    try await convert { [weak self] bytes in await self?.receive(bytes) ?? false }
                    result = .success(())
                } catch {
                    result = .failure((error as? MediaConversionError) ?? .failed("\(error)"))
                }
                await self?.finished(result)
            }
        )
    }

    private var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    /// Handles output of the converter. Returns whether it should continue, after waiting for room in the window.
    private func receive(_ bytes: [UInt8]) async -> Bool {
        guard isRunning else { return false }
        do throws(FragmentParser.Invalid) {
            for part in try parser.parse(bytes) {
                switch part {
                case .initialization(let section): initialization = initialization ?? section
                case .fragment(let next): (fragment, fragmentContent) = (next, ByteBuffer())
                case .data(let bytes):
                    fragmentContent.writeImmutableBuffer(bytes)
                    guard fragmentContent.readableBytes <= Self.maximumFragmentSize else {
                        throw FragmentParser.Invalid(description: "a fragment of more than 128 MB")
                    }
                case .end:
                    window.add(fragmentContent, time: fragment.time, isIndependent: fragment.isIndependent)
                    fragmentContent = ByteBuffer()
                }
            }
        } catch {
            phase = .failed(.failed("ffmpeg wrote \(error)"))
        }
        resumeWaiters()
        while isRunning, window.isFull {
            await withCheckedContinuation { demand = $0 }
        }
        return isRunning
    }

    private func resumeConverter() {
        guard !isRunning || !window.isFull, let demand else { return }
        self.demand = nil
        demand.resume()
    }

    private func finished(_ result: Result<Void, MediaConversionError>) {
        guard isRunning else { return }
        switch result {
        case .success:
            window.end()
            phase = .ended
        case .failure(let error): phase = .failed(error)
        }
        resumeWaiters()
    }
}

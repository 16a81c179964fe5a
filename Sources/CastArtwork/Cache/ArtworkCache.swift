import DequeModule
import NIOConcurrencyHelpers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pictures by their address: from the disk where they were kept, otherwise from the network.
///
/// Who asks for one that is already on its way waits for that; few are loaded at a time, the rest in the order of asking.
/// A failure is not remembered.
public final class ArtworkCache: Sendable {
    public struct Configuration: Sendable {
        /// Where pictures are kept; nil keeps none.
        public var directory: String?
        /// Of all that is kept, default 50 MB.
        public var maximumBytes = 50_000_000
        /// Since it was loaded, default seven days.
        public var maximumAge: Duration = .seconds(7 * 86_400)
        /// Loaded at a time, default 4.
        public var downloads = 4
        /// Waited for at a time, default 256.
        public var waiting = 256

        public init(directory: String? = nil) {
            self.directory = directory
        }
    }

    private struct Waiter {
        var number: UInt64
        var continuation: CheckedContinuation<Result<ArtworkFetcher.Download, ArtworkError>, Never>
    }

    private struct Load {
        var number: UInt64
        /// Nil until its turn has come.
        var task: Task<Void, Never>?
        var waiters: [Waiter]
    }

    private struct State {
        var loads: [String: Load] = [:]
        var line: Deque<String> = []
        var running = 0
        var waiting = 0
        var lastNumber: UInt64 = 0
        var isClosed = false
    }

    private let fetcher: ArtworkFetcher
    private let disk: ArtworkDisk?
    private let configuration: Configuration
    private let state = NIOLockedValueBox(State())

    /// - Parameter now: The time of day, by which pictures age.
    public init(
        configuration: Configuration = Configuration(),
        fetcher: ArtworkFetcher = ArtworkFetcher(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.fetcher = fetcher
        disk = configuration.directory.map {
            ArtworkDisk(
                directory: $0,
                maximumBytes: configuration.maximumBytes,
                maximumAge: configuration.maximumAge,
                now: now
            )
        }
    }

    deinit {
        close()
    }

    /// The picture at an address; cancellation of the last who waits for it ends its download.
    public func artwork(at address: String) async throws(ArtworkError) -> Artwork {
        try await download(at: address).artwork
    }

    /// The picture at an address, and whether whoever asks may keep it in turn; otherwise like ``artwork(at:)``.
    public func download(at address: String) async throws(ArtworkError) -> ArtworkFetcher.Download {
        let number = state.withLockedValue { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { join(address, Waiter(number: number, continuation: $0)) }
        } onCancel: {
            leave(address, number)
        }
        return try result.get()
    }

    /// Ends all downloads; who waits hears ``ArtworkError/cancelled``, as does who asks later.
    public func close() {
        let (tasks, waiters) = state.withLockedValue { state in
            defer {
                state.loads = [:]
                state.line = []
                state.waiting = 0
                state.isClosed = true
            }
            return (state.loads.values.compactMap(\.task), state.loads.values.flatMap(\.waiters))
        }
        for task in tasks { task.cancel() }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.cancelled)) }
    }

    /// Forgets all that was kept.
    public func removeAll() async {
        await disk?.removeAll()
    }

    // MARK: Waiting

    private func join(_ address: String, _ waiter: Waiter) {
        let refusal = state.withLockedValue { state -> ArtworkError? in
            guard !state.isClosed, !Task.isCancelled else { return .cancelled }
            guard state.waiting < configuration.waiting else { return .tooMany(limit: configuration.waiting) }
            state.waiting += 1
            if state.loads[address] == nil {
                state.lastNumber += 1
                state.loads[address] = Load(number: state.lastNumber, waiters: [])
                state.line.append(address)
            }
            state.loads[address]?.waiters.append(waiter)
            startNext(&state)
            return nil
        }
        if let refusal { waiter.continuation.resume(returning: .failure(refusal)) }
    }

    private func leave(_ address: String, _ number: UInt64) {
        let (waiter, task) = state.withLockedValue { state -> (Waiter?, Task<Void, Never>?) in
            guard let index = state.loads[address]?.waiters.firstIndex(where: { $0.number == number }) else {
                return (nil, nil)
            }
            let waiter = state.loads[address]?.waiters.remove(at: index)
            state.waiting -= 1
            guard state.loads[address]?.waiters.isEmpty == true else { return (waiter, nil) }
            let load = state.loads.removeValue(forKey: address)
            if load?.task == nil { state.line.removeAll { $0 == address } }
            return (waiter, load?.task)
        }
        task?.cancel()
        waiter?.continuation.resume(returning: .failure(.cancelled))
    }

    // MARK: Loading

    private func startNext(_ state: inout State) {
        while state.running < max(1, configuration.downloads), let address = state.line.popFirst() {
            guard let number = state.loads[address]?.number else { continue }
            state.running += 1
            // Owned by `loads`: it ends when nobody waits any more, and when the cache is closed.
            state.loads[address]?.task = Task { [disk, fetcher, weak self] in
                let result = await Self.load(address, disk, fetcher)
                self?.finish(address, number, result)
            }
        }
    }

    private static func load(
        _ address: String,
        _ disk: ArtworkDisk?,
        _ fetcher: ArtworkFetcher
    ) async -> Result<ArtworkFetcher.Download, ArtworkError> {
        if let kept = await disk?.artwork(for: address, limits: fetcher.limits) {
            return .success(ArtworkFetcher.Download(artwork: kept, mayBeStored: true))
        }
        do {
            let download = try await fetcher.download(address)
            if download.mayBeStored { await disk?.store(download.artwork, for: address) }
            return .success(download)
        } catch {
            return .failure(error)
        }
    }

    private func finish(_ address: String, _ number: UInt64, _ result: Result<ArtworkFetcher.Download, ArtworkError>) {
        let waiters = state.withLockedValue { state -> [Waiter] in
            state.running -= 1
            defer { if !state.isClosed { startNext(&state) } }
            // A newer load of the same address may stand there, after this one was given up.
            guard state.loads[address]?.number == number else { return [] }
            let load = state.loads.removeValue(forKey: address)
            state.waiting -= load?.waiters.count ?? 0
            return load?.waiters ?? []
        }
        for waiter in waiters { waiter.continuation.resume(returning: result) }
    }
}

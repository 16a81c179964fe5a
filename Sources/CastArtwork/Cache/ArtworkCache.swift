// SPDX-License-Identifier: Apache-2.0

import DequeModule
import NIOConcurrencyHelpers

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A loader of images by URL, with an optional cache on disk.
///
/// An image is read from ``Configuration/directory`` if it is stored there, and downloaded otherwise. Images are not
/// kept in memory. Concurrent requests for the same URL share one download. The number of concurrent downloads is
/// limited; further ones start in the order of their requests. Failures are not cached.
///
/// An image whose server does not allow storing it (`Cache-Control: no-store`) is downloaded for each request. An error
/// of the disk does not fail a request. The methods can be called from any task and thread. Releasing the cache closes
/// it.
public final class ArtworkCache: Sendable {
    /// The configuration of a cache.
    public struct Configuration: Sendable {
        /// The path of the directory for images; `nil`, the default, stores none.
        ///
        /// The cache creates the directory if it does not exist, readable only by the user. No images are stored in a
        /// directory of another user or one that other users can write to.
        public var directory: String?
        /// The maximum size of all stored files in bytes. Beyond it, the least recently used ones are deleted. Default
        /// 50 MB.
        public var maximumBytes = 50_000_000
        /// The maximum time since an image was downloaded, after which it is downloaded again. Default seven days.
        public var maximumAge: Duration = .seconds(7 * 86_400)
        /// The maximum number of concurrent downloads. Values less than 1 count as 1. Default 4.
        public var maximumDownloads = 4
        /// The maximum number of requests that have not been answered, including those that share a download. Further
        /// requests throw ``ArtworkError/tooMany(limit:)``. Default 256.
        public var maximumPendingRequests = 256

        /// Creates a configuration with the default limits.
        public init(directory: String? = nil) {
            self.directory = directory
        }
    }

    /// A caller that waits for an image.
    private struct Waiter {
        var number: UInt64
        var continuation: CheckedContinuation<Result<ArtworkDownload, ArtworkError>, Never>
    }

    /// The loading of one image, for all callers that requested its URL.
    private struct Load {
        /// Distinguishes this load from an earlier, canceled one of the same URL.
        var number: UInt64
        /// The task that loads the image; `nil` while the load is queued.
        var task: Task<Void, Never>?
        var waiters: [Waiter]
    }

    private struct State {
        /// The loads that are running or queued, by URL.
        var loads: [String: Load] = [:]
        /// The URLs of the queued loads, oldest first.
        var queue: Deque<String> = []
        /// The number of tasks that have not ended, including canceled ones.
        var running = 0
        /// The number of waiters of all loads.
        var pendingRequests = 0
        /// The number of the newest waiter or load.
        var lastNumber: UInt64 = 0
        var isClosed = false
    }

    private let source: any ArtworkSource
    private let disk: ArtworkDisk?
    private let configuration: Configuration
    private let state = NIOLockedValueBox(State())

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - configuration: The directory and the limits. Default: no directory.
    ///   - source: Loads images that are not stored. It determines the limits for each image and the allowed addresses.
    ///   - now: Returns the current time, from which the age of stored images is computed. Default: the system's clock.
    public init(
        configuration: Configuration = Configuration(),
        source: any ArtworkSource,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.configuration = configuration
        self.source = source
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

    /// Returns the image at a URL.
    ///
    /// The download is canceled when the tasks of all its callers are canceled.
    ///
    /// - Parameter address: An http or https URL.
    /// - Throws: ``ArtworkError``; ``ArtworkError/cancelled`` if the task is canceled or the cache is closed.
    public func artwork(at address: String) async throws(ArtworkError) -> Artwork {
        try await download(at: address).artwork
    }

    /// Returns the image at a URL, and whether the server allows the caller to store it.
    ///
    /// - Parameter address: An http or https URL.
    /// - Throws: As ``artwork(at:)``.
    public func download(at address: String) async throws(ArtworkError) -> ArtworkDownload {
        let number = state.withLockedValue { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { addWaiter(address, Waiter(number: number, continuation: $0)) }
        } onCancel: {
            removeWaiter(address, number)
        }
        return try result.get()
    }

    /// The number of requests that have not been answered.
    var pendingRequests: Int { state.withLockedValue { $0.pendingRequests } }

    /// Cancels all downloads. Pending and later requests throw ``ArtworkError/cancelled``. Stored images are kept.
    public func close() {
        let (tasks, waiters) = state.withLockedValue { state in
            defer {
                state.loads = [:]
                state.queue = []
                state.pendingRequests = 0
                state.isClosed = true
            }
            return (state.loads.values.compactMap(\.task), state.loads.values.flatMap(\.waiters))
        }
        for task in tasks { task.cancel() }
        for waiter in waiters { waiter.continuation.resume(returning: .failure(.cancelled)) }
    }

    /// Deletes all stored images, as far as possible. Other files in the directory are kept.
    public func removeAll() async {
        await disk?.removeAll()
    }

    // MARK: - Requests

    /// Adds a request to the load of its URL, which is queued if there is none yet.
    private func addWaiter(_ address: String, _ waiter: Waiter) {
        let refusal = state.withLockedValue { state -> ArtworkError? in
            guard !state.isClosed, !Task.isCancelled else { return .cancelled }
            guard state.pendingRequests < configuration.maximumPendingRequests else {
                return .tooMany(limit: configuration.maximumPendingRequests)
            }
            state.pendingRequests += 1
            if state.loads[address] == nil {
                state.lastNumber += 1
                state.loads[address] = Load(number: state.lastNumber, waiters: [])
                state.queue.append(address)
            }
            state.loads[address]?.waiters.append(waiter)
            startNext(&state)
            return nil
        }
        if let refusal { waiter.continuation.resume(returning: .failure(refusal)) }
    }

    /// Cancels a request, and its load if no other request waits for it.
    private func removeWaiter(_ address: String, _ number: UInt64) {
        let (waiter, task) = state.withLockedValue { state -> (Waiter?, Task<Void, Never>?) in
            guard let index = state.loads[address]?.waiters.firstIndex(where: { $0.number == number }) else {
                return (nil, nil)
            }
            let waiter = state.loads[address]?.waiters.remove(at: index)
            state.pendingRequests -= 1
            guard state.loads[address]?.waiters.isEmpty == true else { return (waiter, nil) }
            let load = state.loads.removeValue(forKey: address)
            if load?.task == nil { state.queue.removeAll { $0 == address } }
            return (waiter, load?.task)
        }
        task?.cancel()
        waiter?.continuation.resume(returning: .failure(.cancelled))
    }

    // MARK: - Downloads

    /// Starts queued loads while fewer than the maximum number are running.
    private func startNext(_ state: inout State) {
        while state.running < max(1, configuration.maximumDownloads), let address = state.queue.popFirst() {
            guard let number = state.loads[address]?.number else { continue }
            state.running += 1
            // `loads` owns the task. It is canceled when its last waiter leaves and when the cache is closed.
            state.loads[address]?.task = Task { [disk, source, weak self] in
                let result = await Self.load(address, disk, source)
                self?.finish(address, number, result)
            }
        }
    }

    private static func load(
        _ address: String,
        _ disk: ArtworkDisk?,
        _ source: any ArtworkSource
    ) async -> Result<ArtworkDownload, ArtworkError> {
        if let stored = await disk?.artwork(for: address, limits: source.limits) {
            return .success(ArtworkDownload(stored: stored))
        }
        do {
            let download = try await source.download(address)
            if download.mayBeStored { await disk?.store(download.artwork, for: address) }
            return .success(download)
        } catch {
            return .failure(error)
        }
    }

    /// Handles the end of a load's task.
    private func finish(_ address: String, _ number: UInt64, _ result: Result<ArtworkDownload, ArtworkError>) {
        let waiters = state.withLockedValue { state -> [Waiter] in
            state.running -= 1
            defer { if !state.isClosed { startNext(&state) } }
            // If this load was canceled, a newer one for the same URL may have replaced it.
            guard state.loads[address]?.number == number else { return [] }
            let load = state.loads.removeValue(forKey: address)
            state.pendingRequests -= load?.waiters.count ?? 0
            return load?.waiters ?? []
        }
        for waiter in waiters { waiter.continuation.resume(returning: result) }
    }
}

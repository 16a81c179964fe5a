// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import CastArtwork
import Foundation

/// Loads images with the system's HTTP client, so that an app links no other.
///
/// The system does not say to which address it connects. Only HTTPS is loaded, also after a redirect: a service of the
/// local network has no certificate for a name that a peer could choose, so that it receives no request.
final class SystemArtworkSource: ArtworkSource {
    let limits: ArtworkLimits
    private let session: URLSession

    init(limits: ArtworkLimits = ArtworkLimits()) {
        self.limits = limits
        let configuration = URLSessionConfiguration.ephemeral
        let seconds = limits.time / .seconds(1)
        configuration.timeoutIntervalForRequest = seconds
        configuration.timeoutIntervalForResource = seconds
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        // The cache above this source stores what may be stored.
        configuration.urlCache = nil
        configuration.httpAdditionalHeaders = [
            "Accept": "image/png, image/jpeg, image/gif, image/webp", "User-Agent": "swift-cast",
        ]
        session = URLSession(configuration: configuration)
    }

    deinit { session.invalidateAndCancel() }

    func download(_ address: String) async throws(ArtworkError) -> ArtworkDownload {
        guard let url = URL(string: address), url.host() != nil else { throw .invalidURL(address) }
        guard url.scheme?.lowercased() == "https" else {
            throw url.scheme?.lowercased() == "http" ? .notSecure(address) : .invalidURL(address)
        }
        let redirects = Redirects(limit: limits.redirects)
        do {
            let (body, response) = try await session.bytes(from: url, delegate: redirects)
            if let refusal = redirects.refusal { throw refusal }
            return try await read(body, response)
        } catch let error as ArtworkError {
            throw error
        } catch {
            throw failure(error, host: url.host() ?? address)
        }
    }

    private func failure(_ error: any Error, host: String) -> ArtworkError {
        switch (error as? URLError)?.code {
        case .cancelled: .cancelled
        case .timedOut: .tooSlow(limit: limits.time)
        default: Task.isCancelled ? .cancelled : .unreachable(host, reason: error.localizedDescription)
        }
    }

    private func read(_ body: URLSession.AsyncBytes, _ response: URLResponse) async throws -> ArtworkDownload {
        guard let response = response as? HTTPURLResponse else { throw ArtworkError.notAnImage }
        guard response.statusCode == 200 else { throw ArtworkError.status(response.statusCode) }
        // Negative without a `Content-Length`.
        let length = response.expectedContentLength
        var reader = try ArtworkReader(limits: limits, length: length < 0 ? nil : Int(clamping: length))
        var piece: [UInt8] = []
        for try await byte in body {
            piece.append(byte)
            guard piece.count == 65_536 else { continue }
            try reader.append(piece)
            piece.removeAll(keepingCapacity: true)
        }
        try reader.append(piece)
        let directives = response.value(forHTTPHeaderField: "Cache-Control")
        return ArtworkDownload(artwork: try reader.artwork(), cacheControl: [directives].compactMap(\.self))
    }
}

/// Follows a limited number of redirects, to HTTPS URLs only.
private final class Redirects: NSObject, URLSessionTaskDelegate {
    private struct State {
        var count = 0
        var refusal: ArtworkError?
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// Why a redirect was not followed.
    var refusal: ArtworkError? { state.withLock { $0.refusal } }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? {
        let target = request.url
        return state.withLock { state in
            state.count += 1
            if target?.scheme?.lowercased() != "https" {
                state.refusal = .notSecure(target?.absoluteString ?? "the target of a redirect")
            } else if state.count > limit {
                state.refusal = .tooManyRedirects(limit: limit)
            }
            return state.refusal == nil ? request : nil
        }
    }
}
#endif

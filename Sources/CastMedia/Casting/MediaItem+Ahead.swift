// SPDX-License-Identifier: Apache-2.0

package import CastHTTPClient
import CastMediaProbe
import NIOConcurrencyHelpers

extension MediaItem {
    /// What is known about the source before a device is.
    struct Findings: Sendable {
        /// The tracks of a file; nil for other sources.
        var facts: Result<MediaFacts, MediaInspectionError>?
        /// How a URL is declared; nil for other sources.
        var web: Result<WebDeclaration, MediaItemError>?
        /// Notes for the user.
        var notes: [String] = []
    }

    /// The progress of ``inspectAhead(searchPath:client:)``.
    enum Ahead: Sendable {
        case none
        /// Calls of ``MediaItem/prepare(for:searchPath:client:onStep:)`` wait for the result.
        case running([CheckedContinuation<Void, Never>])
        case finished(Findings)
    }

    /// Inspects the source while the device is being found and launches its application, so that
    /// ``prepare(for:searchPath:client:onStep:)`` has only to decide. The next preparation uses the result, also an
    /// error, once, and waits for an inspection in progress.
    ///
    /// Cancellation ends the inspection, and the preparation then inspects again.
    ///
    /// - Parameters:
    ///   - searchPath: The folders of `ffprobe` and `ffmpeg`, separated by colons; `nil` for `PATH`.
    ///   - client: The rules for requests to a URL from a peer.
    package func inspectAhead(
        searchPath: String? = nil,
        client: RestrictedHTTPClient.Configuration = RestrictedHTTPClient.Configuration()
    ) async {
        guard beginAhead() else { return }
        var findings = Findings()
        switch source {
        case .file(let path):
            async let cover: Void = findCover()
            findings.facts = await facts(of: path, searchPath: searchPath)
            await cover
        case .url where isPage: break
        case .url(let url):
            let notes = NIOLockedValueBox<[String]>([])
            do throws(MediaItemError) {
                findings.web = .success(
                    try await askServer(of: url, client: client) { note in
                        notes.withLockedValue { $0.append(note) }
                    }
                )
            } catch {
                findings.web = .failure(error)
            }
            findings.notes = notes.withLockedValue { $0 }
        // A live input can be read only once, and its conversion starts when there is a device.
        case .data, .live: break
        }
        endAhead(Task.isCancelled ? nil : findings)
        if case .success(let facts) = findings.facts { await askConverter(for: facts, searchPath: searchPath) }
    }

    /// Asks `ffmpeg` for its abilities if devices that are not known need it. A preparation does not wait for this unless
    /// its device needs it, too.
    private func askConverter(for facts: MediaFacts, searchPath: String?) async {
        let plan = try? MediaPlan.make(for: facts, on: .unknown, options: options.conversion)
        guard case .conversion(let conversion) = plan?.delivery, conversion.video?.treatment == .encode else { return }
        _ = try? await MediaConverter.find(encodesVideo: true, searchPath: searchPath)
    }

    /// Inspects a file with tracks.
    private func facts(of path: String, searchPath: String?) async -> Result<MediaFacts, MediaInspectionError>? {
        guard options.contentType == nil, let original, MediaServer.canHaveTracks(original.contentType),
            !options.conversion.isOriginal, original.size > 0
        else { return nil }
        do throws(MediaInspectionError) {
            return .success(try await MediaInspection.inspect(file: Self.resolved(path), searchPath: searchPath))
        } catch {
            return .failure(error)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe
import NIOCore

/// A picture that is converted when it is requested.
struct PictureConversion: Sendable {
    /// The identifier in the cache.
    let id: String
    let make: @Sendable () async throws -> [UInt8]
    let cache: PictureCache

    func content() async throws -> ByteBuffer { try await cache.picture(id, make: make) }
}

extension MediaServer {
    /// Decides how a device receives a shared picture, and starts to share its conversion if it needs one.
    func prepare(
        picture media: SharedMedia,
        at path: String,
        for device: PlaybackCapabilities,
        options: MediaPlan.Options,
        searchPath: String?
    ) async throws(MediaPreparationError) -> PreparedMedia {
        // A format without a parser, such as SVG, is served unchanged.
        guard let facts = try? PictureFacts.read(file: path) else { return PreparedMedia(media: media) }
        var reasons: [String] = []
        do {
            var plan = try MediaPlan.make(for: facts, on: device, options: options)
            guard case .picture(let picture) = plan.delivery else {
                return PreparedMedia(media: media, picture: facts, plan: plan)
            }
            reasons = plan.reasons
            do throws(PictureError) {
                let converter = try PictureConverter(facts, searchPath: searchPath)
                let converted = share(converting: path, picture, by: converter)
                if !converter.isReliable {
                    do { try await makePicture(converted) } catch {
                        withdraw(converted)
                        throw error as? PictureError ?? .failed("\(error)")
                    }
                }
                return PreparedMedia(media: converted, picture: facts, plan: plan)
            } catch {
                guard !picture.isNecessary else { throw error }
                plan.delivery = .direct
                plan.notes.append("the picture is served unchanged, although \(reasons[0]), because \(error)")
                plan.reasons = []
                return PreparedMedia(media: media, picture: facts, plan: plan)
            }
        } catch {
            throw MediaPreparationError(reasons: reasons, problem: "\(error)")
        }
    }

    private func share(
        converting path: String,
        _ picture: MediaPlan.Picture,
        by converter: PictureConverter
    ) -> SharedMedia {
        let name = path.split(separator: "/").last.map(String.init) ?? "picture"
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return insert(name: stem.isEmpty ? "picture.jpg" : "\(stem).jpg", contentType: "image/jpeg", size: 0) { id in
            .picture(
                PictureConversion(id: id, make: { try await converter.jpeg(of: path, as: picture) }, cache: pictures)
            )
        }
    }

    /// Converts a shared picture before a device requests it. Has no effect on other items.
    func makePicture(_ media: SharedMedia) async throws {
        guard case .picture(let conversion)? = sharedMedia.source(of: media) else { return }
        _ = try await conversion.content()
    }
}

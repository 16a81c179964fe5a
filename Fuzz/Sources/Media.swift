// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers
import NIOCore

@testable import CastMedia
@testable import CastMediaProbe

extension FuzzTarget {
    /// Bytes of media files: containers, fragments and headers of images.
    static let media = [probe, fragments, picture]

    /// A media file, read by all functions that read media files. The first byte selects whether its size is known.
    private static let probe = FuzzTarget(
        "probe",
        maximumLength: 16_384,
        asynchronous: { bytes in
            let file = Array(bytes.dropFirst())
            let size = (bytes.first ?? 0) & 1 == 0 ? UInt64(file.count) : nil
            let reads = NIOLockedValueBox(0)
            let limits = MediaProbeLimits()
            let read: MediaProbe.Read = { range in
                reads.withLockedValue { $0 += 1 }
                let lower = Int(min(range.lowerBound, UInt64(file.count)))
                return Array(file[lower..<Int(min(range.upperBound, UInt64(file.count)))])
            }
            if let facts = try? await MediaProbe.inspect(size: size, limits: limits, read: read) {
                require(facts.duration.map { $0.isFinite && $0 > 0 } ?? true, "duration \(facts.duration ?? 0)")
            }
            require(reads.withLockedValue(\.self) <= 2 * limits.reads, "more reads than allowed")
            if let facts = try? await MediaProbe.probe(size: size, limits: limits, read: read) {
                require(facts.duration.map { $0.isFinite && $0 > 0 } ?? true, "duration \(facts.duration ?? 0)")
            }
            _ = try? await MediaProbe.videoCodec(size: size, limits: limits, read: read)
            _ = try? await MediaProbe.keyFrames(size: UInt64(file.count), limits: limits, read: read)
            let limit = 1 << 16
            if let cover = try? await MediaProbe.cover(size: UInt64(file.count), maximumSize: limit, read: read) {
                require(cover.bytes.count <= min(limit, file.count), "a cover larger than the file")
            }
        }
    )

    /// The output of a converter, divided at random places, which must not change the result.
    private static let fragments = FuzzTarget("fragments", maximumLength: 8192) { bytes in
        func parts(_ sizes: [Int]) -> (parts: [FragmentParser.Part], hasFailed: Bool) {
            var parser = FragmentParser()
            var parts: [FragmentParser.Part] = []
            var rest = bytes.dropFirst(2)
            var turn = 0
            while !rest.isEmpty {
                let chunk = rest.prefix(sizes[turn % sizes.count])
                turn += 1
                rest = rest.dropFirst(chunk.count)
                guard let new = try? parser.parse(Array(chunk)) else { return (parts, true) }
                // Media data is passed on as it arrives.
                for part in new {
                    if case .data(var data) = part, case .data(var last)? = parts.last {
                        last.writeBuffer(&data)
                        parts[parts.count - 1] = .data(last)
                    } else if case .data(let data) = part, data.readableBytes == 0 {
                        continue
                    } else {
                        parts.append(part)
                    }
                }
            }
            return (parts, false)
        }
        let whole = parts([max(bytes.count, 1)])
        let divided = parts(bytes.prefix(2).map { Int($0) + 1 } + [64])
        require(whole.hasFailed == divided.hasFailed, "whether it fails depends on how the stream is divided")
        require(whole.hasFailed || whole.parts == divided.parts, "the parts depend on how the stream is divided")
        for case .fragment(let fragment) in whole.parts {
            require(fragment.time.isFinite, "a fragment at \(fragment.time)")
            require(fragment.end.map(\.isFinite) ?? true, "a fragment that ends at \(fragment.end ?? 0)")
        }
    }

    /// An image.
    private static let picture = FuzzTarget("picture") { bytes in
        if case .found(let header) = ImageHeader.read(bytes) {
            require(header.width >= 0 && header.height >= 0, "a negative size")
        }
        _ = ImageHeader.startOfScan(bytes)
        _ = ImageHeader.startOfScan(bytes)
        if let facts = try? PictureFacts.read(bytes) {
            require(facts.width >= 0 && facts.height >= 0, "a negative size")
            require((1...8).contains(facts.orientation), "orientation \(facts.orientation)")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastMedia
import NIOPosix

/// Writes an upload to its file, in blocks on a thread of NIO's pool.
struct UploadWriter {
    private static let blockSize = 256 * 1024
    private static let headSize = 512

    private let name: String
    private let limit: UInt64
    private let uploads: RemoteUploads
    private let file: UploadFile
    private var block: [UInt8] = []
    private var head: [UInt8] = []
    private var isChecked = false
    private(set) var size: UInt64 = 0

    init(name: String, limit: UInt64, uploads: RemoteUploads) async throws(UploadRefusal) {
        self.name = name
        self.limit = UploadName.isSubtitles(name) ? min(limit, UInt64(Subtitles.Limits().bytes)) : limit
        self.uploads = uploads
        file = try await uploads.newFile(named: name)
    }

    mutating func append(_ bytes: some Collection<UInt8>) async throws {
        size += UInt64(bytes.count)
        guard size <= limit else { throw UploadRefusal.tooLarge(limit: limit) }
        if head.count < Self.headSize { head += bytes.prefix(Self.headSize - head.count) }
        if head.count == Self.headSize, !isChecked { _ = try contentType() }
        block += bytes
        if block.count >= Self.blockSize { try await write() }
    }

    /// Adds the file to the list.
    mutating func finish() async throws {
        let type = try contentType()
        try await write()
        if UploadName.isSubtitles(name) {
            let path = file.path
            let hasCues = try? await NIOThreadPool.singleton.runIfActive {
                (try? Subtitles(file: path)).map { !$0.cues.isEmpty } ?? false
            }
            guard hasCues == true else { throw UploadRefusal.notSubtitles }
        }
        try await uploads.add(file, named: name, size: size, contentType: type)
    }

    func abort() { file.delete() }

    private mutating func contentType() throws(UploadRefusal) -> String {
        isChecked = true
        if UploadName.isSubtitles(name) { return "text/plain" }
        guard let type = UploadName.contentType(of: name, firstBytes: head) else { throw .notMedia }
        return type
    }

    private mutating func write() async throws {
        let bytes = block
        block = []
        try await NIOThreadPool.singleton.runIfActive { [file] in try file.write(bytes) }
    }
}

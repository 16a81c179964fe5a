// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Foundation
import Testing

@Suite struct LargeFileTests {
    static let size = 4 << 30

    @Test func `memory use does not grow with a file of 4 GiB`() async {
        // In a separate process, because the memory of other tests would be counted too.
        await #expect(processExitsWith: .success) {
            try await LargeFileTests.serveLargeFile()
        }
    }

    fileprivate static func serveLargeFile() async throws {
        let folder = try TemporaryFolder()
        try await withServer { server, port in
            let ending = pattern(70_000)
            let path = try folder.sparseFile("film.mkv", size: size, ending: ending)
            let media = try server.share(file: path)
            #expect(media.size == size)
            let before = residentMemory()
            var most = before
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Clients that request the whole file and then read slowly or not at all.
                for _ in 0..<8 {
                    group.addTask {
                        try await RawConnection.open(port: port) { connection in
                            try await connection.get(media.path)
                            for _ in 0..<64 {
                                _ = try await connection.bytes(65_536)
                            }
                            try await Task.sleep(for: .seconds(600))
                        }
                    }
                }
                try await RawConnection.open(port: port) { connection in
                    for _ in 0..<20 {
                        try await connection.get(media.path, "Range: bytes=-70000")
                        let response = try await connection.response()
                        #expect(response.body == ending)
                        #expect(
                            response.field("Content-Range")
                                == "bytes \(size - 70_000)-\(size - 1)/\(size)"
                        )
                        most = max(most, residentMemory())
                    }
                    // 100 MiB over one connection.
                    try await connection.get(media.path, "Range: bytes=0-104857599")
                    for _ in 0..<1600 {
                        _ = try await connection.bytes(65_536)
                    }
                    most = max(most, residentMemory())
                }
                group.cancelAll()
                while let result = await group.nextResult() {
                    if case .failure(let error) = result, !(error is CancellationError) {
                        throw error
                    }
                }
            }
            #expect(most - before < 48 << 20, "grew by \((most - before) >> 10) KiB")
        }
    }

    /// Returns the resident memory of this process in bytes. On Linux, file-backed pages are not counted, because they
    /// are loaded as the program runs.
    private static func residentMemory() -> Int {
        #if os(Linux)
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").compactMap { Int($0) }
        precondition(pages.count > 2, "unexpected format of /proc/self/statm: \(text)")
        return (pages[1] - pages[2]) * Int(getpagesize())
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Int(usage.ru_maxrss)
        #endif
    }
}

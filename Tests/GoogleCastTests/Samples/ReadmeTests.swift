import Foundation
import Testing

/// The Swift code in README.md.
@Suite("README", .serialized)
struct ReadmeTests {
    private let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift code blocks, in order.
    private func blocks() throws -> [String] {
        let text = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let pieces = text.components(separatedBy: "```swift\n").dropFirst()
        return pieces.compactMap { $0.components(separatedBy: "\n```").first }
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    @Test("Each program in the README compiles in Swift 6 mode without a warning")
    func programs() async throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let products = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
        let arguments = try SampleBench.buildArguments(products)
        let flags = SampleBench.searchFlags(arguments)
        let programs = try blocks().filter { $0.contains("import CastSender") }
        #expect(programs.count >= 2)
        try await withDirectory { directory in
            for program in programs {
                let file = directory.appending(path: "main.swift")
                try program.write(to: file, atomically: true, encoding: .utf8)
                let (status, output) = try await SampleBench.execute(
                    try #require(arguments.first),
                    ["-typecheck", "-swift-version", "6", "-module-name", "Readme"] + flags + [file.path]
                )
                let remarks = output.filter { $0.contains("error:") || $0.contains("warning:") }
                #expect(status == 0 && remarks.isEmpty, "\(program)\n\(output.joined(separator: "\n"))")
            }
        }
    }

    @Test("The README's dependency lines form a valid manifest with libraries of the package")
    func dependency() async throws {
        let lines = try #require(try blocks().first { $0.contains(".package(url:") })
        let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        let names = lines.components(separatedBy: ".product(name: \"").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(!names.isEmpty)
        for name in names { #expect(manifest.contains(".library(name: \"\(name)\""), "\(name)") }
        try await withDirectory { directory in
            let text =
                "// swift-tools-version:6.2\nimport PackageDescription\n"
                + "let package = Package(name: \"App\", \(lines))\n"
            try text.write(to: directory.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
            let (status, output) = try await SampleBench.execute(
                "/usr/bin/env",
                ["swift", "package", "--package-path", directory.path, "dump-package"]
            )
            #expect(status == 0, "\(output.joined(separator: "\n"))")
            #expect(output.joined().contains("swift-cast"))
        }
    }
}

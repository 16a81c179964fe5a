// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The Swift code in README.md and in the DocC catalogs.
@Suite("README and articles", .serialized)
struct ReadmeTests {
    /// A Swift code block of a Markdown file.
    private struct Block {
        /// The file and the line at which the block begins, such as `README.md:12`.
        var place: String
        var source: String

        var hasImport: Bool { source.split(separator: "\n").contains { $0.hasPrefix("import ") } }
    }

    private let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift code blocks of a file, in order.
    private func blocks(of path: String = "README.md") throws -> [Block] {
        let text = try String(contentsOf: package.appending(path: path), encoding: .utf8)
        var blocks: [Block] = []
        var isInside = false
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if isInside, line.hasPrefix("```") {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1].source += line + "\n"
            } else if line.hasPrefix("```swift") {
                isInside = true
                blocks.append(Block(place: "\(path):\(index + 1)", source: ""))
            }
        }
        return blocks
    }

    /// The paths of the Markdown files in all DocC catalogs.
    private func articles() throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: "Sources").path)
        return paths.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    }

    private func withDirectory(_ body: (URL) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await body(directory)
    }

    /// Compiles each block as the `main.swift` of a module, and records an issue for each error or warning.
    private func expectToCompile(_ blocks: [Block]) async throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let products = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
        let arguments = try SampleBench.buildArguments(products)
        let compiler = try #require(arguments.first)
        // The module of manifests, which is part of the toolchain.
        let manifests = URL(filePath: compiler).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "lib/swift/pm/ManifestAPI")
        // SIL, because data races are diagnosed after type checking.
        let flags =
            [
                "-emit-sil", "-o", "/dev/null", "-module-name", "Article", "-swift-version", "6",
                "-enable-upcoming-feature", "MemberImportVisibility",
                "-package-description-version", "6.2", "-I", manifests.path,
            ] + SampleBench.searchFlags(arguments)
        try await withDirectory { directory in
            let file = directory.appending(path: "main.swift")
            for block in blocks {
                try block.source.write(to: file, atomically: true, encoding: .utf8)
                let (status, output) = try await SampleBench.execute(compiler, flags + [file.path])
                let remarks = output.filter { $0.contains("error:") || $0.contains("warning:") }
                #expect(status == 0 && remarks.isEmpty, "\(block.place)\n\(output.joined(separator: "\n"))")
            }
        }
    }

    /// Checks that the products that lines of a manifest name are libraries of the package.
    private func expectLibraries(in block: Block) throws {
        let manifest = try String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
        let names = block.source.components(separatedBy: ".product(name: \"").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(!names.isEmpty, "\(block.place) names no product")
        for name in names { #expect(manifest.contains(".library(name: \"\(name)\""), "\(block.place): \(name)") }
    }

    @Test("Each program in the README compiles in Swift 6 mode without a warning")
    func programs() async throws {
        let programs = try blocks().filter { $0.source.contains("import Cast") }
        #expect(programs.count >= 2)
        try await expectToCompile(programs)
    }

    /// Checks that each code block of some pages compiles alone, without those that use frameworks of Apple's platforms.
    private func expectProgramsToCompile(in paths: [String], atLeast count: Int) async throws {
        let programs = try paths.flatMap { try blocks(of: $0) }
        #expect(programs.count >= count)
        for program in programs {
            #expect(program.hasImport, "\(program.place) cannot be compiled alone: it has no import")
            if program.source.contains("import PackageDescription") { try expectLibraries(in: program) }
        }
        try await expectToCompile(
            programs.filter { program in
                program.hasImport
                    && !["SwiftUI", "AVFoundation", "Photos"].contains { program.source.contains("import \($0)\n") }
            }
        )
    }

    // The specification has notations of its own.
    @Test("Each Swift block of docs/ compiles in Swift 6 mode without a warning")
    func pages() async throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: package.appending(path: "docs").path)
        try await expectProgramsToCompile(
            in: paths.filter { $0.hasSuffix(".md") && !$0.hasPrefix("spec/") }.sorted().map { "docs/\($0)" },
            atLeast: 15
        )
    }

    // The blocks of the GoogleCast catalog are included: they use no UIKit.
    @Test("Each code block of the DocC catalogs compiles in Swift 6 mode without a warning")
    func catalogs() async throws {
        try await expectProgramsToCompile(in: try articles(), atLeast: 20)
    }

    @Test("The README's dependency lines form a valid manifest with libraries of the package")
    func dependency() async throws {
        let block = try #require(try blocks().first { $0.source.contains(".package(url:") })
        try expectLibraries(in: block)
        try await withDirectory { directory in
            let text =
                "// swift-tools-version:6.2\nimport PackageDescription\n"
                + "let package = Package(name: \"App\", \(block.source))\n"
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

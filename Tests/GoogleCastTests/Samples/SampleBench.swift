// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A folder with samples of the same names, which can be driven by the same programs.
enum SampleSource: String, Sendable, CustomTestStringConvertible {
    /// Written for the tests, in `Fixtures`.
    case fixtures
    /// Not part of this repository. They are in `samples` of the folder that `CAST_SHARED` names, or of `shared` beside
    /// the package.
    case shared

    /// The fixtures, and the others if they are present.
    static let available: [SampleSource] = {
        let path = SampleSource.shared.folder.path
        guard FileManager.default.fileExists(atPath: path) else {
            print("SKIPPED: samples of others, because \(path) is missing (set CAST_SHARED); fixtures are used")
            return [.fixtures]
        }
        return [.fixtures, .shared]
    }()

    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    var folder: URL {
        switch self {
        case .fixtures: return Self.package.appending(path: "Tests/GoogleCastTests/Fixtures/Samples")
        case .shared:
            let shared =
                ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
                ?? Self.package.deletingLastPathComponent().appending(path: "shared")
            return shared.appending(path: "samples")
        }
    }

    var testDescription: String { rawValue }
}

/// Compiles samples against the modules of this build, links them and runs them.
///
/// Each sample is a module, compiled together with a program that drives it. All of them are linked to one executable.
final class SampleBench: Sendable {
    enum Failure: Error, CustomStringConvertible {
        case command(String, output: [String])

        var description: String {
            switch self {
            case .command(let name, let output): "\(name) failed:\n" + output.joined(separator: "\n")
            }
        }
    }

    private let samples: URL
    private let programs: URL
    private let products: URL
    private let compiler: String
    /// The compiler flags of the build that give the locations of modules and module maps.
    private let flags: [String]
    /// The package name that the build passes to the compiler, which derives from the folder's name.
    private let packageName: String
    private let directory: URL

    init(_ source: SampleSource) throws {
        samples = source.folder
        programs = SampleSource.package.appending(path: "Tests/GoogleCastTests/Samples/Programs")
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        products = bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
        let arguments = try Self.buildArguments(products)
        compiler = try #require(arguments.first)
        flags = Self.searchFlags(arguments)
        let index = try #require(arguments.firstIndex(of: "-package-name"))
        packageName = arguments[index + 1]
        directory = FileManager.default.temporaryDirectory.appending(path: "samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Returns the command that compiles this target, from the build description.
    static func buildArguments(_ products: URL) throws -> [String] {
        let description = products.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "debug.yaml")
        let line = try String(contentsOf: description, encoding: .utf8).split(separator: "\n").first { line in
            line.hasPrefix("    args: [") && line.contains("\"-module-name\",\"GoogleCastTests\"")
        }
        let list = try #require(line, "the build's description names no command for this target").dropFirst(10)
        return try JSONDecoder().decode([String].self, from: Data(list.utf8))
    }

    /// Returns the search paths for modules and C module maps.
    static func searchFlags(_ arguments: [String]) -> [String] {
        var flags: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument == "-Xcc" {
                flags += ["-Xcc", arguments[index + 1]]
            } else if argument == "-I", arguments[index - 1] != "-Xcc" {
                flags += ["-I", arguments[index + 1]]
            }
        }
        return flags
    }

    /// Compiles every sample with its program.
    ///
    /// - Returns: The compiler's diagnostics for each sample, without those for its program.
    func compile(_ names: [String]) async throws -> [String: [String]] {
        try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            var remarks: [String: [String]] = [:]
            for (index, name) in names.enumerated() {
                // Two samples at a time.
                if index >= 2, let (name, about) = try await group.next() { remarks[name] = about }
                group.addTask { [self] in (name, try await compile(name)) }
            }
            for try await (name, about) in group { remarks[name] = about }
            return remarks
        }
    }

    private func compile(_ name: String) async throws -> [String] {
        let sample = samples.appending(path: "\(name).swift").path
        let module = Self.module(name)
        let (status, output) = try await Self.execute(
            compiler,
            [
                "-module-name", module, "-swift-version", "5", "-parse-as-library", "-wmo", "-Onone", "-c",
                "-package-name", packageName, "-emit-module", "-emit-module-path",
                directory.appending(path: "\(module).swiftmodule").path,
                "-o", directory.appending(path: "\(module).o").path,
            ] + flags + [
                sample, programs.appending(path: "Program\(name.prefix(2)).swift").path,
                programs.appending(path: "Support.swift").path,
            ]
        )
        let about = output.filter { $0.hasPrefix(sample) && ($0.contains("warning:") || $0.contains("error:")) }
        guard status == 0 else { throw Failure.command("compiling \(name)", output: output) }
        return about
    }

    private static func module(_ name: String) -> String { "Sample" + name.prefix(2) }

    /// Links all samples to one program, with the objects of this test's executable except for the tests.
    func link(_ names: [String]) async throws {
        let modules = names.map(Self.module)
        let main = directory.appending(path: "main.swift")
        let cases = zip(names, modules).map { "case \"\($0)\": try await \($1).run()" }
        // The main thread runs a run loop, as in an app: Foundation's main queue is identified by its thread.
        let source = """
            import Foundation
            \(modules.map { "import \($0)" }.joined(separator: "\n"))
            setvbuf(stdout, nil, _IOLBF, 0)
            Task { @MainActor in
                do {
                    switch CommandLine.arguments[1] {
                    \(cases.joined(separator: "\n"))
                    default: fatalError()
                    }
                    exit(0)
                } catch {
                    print(error)
                    exit(1)
                }
            }
            RunLoop.main.run()
            """
        try source.write(to: main, atomically: true, encoding: .utf8)
        let list = products.appending(path: "swift-castPackageTests.product/Objects.LinkFileList")
        let objects = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter { object in
            ![
                "Tests.build/", "/Scenarios.build/", "/ExtremeNumbers.build/", "/cast.build/",
                "/SystemDiscoveryProbe.build/", "PackageTests",
            ].contains { object.contains($0) }
        }
        let files = directory.appending(path: "objects.txt")
        try objects.joined(separator: "\n").write(to: files, atomically: true, encoding: .utf8)
        let (status, output) = try await Self.execute(
            compiler,
            ["-swift-version", "5", "-package-name", packageName, "-I", directory.path] + flags
                + [main.path] + modules.map { directory.appending(path: "\($0).o").path }
                + ["@\(files.path)", "-lstdc++", "-o", directory.appending(path: "samples").path]
        )
        guard status == 0 else { throw Failure.command("linking", output: output.suffix(40)) }
    }

    /// Runs one sample, with an empty home directory.
    func run(_ name: String) async throws -> (status: Int32, output: [String]) {
        try await Self.execute(directory.appending(path: "samples").path, [name], home: directory.path)
    }

    static func execute(
        _ program: String,
        _ arguments: [String],
        home: String? = nil
    ) async throws -> (status: Int32, output: [String]) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let home {
            var environment = ProcessInfo.processInfo.environment
            environment["HOME"] = home
            environment["XDG_STATE_HOME"] = home
            process.environment = environment
        }
        // A file instead of a pipe, which blocks a program whose output is not read.
        let log = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID().uuidString).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let output = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        try output.close()
        let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
        return (process.terminationStatus, text.split(separator: "\n").map(String.init))
    }
}

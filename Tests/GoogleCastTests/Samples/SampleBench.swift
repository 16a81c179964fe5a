import Foundation
import Testing

/// Compiles samples against the modules of this build, and links and runs them.
///
/// A sample is a module of its own, together with a program that drives it; all of them are one executable.
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
    /// How the build itself compiles this target: where modules and module maps are.
    private let flags: [String]
    /// The package's name for the compiler, which is made of the name of its folder.
    private let packageName: String
    private let directory: URL

    /// Nil, and said loudly, where there are no samples.
    init?() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        samples = shared.appending(path: "samples")
        guard FileManager.default.fileExists(atPath: samples.path) else {
            print("SKIPPED: every sample, since \(samples.path) is missing (set CAST_SHARED)")
            return nil
        }
        programs = package.appending(path: "Tests/GoogleCastTests/Samples/Programs")
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

    /// The command by which the build compiles this target, from the build's own description.
    static func buildArguments(_ products: URL) throws -> [String] {
        let description = products.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "debug.yaml")
        let line = try String(contentsOf: description, encoding: .utf8).split(separator: "\n").first { line in
            line.hasPrefix("    args: [") && line.contains("\"-module-name\",\"GoogleCastTests\"")
        }
        let list = try #require(line, "the build's description names no command for this target").dropFirst(10)
        return try JSONDecoder().decode([String].self, from: Data(list.utf8))
    }

    /// Where modules and C's module maps are.
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
    /// - Returns: What the compiler has to say about each sample itself.
    func compile(_ names: [String]) async throws -> [String: [String]] {
        try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            var remarks: [String: [String]] = [:]
            for (index, name) in names.enumerated() {
                // Two at a time.
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

    /// Links all of them to one program, with everything that this test's own executable has but tests.
    func link(_ names: [String]) async throws {
        let modules = names.map(Self.module)
        let main = directory.appending(path: "main.swift")
        let cases = zip(names, modules).map { "case \"\($0)\": try await \($1).run()" }
        // The main thread runs a loop, as an app's does: Foundation's main queue is known by its thread.
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

    /// Runs one, in surroundings where nothing of this machine's counts.
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
        // A file and not a pipe, which a talkative program would fill up.
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

// SPDX-License-Identifier: Apache-2.0

import CastSender
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import GoogleCast

/// A logger with its own console output and log directory.
struct LoggerStage: Sendable {
    let console = NIOLockedValueBox<[String]>([])
    let files: LogFiles
    let center: LogCenter
    let logger: GCKLogger

    init() {
        let console = console
        files = LogFiles(directory: NSTemporaryDirectory() + "gck-logs-\(UUID().uuidString)")
        center = LogCenter(files: files) { line in console.withLockedValue { $0.append(line) } }
        logger = GCKLogger(center: center)
    }

    func log(_ owner: String) -> Log { Log(of: owner, center: center) }

    var lines: [String] { console.withLockedValue { $0 } }
}

@Suite("Logger")
@MainActor
struct LoggerTests {
    let stage = LoggerStage()
    let listener = LogListener()
    var logger: GCKLogger { stage.logger }

    /// Logs one message of every level.
    private func logAll(_ owner: String = "GCKCastChannel") {
        let log = stage.log(owner)
        log.verbose("verbose")
        log.debug("debug")
        log.info("info")
        log.warning("warning")
        log.error("error")
    }

    @Test("L1 a new logger is enabled and has no sink")
    func fresh() {
        #expect(logger.loggingEnabled && !logger.fileLoggingEnabled && !logger.consoleLoggingEnabled)
        #expect(logger.filter == nil && logger.delegate == nil)
        #expect(logger.maxLogFileSize == 2_097_152 && logger.maxLogFileCount == 3)
        #expect(GCKLogger.sharedInstance() === GCKLogger.sharedInstance())
    }

    @Test("L2 without a sink nothing is logged, and no message is formatted")
    func silent() {
        logAll()
        stage.log("GCKCastChannel").error("\(Issue.record("a message was formatted that no sink receives"))")
        #expect(stage.lines.isEmpty && listener.entries.isEmpty)
    }

    @Test("the version is printed even if logging is disabled")
    func version() {
        logger.loggingEnabled = false
        stage.center.announceVersion()
        #expect(stage.lines == ["GoogleCast \(kGCKFrameworkVersion)"])
    }

    @Test("L3 without a filter, messages of level info and above are delivered")
    func withoutFilter() {
        logger.delegate = listener
        logAll()
        #expect(listener.messages == ["info", "warning", "error"])
    }

    @Test("L4 a filter with minimumLevel verbose passes all messages")
    func everything() {
        let filter = GCKLoggerFilter()
        filter.minimumLevel = .verbose
        logger.filter = filter
        logger.delegate = listener
        logAll()
        #expect(listener.entries.map(\.level) == [.verbose, .debug, .info, .warning, .error])
    }

    @Test("L5 a class rule lowers the level of one class only")
    func classRule() {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: ["GCKDeviceScanner"])
        logger.filter = filter
        logger.delegate = listener
        logAll("GCKDeviceScanner")
        #expect(listener.messages == ["verbose", "debug", "info", "warning", "error"])
        logAll("GCKCastChannel")
        #expect(listener.messages.dropFirst(5) == ["info", "warning", "error"])
    }

    @Test("L8 a class rule above the general level silences the class")
    func silenced() {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.error, forClasses: ["GCKCastChannel"])
        logger.filter = filter
        logger.delegate = listener
        logAll("GCKCastChannel")
        #expect(listener.messages == ["error"])
    }

    @Test("L14 a filter is retained, not copied: later changes apply")
    func editedFilter() {
        let filter = GCKLoggerFilter()
        logger.filter = filter
        logger.delegate = listener
        filter.minimumLevel = .error
        logAll()
        #expect(listener.messages == ["error"])
        #expect(logger.filter === filter)
    }

    @Test("L15 a disabled logger writes to no sink")
    func disabled() throws {
        logger.delegate = listener
        logger.consoleLoggingEnabled = true
        logger.fileLoggingEnabled = true
        logger.loggingEnabled = false
        logAll()
        stage.files.flush()
        #expect(listener.entries.isEmpty && stage.lines.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: stage.files.directory))
    }

    @Test("Sinks are independent of each other")
    func sinks() {
        logger.consoleLoggingEnabled = true
        logAll()
        #expect(stage.lines.count == 3 && listener.entries.isEmpty)
        logger.consoleLoggingEnabled = false
        logger.delegate = listener
        logAll()
        #expect(stage.lines.count == 3 && listener.entries.count == 3)
    }

    @Test("L16 only the newer of a delegate's two methods is called; the older one if it has only that")
    func bothMethods() {
        let both = BothLogListener()
        logger.delegate = both
        logAll()
        #expect(both.newer == 3 && both.older == 0)
        let old = DeprecatedLogListener()
        logger.delegate = old
        stage.log("GCKCastChannel").info("hello")
        #expect(old.entries == ["-[GCKCastChannel bothMethods] hello"])
    }

    @Test("L17 a delegate is not retained")
    func delegateGone() {
        var shortLived: LogListener? = LogListener()
        weak let trace = shortLived
        logger.delegate = shortLived
        logAll()
        shortLived = nil
        #expect(trace == nil && logger.delegate == nil)
        logAll()
    }

    @Test("L18 file sizes and counts are raised to their minimum")
    func limits() {
        logger.maxLogFileSize = 0
        #expect(logger.maxLogFileSize == 2_097_152)
        logger.maxLogFileSize = 1
        #expect(logger.maxLogFileSize == 32_768)
        logger.maxLogFileSize = 100_000
        #expect(logger.maxLogFileSize == 100_000)
        logger.maxLogFileCount = 1
        #expect(logger.maxLogFileCount == 2)
        logger.maxLogFileCount = .max
        #expect(logger.maxLogFileCount == .max)
    }

    @Test("L20 function and location have the original's form")
    func shapes() throws {
        logger.delegate = listener
        stage.log("GCKCastSession").info("state changed")
        let entry = try #require(listener.entries.first)
        #expect(entry.function == "-[GCKCastSession shapes]" && entry.message == "state changed")
        #expect(entry.location.wholeMatch(of: /LoggerTests\.swift:\d+/) != nil)
    }

    @Test("L21 messages from other threads are delivered on the main thread, in order")
    func fromElsewhere() async {
        logger.delegate = listener
        let log = stage.log("GCKDeviceConnection")
        await withCheckedContinuation { done in
            let thread = Thread {
                for number in 0..<200 { log.info("\(number)") }
                done.resume()
            }
            thread.start()
        }
        // Logged after the messages above, so delivered after them.
        log.info("last")
        #expect(listener.messages == (0..<200).map(String.init) + ["last"])
        #expect(!listener.wasOffMain)
    }

    @Test("While the main thread is blocked, messages beyond the capacity are dropped and counted")
    func flood() async {
        logger.delegate = listener
        let log = stage.log("GCKDeviceConnection")
        let thread = Thread {
            for number in 0..<(LogCenter.capacity + 5) { log.info("\(number)") }
        }
        thread.start()
        // Blocks the main thread until the other thread has finished.
        block(until: thread)
        await Task.yield()
        for _ in 0..<1000 where listener.entries.isEmpty { await Task.yield() }
        #expect(listener.entries.count == LogCenter.capacity + 1)
        #expect(listener.messages.last?.hasPrefix("dropped 5 messages") == true)
    }

    private func block(until thread: Thread) {
        while !thread.isFinished { usleep(1_000) }
    }

    @Test("A message that a delegate logs while it is called is not delivered to it")
    func recursion() {
        logger.delegate = listener
        let log = stage.log("GCKCastChannel")
        listener.onMessage = { log.error("again") }
        log.info("once")
        log.info("twice")
        #expect(listener.messages == ["once", "twice"])
    }

    @Test("The minimum level of a logger without a filter applies; none means info")
    @available(*, deprecated, message: "tests deprecated API")
    func minimumLevel() {
        logger.delegate = listener
        logger.minimumLevel = .error
        logAll()
        #expect(listener.messages == ["error"])
        logger.minimumLevel = .none
        logAll()
        #expect(listener.messages.count == 4)
        logger.filter = GCKLoggerFilter()
        logger.minimumLevel = .error
        logAll()
        #expect(listener.messages.count == 7)
    }

    @Test("A message that a rule rejects is not formatted")
    func lazy() {
        logger.delegate = listener
        stage.log("GCKCastChannel").verbose("\(Issue.record("a message was formatted that no sink receives"))")
    }

    @Test("Messages of the engine are logged under the class an app expects, with metadata and level")
    func engine() throws {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: ["GCKCastChannel"])
        logger.filter = filter
        logger.delegate = listener
        let engine = EngineLogHandler.logger(center: stage.center)
        engine.tagged(with: .channel).trace("sending message", metadata: ["cast-namespace": "urn:x-cast:a"])
        engine.tagged(with: .connection).debug("\(Issue.record("a message was formatted that no sink receives"))")
        engine.tagged(with: .discovery).info("scan started")
        engine.critical("cannot be")
        #expect(
            listener.entries.map { "\($0.level) \($0.function) \($0.message)" } == [
                "verbose -[GCKCastChannel engine] sending message cast-namespace=urn:x-cast:a",
                "info -[GCKDeviceScanner engine] scan started",
                "assert -[GCKDeviceConnection engine] cannot be",
            ]
        )
        #expect(listener.entries.allSatisfy { $0.location.hasPrefix("LoggerTests.swift:") })
    }
}

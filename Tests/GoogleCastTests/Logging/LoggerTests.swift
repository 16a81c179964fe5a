import CastSender
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import GoogleCast

/// A logger with a console and a directory of its own.
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

    /// Says one message of every level.
    private func sayAll(_ owner: String = "GCKCastChannel") {
        let log = stage.log(owner)
        log.verbose("verbose")
        log.debug("debug")
        log.info("info")
        log.warning("warning")
        log.error("error")
    }

    @Test("L1 a fresh logger is enabled and has no sink")
    func fresh() {
        #expect(logger.loggingEnabled && !logger.fileLoggingEnabled && !logger.consoleLoggingEnabled)
        #expect(logger.filter == nil && logger.delegate == nil)
        #expect(logger.maxLogFileSize == 2_097_152 && logger.maxLogFileCount == 3)
        #expect(GCKLogger.sharedInstance() === GCKLogger.sharedInstance())
    }

    @Test("L2 without a sink nothing is said, and nothing is put together")
    func silent() {
        sayAll()
        stage.log("GCKCastChannel").error("\(Issue.record("a message was put together for nobody"))")
        #expect(stage.lines.isEmpty && listener.heard.isEmpty)
    }

    @Test("the version is said whatever is set")
    func version() {
        logger.loggingEnabled = false
        stage.center.announceVersion()
        #expect(stage.lines == ["GoogleCast \(kGCKFrameworkVersion)"])
    }

    @Test("L3 without a filter info and above arrive")
    func withoutFilter() {
        logger.delegate = listener
        sayAll()
        #expect(listener.messages == ["info", "warning", "error"])
    }

    @Test("L4 a filter with minimumLevel verbose lets everything through")
    func everything() {
        let filter = GCKLoggerFilter()
        filter.minimumLevel = .verbose
        logger.filter = filter
        logger.delegate = listener
        sayAll()
        #expect(listener.heard.map(\.level) == [.verbose, .debug, .info, .warning, .error])
    }

    @Test("L5 a class rule lets one class say more, and no other")
    func classRule() {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: ["GCKDeviceScanner"])
        logger.filter = filter
        logger.delegate = listener
        sayAll("GCKDeviceScanner")
        #expect(listener.messages == ["verbose", "debug", "info", "warning", "error"])
        sayAll("GCKCastChannel")
        #expect(listener.messages.dropFirst(5) == ["info", "warning", "error"])
    }

    @Test("L8 a class rule above the general threshold silences the class")
    func silenced() {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.error, forClasses: ["GCKCastChannel"])
        logger.filter = filter
        logger.delegate = listener
        sayAll("GCKCastChannel")
        #expect(listener.messages == ["error"])
    }

    @Test("L14 a filter is kept, not copied: what is changed later counts")
    func editedFilter() {
        let filter = GCKLoggerFilter()
        logger.filter = filter
        logger.delegate = listener
        filter.minimumLevel = .error
        sayAll()
        #expect(listener.messages == ["error"])
        #expect(logger.filter === filter)
    }

    @Test("L15 a disabled logger is silent in every sink")
    func disabled() throws {
        logger.delegate = listener
        logger.consoleLoggingEnabled = true
        logger.fileLoggingEnabled = true
        logger.loggingEnabled = false
        sayAll()
        stage.files.flush()
        #expect(listener.heard.isEmpty && stage.lines.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: stage.files.directory))
    }

    @Test("Sinks are independent of each other")
    func sinks() {
        logger.consoleLoggingEnabled = true
        sayAll()
        #expect(stage.lines.count == 3 && listener.heard.isEmpty)
        logger.consoleLoggingEnabled = false
        logger.delegate = listener
        sayAll()
        #expect(stage.lines.count == 3 && listener.heard.count == 3)
    }

    @Test("L16 of a delegate's two methods only the newer is called; the older where there is no other")
    func bothMethods() {
        let both = BothLogListener()
        logger.delegate = both
        sayAll()
        #expect(both.newer == 3 && both.older == 0)
        let old = OldLogListener()
        logger.delegate = old
        stage.log("GCKCastChannel").info("hello")
        #expect(old.heard == ["-[GCKCastChannel bothMethods] hello"])
    }

    @Test("L17 a delegate is not retained, and may be gone")
    func delegateGone() {
        var shortLived: LogListener? = LogListener()
        weak let trace = shortLived
        logger.delegate = shortLived
        sayAll()
        shortLived = nil
        #expect(trace == nil && logger.delegate == nil)
        sayAll()
    }

    @Test("L18 sizes and counts of files are raised to what is allowed")
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

    @Test("L20 function and location have the shapes of the original's")
    func shapes() throws {
        logger.delegate = listener
        stage.log("GCKCastSession").info("state changed")
        let heard = try #require(listener.heard.first)
        #expect(heard.function == "-[GCKCastSession shapes]" && heard.message == "state changed")
        #expect(heard.location.wholeMatch(of: /LoggerTests\.swift:\d+/) != nil)
    }

    @Test("L21 messages from other threads reach the delegate on the main thread, in order")
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
        // Said after them, so heard after them.
        log.info("last")
        #expect(listener.messages == (0..<200).map(String.init) + ["last"])
        #expect(!listener.wasOffMain)
    }

    @Test("A busy main thread loses what is beyond the bound, and is told how much")
    func flood() async {
        logger.delegate = listener
        let log = stage.log("GCKDeviceConnection")
        let thread = Thread {
            for number in 0..<(LogCenter.capacity + 5) { log.info("\(number)") }
        }
        thread.start()
        // The main thread does nothing else until the other has ended.
        block(until: thread)
        await Task.yield()
        for _ in 0..<1000 where listener.heard.isEmpty { await Task.yield() }
        #expect(listener.heard.count == LogCenter.capacity + 1)
        #expect(listener.messages.last?.hasPrefix("5 messages found no room") == true)
    }

    private func block(until thread: Thread) {
        while !thread.isFinished { usleep(1_000) }
    }

    @Test("A delegate that logs is not called again for that")
    func recursion() {
        logger.delegate = listener
        let log = stage.log("GCKCastChannel")
        listener.onMessage = { log.error("again") }
        log.info("once")
        log.info("twice")
        #expect(listener.messages == ["once", "twice"])
    }

    @Test("The minimum level of a logger without a filter counts, none stands for info")
    @available(*, deprecated, message: "tests what is deprecated")
    func minimumLevel() {
        logger.delegate = listener
        logger.minimumLevel = .error
        sayAll()
        #expect(listener.messages == ["error"])
        logger.minimumLevel = .none
        sayAll()
        #expect(listener.messages.count == 4)
        logger.filter = GCKLoggerFilter()
        logger.minimumLevel = .error
        sayAll()
        #expect(listener.messages.count == 7)
    }

    @Test("A message that a rule refuses is never put together")
    func lazy() {
        logger.delegate = listener
        stage.log("GCKCastChannel").verbose("\(Issue.record("a message was put together for nobody"))")
    }

    @Test("What the engine logs comes under the class an app expects, with its metadata and level")
    func engine() throws {
        let filter = GCKLoggerFilter()
        filter.setLoggingLevel(.verbose, forClasses: ["GCKCastChannel"])
        logger.filter = filter
        logger.delegate = listener
        let engine = EngineLogHandler.logger(center: stage.center)
        engine.telling(of: .channel).trace("sending message", metadata: ["cast-namespace": "urn:x-cast:a"])
        engine.telling(of: .connection).debug("\(Issue.record("a message was put together for nobody"))")
        engine.telling(of: .discovery).info("scan started")
        engine.critical("cannot be")
        #expect(
            listener.heard.map { "\($0.level) \($0.function) \($0.message)" } == [
                "verbose -[GCKCastChannel engine] sending message cast-namespace=urn:x-cast:a",
                "info -[GCKDeviceScanner engine] scan started",
                "assert -[GCKDeviceConnection engine] cannot be",
            ]
        )
        #expect(listener.heard.allSatisfy { $0.location.hasPrefix("LoggerTests.swift:") })
    }
}

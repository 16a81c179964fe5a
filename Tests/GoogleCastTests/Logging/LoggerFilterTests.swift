// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

@Suite("Logger filter")
struct LoggerFilterTests {
    let filter = GCKLoggerFilter()

    private func threshold(_ function: String) -> GCKLoggerLevel { filter.rules.threshold(for: function) }

    @Test(
        "L6 patterns match whole names",
        arguments: [
            ("GCKUI*", "GCKUICastButton", true), ("GCKUI*", "GCKCastSession", false),
            ("GCK*Session", "GCKCastSession", true), ("GCK*Session", "GCKSession", true),
            ("GCK*Session", "GCKSessionManager", false), ("*", "", true), ("", "", true), ("", "a", false),
            ("a?c", "abc", true), ("a?c", "ac", false), ("[abc]x", "bx", true), ("[a-c]x", "dx", false),
            ("[!a-c]x", "dx", true), ("[!a-c]x", "ax", false), ("[c-a]", "b", true), ("[]]", "]", true),
            ("[a", "[a", true), ("a-b", "a-b", true), ("[a-]", "-", true), ("gck*", "GCKSession", false),
            ("A(B)", "A(B)", true), ("**a**", "xxaxx", true), ("*a*b", "acb", true), ("*a*b", "acbx", false),
            ("[😀-😎]", "😃", true),
        ]
    )
    func globs(pattern: String, name: String, expected: Bool) {
        #expect(NamePattern(pattern).matches(name) == expected)
    }

    @Test("A pattern of many wildcards costs at most the product of the lengths")
    func costOfPatterns() {
        let pattern = NamePattern(String(repeating: "*a", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 2_000)))
    }

    @Test("Patterns, messages and names of a megabyte are matched in bounded time", .timeLimit(.minutes(1)))
    func absurd() {
        let brackets = String(repeating: "[", count: 1 << 20)
        let pattern = NamePattern(brackets)
        let (matchesItself, matchesOther) = (pattern.matches(brackets), pattern.matches("["))
        #expect(matchesItself && !matchesOther)
        filter.setLoggingLevel(.verbose, forClasses: [brackets, ""])
        filter.setLoggingLevel(.verbose, forFunctions: [brackets])
        let thresholds = ["-[GCKCastSession start]", "free", "-["].map(threshold)
        #expect(thresholds == [.info, .info, .info])
        filter.reset()
        filter.addMessagePatterns(["x$"])
        let isAccepted = filter.rules.accept(String(repeating: "y", count: 1 << 20))
        #expect(!isAccepted)
    }

    @Test("L7 a class rule applies to the class's extensions, an extension rule only to the extension")
    func extensions() {
        filter.setLoggingLevel(.verbose, forClasses: ["MyClass", "Other(Ext)", "GCKUI*"])
        #expect(threshold("-[MyClass run]") == .verbose && threshold("+[MyClass(Ext) run]") == .verbose)
        #expect(threshold("-[Other(Ext) run]") == .verbose)
        #expect(threshold("-[Other run]") == .info && threshold("-[Other(More) run]") == .info)
        #expect(threshold("-[GCKUICastButton(Private) run]") == .verbose)
    }

    @Test("L9 the last of several rules for a class applies")
    func lastWins() {
        filter.setLoggingLevel(.error, forClasses: ["GCK*"])
        filter.setLoggingLevel(.verbose, forClasses: ["GCKCastSession"])
        #expect(threshold("-[GCKCastSession start]") == .verbose && threshold("-[GCKSession start]") == .error)
        filter.setLoggingLevel(.warning, forClasses: ["*"])
        #expect(threshold("-[GCKCastSession start]") == .warning)
    }

    @Test("L10 message patterns are case-sensitive by default")
    func messageCase() {
        filter.addMessagePatterns(["error"])
        #expect(!filter.rules.accept("ERROR 3") && filter.rules.accept("an error"))
        filter.reset()
        filter.addMessagePatterns(["(?i)error"])
        #expect(filter.rules.accept("ERROR 3"))
    }

    @Test("L11 a message passes if one of several message patterns matches")
    func messageAny() {
        filter.addMessagePatterns(["^a"])
        filter.addMessagePatterns(["b$", "["])
        #expect(filter.rules.accept("ax") && filter.rules.accept("xb") && !filter.rules.accept("xax"))
    }

    @Test("A pattern that is not a valid regular expression is ignored")
    func brokenPattern() {
        filter.addMessagePatterns(["("])
        #expect(filter.rules.accept("anything"))
    }

    @Test("L12 a function rule matches the free function, and a method only by its full name")
    func functions() {
        filter.setLoggingLevel(.verbose, forFunctions: ["start", "[-][[]GCKCastSession *"])
        #expect(threshold("start") == .verbose)
        #expect(threshold("-[GCKSession start]") == .info)
        #expect(threshold("-[GCKCastSession stop]") == .verbose)
    }

    @Test("L13 reset removes all criteria and keeps the minimum level")
    func reset() {
        filter.minimumLevel = .warning
        filter.setLoggingLevel(.verbose, forClasses: ["A"])
        filter.setLoggingLevel(.verbose, forFunctions: ["f"])
        filter.addMessagePatterns(["x"])
        filter.reset()
        #expect(threshold("-[A a]") == .warning && threshold("f") == .warning && filter.rules.accept("y"))
        #expect(filter.minimumLevel == .warning)
    }

    @Test("L22 exclusive has no effect")
    @available(*, deprecated, message: "tests deprecated API")
    func exclusive() {
        filter.setLoggingLevel(.verbose, forClasses: ["A"])
        for value in [true, false] {
            filter.exclusive = value
            #expect(filter.exclusive == value)
            #expect(threshold("-[A a]") == .verbose && threshold("-[B b]") == .info)
        }
    }

    @Test("L23 the deprecated methods equal their replacements")
    @available(*, deprecated, message: "tests deprecated API")
    func deprecatedAdders() {
        filter.minimumLevel = .warning
        filter.setLoggingLevel(.verbose, forClasses: ["A", "B"])
        filter.addClassNames(["A"])
        #expect(threshold("-[A a]") == .warning && threshold("-[B b]") == .verbose)
        filter.addClassNames(["A"], minimumLogLevel: .error)
        #expect(threshold("-[A a]") == .error)
        filter.addFunctionNames(["f"], minimumLogLevel: .debug)
        #expect(threshold("f") == .debug)
        filter.addFunctionNames(["f"])
        #expect(threshold("f") == .warning)
        filter.addMessagePatterns(["x"], caseInsensitive: true)
        #expect(filter.rules.accept("X"))
        filter.reset()
        filter.addMessagePatterns(["x"], caseInsensitive: false)
        #expect(!filter.rules.accept("X"))
    }

    @Test("A rule with level none gives its classes the minimum level; a minimum level of none means info")
    func noneLevel() {
        filter.setLoggingLevel(.error, forClasses: ["A"])
        filter.setLoggingLevel(.none, forClasses: ["A"])
        #expect(threshold("-[A a]") == .info)
    }

    @Test("An assertion passes every threshold")
    func assertion() {
        for level in [GCKLoggerLevel.none, .verbose, .error, .assert] { #expect(GCKLoggerLevel.assert.passes(level)) }
        #expect(!GCKLoggerLevel.error.passes(.assert))
    }
}

// SPDX-License-Identifier: Apache-2.0

import CastWire
import NIOConcurrencyHelpers

/// The output of a command: results on standard output, everything else on standard error.
///
/// With `--json`, standard output consists of JSON objects, one per line, and results in text form are not printed.
/// While a panel is displayed at the bottom of the terminal, such as a remote control, lines are printed above it.
///
/// Results, notes and failures contain names and titles that other hosts choose. Every line of text is made printable
/// here, in one place, so that it cannot contain control sequences for the terminal.
///
/// No method waits for the reader of the output; see ``OutputWriter``.
final class Console: Sendable {
    /// The version in every JSON object, which changes when a member changes its meaning or is removed.
    static let jsonVersion: Int64 = 1

    let isJSON: Bool
    let isVerbose: Bool
    /// Whether lines can be displayed and redrawn at the bottom of the terminal.
    let showsProgress: Bool
    private let usesColor: Bool

    private let panel = NIOLockedValueBox(TerminalPanel())

    init(
        isJSON: Bool,
        isVerbose: Bool = false,
        showsProgress: Bool = TerminalDevice.isErrorTerminal,
        usesColor: Bool = TerminalDevice.usesColor
    ) {
        self.isJSON = isJSON
        self.isVerbose = isVerbose
        self.showsProgress = showsProgress && !isJSON
        self.usesColor = usesColor
    }

    /// Prints a result as text, unless `--json` is set.
    func result(_ line: String) {
        guard !isJSON else { return }
        print(DisplayWidth.printable(line), to: .standardOutput)
    }

    /// Prints lines unchanged, such as a colored QR code, unless `--json` is set.
    ///
    /// The lines must not contain text from peers.
    func draw(_ lines: [String]) {
        guard !isJSON else { return }
        for line in lines { print(line, to: .standardOutput) }
    }

    /// Prints a result as a JSON object on one line, preceded by the version, if `--json` is set.
    func emit(_ object: JSONObject) {
        guard isJSON else { return }
        var envelope: JSONObject = ["version": .integer(Self.jsonVersion)]
        envelope.merge(object)
        print(envelope.jsonString, to: .standardOutput)
    }

    /// Prints a note to standard error.
    func note(_ line: String) {
        print(DisplayWidth.printable(line), to: .standardError)
    }

    /// Prints a detail to standard error, if `--verbose` is set.
    func detail(_ line: @autoclosure () -> String) {
        guard isVerbose else { return }
        print(DisplayWidth.printable(line()), to: .standardError)
    }

    /// Displays a line at the bottom of the terminal in place of the previous panel; nil removes it.
    func showProgress(_ line: String?) {
        showPanel(line.map { [TerminalLine($0)] } ?? [])
    }

    /// Displays lines at the bottom of the terminal in place of the previous panel.
    func showPanel(_ lines: [TerminalLine]) {
        // While the process is in the background, the shell uses the terminal.
        guard showsProgress, TerminalDevice.isForeground else { return }
        panel.withLockedValue { panel in
            let text = panel.show(lines, usesColor: usesColor, columns: TerminalDevice.size.columns)
            if !text.isEmpty { OutputWriter.standardError.write(text) }
        }
    }

    /// Discards the state of the panel after other output to the terminal; the next panel begins on a new line.
    func forgetPanel() {
        panel.withLockedValue { $0 = TerminalPanel() }
    }

    /// Reports a failure: as lines on standard error, or with `--json` as an object on standard output.
    func report(_ failure: CommandFailure) {
        if isJSON {
            emit(failure.json)
        } else {
            for line in failure.lines { note(line) }
        }
    }

    /// Waits until all output is written. After Ctrl-C, returns even if the output is not read.
    func flush() async {
        await OutputWriter.standardOutput.flush()
        await OutputWriter.standardError.flush()
    }

    private func print(_ line: String, to writer: OutputWriter) {
        panel.withLockedValue { panel in
            let erasing = panel.erasing(columns: TerminalDevice.size.columns)
            if !erasing.isEmpty { OutputWriter.standardError.write(erasing) }
            writer.write(line + "\n")
            let drawing = panel.drawing(usesColor: usesColor)
            if !drawing.isEmpty { OutputWriter.standardError.write(drawing) }
        }
    }
}

import CastWire
import Synchronization

/// Where a command says things: results on standard output, everything else on standard error.
///
/// With `--json`, standard output carries JSON objects alone, one per line, and people's results are not printed.
/// While lines stand at the bottom of the terminal, such as those of a remote control, other lines are put above them.
///
/// Devices and titles name themselves, and their words are in results, notes and failures: every line for people is made
/// printable here, once, so that none can reach the terminal as an order.
///
/// No call waits for whoever reads the output; see ``OutputWriter``.
final class Console: Sendable {
    /// The version of every JSON object; it changes when a member changes its meaning or goes.
    static let jsonVersion: Int64 = 1

    let isJSON: Bool
    let isVerbose: Bool
    /// True when lines can be shown at the bottom, and redrawn.
    let showsProgress: Bool
    private let usesColor: Bool

    private let panel = Mutex(TerminalPanel())

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

    /// A result for people.
    func result(_ line: String) {
        guard !isJSON else { return }
        print(DisplayWidth.printable(line), to: .standardOutput)
    }

    /// Lines for people that consist of our own characters and colours: a drawing.
    func draw(_ lines: [String]) {
        guard !isJSON else { return }
        for line in lines { print(line, to: .standardOutput) }
    }

    /// A result for scripts: one line, with the version in front.
    func emit(_ object: JSONObject) {
        guard isJSON else { return }
        var envelope: JSONObject = ["version": .integer(Self.jsonVersion)]
        envelope.merge(object)
        print(envelope.jsonString, to: .standardOutput)
    }

    /// Something on the side, for people.
    func note(_ line: String) {
        print(DisplayWidth.printable(line), to: .standardError)
    }

    /// Something only somebody who asked for it wants to know.
    func detail(_ line: @autoclosure () -> String) {
        guard isVerbose else { return }
        print(DisplayWidth.printable(line()), to: .standardError)
    }

    /// Shows a line at the bottom, in place of what stood there; nil takes it away.
    func showProgress(_ line: String?) {
        showPanel(line.map { [TerminalLine($0)] } ?? [])
    }

    /// Shows lines at the bottom, in place of those before.
    func showPanel(_ lines: [TerminalLine]) {
        // In the background the bottom of the terminal is the shell's.
        guard showsProgress, TerminalDevice.isForeground else { return }
        panel.withLock { panel in
            let text = panel.show(lines, usesColor: usesColor, columns: TerminalDevice.size.columns)
            if !text.isEmpty { OutputWriter.standardError.write(text) }
        }
    }

    /// Says that somebody else has written since: what is shown next begins on a new line.
    func forgetPanel() {
        panel.withLock { $0 = TerminalPanel() }
    }

    /// Says why the command failed: lines on standard error, or with `--json` an object on standard output.
    func report(_ failure: CommandFailure) {
        if isJSON {
            emit(failure.json)
        } else {
            for line in failure.lines { note(line) }
        }
    }

    /// Returns when everything is written; after Ctrl-C also when nobody reads it.
    func flush() async {
        await OutputWriter.standardOutput.flush()
        await OutputWriter.standardError.flush()
    }

    private func print(_ line: String, to writer: OutputWriter) {
        panel.withLock { panel in
            let erasing = panel.erasing(columns: TerminalDevice.size.columns)
            if !erasing.isEmpty { OutputWriter.standardError.write(erasing) }
            writer.write(line + "\n")
            let drawing = panel.drawing(usesColor: usesColor)
            if !drawing.isEmpty { OutputWriter.standardError.write(drawing) }
        }
    }
}

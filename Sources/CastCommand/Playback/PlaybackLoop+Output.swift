// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastSender
import CastWire

extension PlaybackLoop {
    func title(_ index: Int) -> String {
        DisplayWidth.field(items[index].title)
    }

    func printReport(_ report: PlaybackReport) {
        let device = target?.device.name ?? ""
        switch report {
        case .loading(let index):
            console.emit([
                "event": "loading", "index": .integer(Int64(index)), "count": .integer(Int64(items.count)),
                "title": .string(items[index].title),
            ])
            if !console.showsProgress, !console.isJSON { console.note("Loading \(title(index)) on \(device)…") }
        case .state(let status):
            console.emit([
                "event": "state", "index": .integer(Int64(machine.index)), "media": .object(status.json),
            ])
            // Loading has already been reported.
            guard !console.showsProgress, !console.isJSON, status.state != .loading else { return }
            console.note("\(status.state.word): \(title(machine.index)), \(status.positionText)")
        case .itemFinished(let index):
            console.emit(["event": "itemFinished", "index": .integer(Int64(index))])
        case .itemFailed(let index, let failure):
            var object: JSONObject = ["event": "itemFailed", "index": .integer(Int64(index))]
            object.merge(failure.json)
            console.emit(object)
            if !console.isJSON { for line in failure.lines { console.note(line) } }
        case .held(let isHeld):
            console.emit(["event": "slideShow", "held": .bool(isHeld)])
            if !console.isJSON { console.note(isHeld ? "Held: \(title(machine.index))" : "The slide show continues.") }
        case .notFetched:
            console.note("\(device) has not requested the file from this machine.")
            if !wasInterrupted { console.note("try: \(MediaFailureCause.reachHint)") }
        }
    }

    func printOutcome(_ outcome: PlaybackOutcome, on target: PlaybackTarget) {
        guard let sentence = outcome.sentence(title: title(machine.index), device: target.device.name) else { return }
        var object: JSONObject = ["event": .string(outcome.event), "device": .object(target.device.briefJSON)]
        if case .left(_, let continuesPlaying) = outcome { object["playingOn"] = .bool(continuesPlaying) }
        if case .leftLoading = outcome { object.merge(["playingOn": false, "loading": true]) }
        if hasStopFailed { object["stopFailed"] = true }
        console.emit(object)
        if !hasStopFailed { console.result(sentence) }
    }

    /// Updates the remote control on the terminal.
    func show() async {
        guard let remote else { return }
        let next = machine.hasNext ? items[machine.index + 1].title : nil
        let playlist = PlaylistState(
            title: items[machine.index].title,
            isLoading: machine.status == nil,
            index: machine.index,
            count: items.count,
            next: next,
            subtitlesDelay: delayChange.pending(of: machine.index) ?? media.subtitlesDelay(machine.index),
            isDelayChanging: delayChange.pending(of: machine.index) != nil
        )
        await remote.show(playlist)
    }
}

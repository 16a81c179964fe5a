// SPDX-License-Identifier: Apache-2.0

/// The timing of the current picture of a slide show.
struct SlideTimer: Hashable, Sendable {
    /// The number of the newest timer. Timers with other numbers are ignored.
    private(set) var number = 0
    /// Whether the user holds the slide show, so that the current picture stays.
    var isHeld = false
    /// Whether the current picture is on the screen.
    private(set) var isShown = false
    /// Whether the time of the current picture is over, and the device was asked to continue.
    private(set) var hasElapsed = false

    /// Starts a new timer, and returns its number.
    mutating func start() -> Int {
        isShown = true
        number += 1
        return number
    }

    mutating func elapse() { hasElapsed = true }

    /// Forgets the picture, because another item is current.
    mutating func reset() { (isShown, hasElapsed) = (false, false) }
}

// Devices do not time pictures in a way that senders can rely on, and report a picture as paused. The command therefore
// continues after a picture. It does so by moving within the device's queue, so that other senders see the list.
extension PlaybackMachine {
    /// Whether the current item is a picture whose time is limited.
    var isSlideShown: Bool { slide.isShown }

    /// Handles a status of the current item. A picture that appears starts a timer, and the next item is prepared.
    mutating func slideShown(_ status: PlaybackStatus) -> [PlaybackAction] {
        guard timesPictures, status.isPicture, !slide.isShown else { return [] }
        guard status.state == .playing || status.state == .paused else { return [] }
        let number = slide.start()
        let prefetch: [PlaybackAction] = hasNext ? [.prefetch(index + 1)] : repeats ? [.prefetch(0)] : []
        return (slide.isHeld ? [] : [.timeSlide(number)]) + prefetch
    }

    /// Starts the time of the current picture again, if it is a picture.
    mutating func restartSlide() -> [PlaybackAction] {
        guard slide.isShown, !slide.isHeld, case .active = phase else { return [] }
        return [.timeSlide(slide.start())]
    }

    /// Handles the end of the time of a picture: the next item is played, or the list ends.
    mutating func slideOverdue(_ number: Int) -> [PlaybackAction] {
        guard number == slide.number, slide.isShown, !slide.isHeld, case .active = phase else { return [] }
        slide.elapse()
        guard movesOnDevice else { return hasNext ? itemFinished() : slideShowFinished() }
        let actions = move(by: 1)
        return actions.isEmpty ? slideShowFinished() : actions
    }

    private mutating func slideShowFinished() -> [PlaybackAction] {
        let actions = lastItemFinished()
        return (actions.last == .finish(.finished) ? [.stop] : []) + actions
    }

    /// Handles the key that pauses and resumes. While a picture is held, it stays.
    mutating func holdRequested() -> [PlaybackAction] {
        guard slide.isShown, case .active = phase else { return [] }
        slide.isHeld.toggle()
        return [.report(.held(slide.isHeld))] + restartSlide()
    }
}

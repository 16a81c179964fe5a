/// One key as a terminal sends it.
enum Key: Hashable, Sendable {
    case character(Character)
    case left
    case right
    case up
    case down
    case home
    case end
    case tab
    case enter
    case backspace
    case escape
}

/// Where a message comes from, as read from the text that a delegate gets.
enum LogFunction: Sendable, Hashable {
    /// `-[Name(Extension) method]`, or with `+`; the extension is nil where there is none.
    case method(class: String, extension: String?)
    /// The name of a function that belongs to no class.
    case free

    /// The text of a method.
    static func text(class name: String, method: StaticString) -> String {
        // "start(with:options:)" is told from its overloads by its labels; the original's selectors have them too.
        let method = "\(method)".replacing("()", with: "")
        return "-[\(name) \(method)]"
    }

    init(_ text: String) {
        guard text.hasPrefix("-[") || text.hasPrefix("+["), text.hasSuffix("]"),
            let space = text.firstIndex(of: " ")
        else {
            self = .free
            return
        }
        let owner = text[text.index(text.startIndex, offsetBy: 2)..<space]
        guard owner.hasSuffix(")"), let bracket = owner.firstIndex(of: "(") else {
            self = .method(class: String(owner), extension: nil)
            return
        }
        self = .method(
            class: String(owner[..<bracket]),
            extension: String(owner[owner.index(after: bracket)...].dropLast())
        )
    }
}

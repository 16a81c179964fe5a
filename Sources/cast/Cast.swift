import ArgumentParser

@main
struct Cast: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "cast", abstract: "Plays films on Cast devices.")
}

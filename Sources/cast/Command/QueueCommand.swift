import ArgumentParser

/// `cast queue`
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "Lists the queue of what plays, and changes it.",
        discussion: """
            Items are named by the ids that the list shows; they stay the same while the queue lives.

            Examples:
              cast queue                         what is in it
              cast queue add https://example.org/song.mp3
              cast queue remove 3 4
              cast queue move 5 --before 2
              cast queue jump 5
            """,
        subcommands: [
            QueueListCommand.self, QueueAddCommand.self, QueueRemoveCommand.self, QueueMoveCommand.self,
            QueueJumpCommand.self,
        ],
        defaultSubcommand: QueueListCommand.self
    )
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia

/// `cast queue`
struct QueueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List or change the queue.",
        discussion: """
            Items are identified by the IDs in the list, which stay the same as long as the queue exists.

            Examples:
              cast queue                         list the items
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

/// `cast queue list`
struct QueueListCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the items in the queue.",
        discussion: """
            Examples:
              cast queue
              cast queue list --json
            """
    )

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).listQueue()
        return .success
    }
}

/// `cast queue add`
struct QueueAddCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add URLs to the queue.",
        discussion: """
            Examples:
              cast queue add https://example.org/song.mp3
              cast queue add https://example.org/a.mp3 https://example.org/b.mp3 --before 3
            """
    )

    @Argument(help: ArgumentHelp("URLs that the device can reach.", valueName: "url"))
    var urls: [String]

    @Option(help: ArgumentHelp("Insert before the item with this ID. Default: at the end.", valueName: "id"))
    var before: Int?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        for url in urls {
            guard case .url? = CastSource(url) else {
                throw ValidationError("\(url) is not a web URL. To play local files, use: cast play")
            }
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).addToQueue(urls, before: before)
        return .success
    }
}

/// `cast queue remove`
struct QueueRemoveCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove items from the queue.",
        discussion: """
            Examples:
              cast queue remove 3
              cast queue remove 3 4 5
            """
    )

    @Argument(help: ArgumentHelp("The IDs of the items.", valueName: "id"))
    var ids: [Int]

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).removeFromQueue(ids)
        return .success
    }
}

/// `cast queue move`
struct QueueMoveCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move items within the queue.",
        discussion: """
            Examples:
              cast queue move 5                  move to the end
              cast queue move 5 6 --before 2
            """
    )

    @Argument(help: ArgumentHelp("The IDs of the items, in their new order.", valueName: "id"))
    var ids: [Int]

    @Option(help: ArgumentHelp("Move before the item with this ID. Default: to the end.", valueName: "id"))
    var before: Int?

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).moveInQueue(ids, before: before)
        return .success
    }
}

/// `cast queue jump`
struct QueueJumpCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "jump",
        abstract: "Play another item in the queue.",
        discussion: """
            Examples:
              cast queue jump 5
            """
    )

    @Argument(help: ArgumentHelp("The ID of the item.", valueName: "id"))
    var id: Int

    @OptionGroup var target: TargetOptions
    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        try await RemoteControl(finder: DeviceFinder(target), console: console).jump(to: id)
        return .success
    }
}

import ArgumentParser

/// How to say things.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Print JSON, one object per line, for scripts.")
    var json = false

    @Flag(name: .long, help: "Say more about what happens, on standard error.")
    var verbose = false
}

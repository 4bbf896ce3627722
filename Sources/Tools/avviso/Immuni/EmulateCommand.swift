import ArgumentParser

struct EmulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulate",
        abstract: "Emulate services that only Apple and Google run, for trying out and for tests.",
        discussion: """
            Each emulator follows the published interface of the real service. A server for real phones must never \
            trust any of them.
            """,
        subcommands: [Attestation.self, DeviceCheck.self]
    )
}

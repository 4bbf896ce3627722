import ArgumentParser

struct EmulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulate",
        abstract: "Stand in for what only Apple and Google have, for trying out and for tests.",
        discussion: """
            Each emulator follows the real thing's published interface. None of them may ever be trusted by a server that \
            real phones talk to.
            """,
        subcommands: [Attestation.self, DeviceCheck.self]
    )
}

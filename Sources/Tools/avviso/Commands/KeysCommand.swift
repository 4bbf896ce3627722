import ArgumentParser
import Crypto
import FileStorage
import Foundation

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Make, change and list the keys that sign exports and messages.",
        discussion: """
            avviso keys generate makes a single key, a PEM file. avviso keys init makes a folder of keys. In a folder \
            one key can replace another while every phone can still verify, and without a restart: docs/signatures.md.
            """,
        subcommands: [Generate.self, Init.self, Rotate.self, Retire.self, List.self, Public.self]
    )

    struct Generate: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "generate",
            abstract: "Make a P-256 signing key, and print its public half for the apps.",
            discussion: """
                The private key goes into a file that only you can read. An existing file is never overwritten.

                Example:
                  avviso keys generate --out signing.pem --public-out public.pem
                """
        )

        @Option(help: ArgumentHelp("The file for the private key (PEM).", valueName: "file")) var out: String

        @Option(help: ArgumentHelp("A file for the public key, besides printing it.", valueName: "file"))
        var publicOut: String?

        func perform() async throws {
            let key = P256.Signing.PrivateKey()
            try Self.write(key.pemRepresentation, to: out, isPublic: false)
            if let publicOut {
                try Self.write(key.publicKey.pemRepresentation, to: publicOut, isPublic: true)
            }
            Terminal.say(key.publicKey.pemRepresentation)
        }

        private static func write(_ text: String, to path: String, isPublic: Bool) throws {
            try DurableFile.create(URL(fileURLWithPath: path), content: Data((text + "\n").utf8), isPublic: isPublic)
        }
    }
}

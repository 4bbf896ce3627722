import ArgumentParser
import AssociationAssembly
import AssociationProtocol
import CommonAssembly
import ExposurePrimitives
import Foundation

struct AssociationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "association",
        abstract: "Make the key of the association's authority, issue codes, and decide about held reports.",
        subcommands: [Key.self, PublicKey.self, AttestationKey.self, Code.self, CodeCounts.self, Held.self]
    )

    struct Key: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "key",
            abstract: "Make a key, and print its public half for the app.",
            discussion: """
                The private key goes into a file that only you can read, for the setting association.key. An existing \
                file is never overwritten. Phones that register must have the public half, in hexadecimal: \
                docs/association.md says how to change the key.

                Example:
                  avviso association key --out association.key
                """
        )

        @Option(help: ArgumentHelp("The file for the private key.", valueName: "file")) var out: String

        func perform() async throws {
            Terminal.say(Hex.encode(try AgreementKeyFile.create(out).bytes.bytes))
        }
    }

    struct PublicKey: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "public-key",
            abstract: "Print the public half of a key, in hexadecimal.",
            discussion: .example("avviso association public-key association.key")
        )

        @Argument(help: ArgumentHelp("The file of the private key.", valueName: "file")) var file: String

        func perform() async throws {
            Terminal.say(Hex.encode(try AgreementKeyFile.load(file).publicKey.bytes.bytes))
        }
    }

    struct AttestationKey: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "attestation-key",
            abstract: "Print the public key with which apps check attestations, in hexadecimal.",
            discussion: """
                The key follows from the file's, so the authority has one file to keep.

                Example:
                  avviso association attestation-key association.key
                """
        )

        @Argument(help: ArgumentHelp("The file of the private key.", valueName: "file")) var file: String

        func perform() async throws {
            let key = AttestationSigningKey(of: try AgreementKeyFile.load(file))
            Terminal.say(Hex.encode(key.verificationKey.bytes))
        }
    }
}

extension DataOptions {
    /// The system on the data of a server.
    func association() async throws -> AssociationSystem {
        let settings = try await reader()
        guard let system = try AssociationSystem.onExistingData(settings) else {
            throw AssemblyError.noDatabase(try RealmSettings(settings).dataFolder.path)
        }
        return system
    }
}

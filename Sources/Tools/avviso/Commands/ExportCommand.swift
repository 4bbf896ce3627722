import ArgumentParser
import Foundation
import KeyExport

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Inspect, verify and make export files (TEK Chunks) of any country.",
        subcommands: [Inspect.self, Verify.self, Create.self]
    )

    struct Inspect: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "inspect",
            abstract: "Show the content of an export file, without verifying it.",
            discussion: """
                Reads a zip or a bare export.bin. Signatures are not checked: use avviso export verify for that.

                Examples:
                  avviso export inspect chunk.zip
                  avviso export inspect chunk.zip --keys --json
                """
        )

        @Argument(help: ArgumentHelp("An export zip or export.bin.", valueName: "file")) var file: String
        @Flag(help: "Show every key too.") var keys = false
        @Flag(help: "Print one JSON object, for programs.") var json = false

        func perform() async throws {
            let export = try ExportArchive(InputFile.read(file)).unverified()
            let report = try ExportReport(
                export.contents,
                signers: nil,
                signatureCount: export.signatures.count,
                withKeys: keys
            )
            Terminal.say(json ? report.json : report.table)
        }
    }

    struct Verify: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Check export files as a phone does: container, every field, and the signature.",
            discussion: """
                Exits with 1, and gives the reason, if a phone would refuse a file. Several files are also checked as \
                a group: every batch of a period must be there.

                Examples:
                  avviso export verify chunk.zip --public-key public.pem
                  avviso export verify batch-1.zip batch-2.zip --public-key public.pem --json
                """
        )

        @Argument(help: ArgumentHelp("Export zips.", valueName: "zip")) var files: [String]

        @Option(help: ArgumentHelp("The public key: PEM, or base64 of its DER bytes.", valueName: "file"))
        var publicKey: String

        @Flag(help: "Print one JSON object for each file, for programs.") var json = false

        func perform() async throws {
            let key = try ExportVerificationKey(InputFile.readText(publicKey))
            let verifier = try ExportVerifier(keys: [key])
            var metadata: [ExportMetadata] = []
            for file in files {
                let bytes = try InputFile.read(file)
                let export: VerifiedExport
                do throws(ExportError) {
                    export = try ExportArchive(zip: bytes).verified(by: verifier)
                } catch {
                    throw Failure("\(file): \(error)")
                }
                metadata.append(export.contents.metadata)
                let report = try ExportReport(
                    export.contents,
                    signers: export.signers,
                    signatureCount: nil,
                    withKeys: false
                )
                Terminal.say(json ? report.json : "\(file): the signature is right.\n\(report.table)")
            }
            try ExportGroup.check(metadata)
        }
    }
}

extension InputFile {
    /// An export's bytes. Reading stops soon after the size limit of an export.
    static func readExport(_ path: String, limits: ExportLimits = .standard) throws(Failure) -> [UInt8] {
        // Headers and signatures take some hundred bytes.
        let limit = limits.maximumExpandedSize + (1 << 20)
        guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit + 1) else {
            throw Failure("the file \(path) cannot be read")
        }
        guard data.count <= limit else {
            throw Failure("the file \(path) is larger than \(limit) bytes")
        }
        return Array(data)
    }
}

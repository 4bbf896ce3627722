import ArgumentParser
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import Foundation
import ImmuniAPI
import ImmuniDemo
import ImmuniDemoServers
import ServiceKit

extension EmulateCommand {
    struct Attestation: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "attestation",
            abstract:
                "Issue attestations for emulated phones: SafetyNet, Play Integrity, Keystore, App Attest.",
            discussion: """
                A server accepts them only with analytics.test-evidence=true and the files that init makes: \
                docs/attestation.md.
                """,
            subcommands: [Init.self, Issue.self]
        )
    }
}

extension EmulateCommand.Attestation {
    struct Init: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Make a root and keys, and print the settings of a server that accepts their signatures.",
            discussion: """
                Nothing is ever overwritten. The printed settings are a file for --config.

                Example:
                  avviso emulate attestation init --out emulator > test.yaml
                """
        )

        @Option(help: ArgumentHelp("The folder for the files.", valueName: "dir")) var out: String

        @Option(name: .customLong("package"), help: "The package of the app on Android.")
        var packageName = "it.example.avviso"

        @Option(
            help: ArgumentHelp(
                "SHA-256 of the certificate that signs the app on Android, in hexadecimal; by default of no certificate.",
                valueName: "hex"
            )
        )
        var certificateDigest = String(repeating: "00", count: 32)

        @Option(help: "Team and bundle identifier of the app on iOS.") var appID = "TEAM000000.it.example.avviso"
        @Option(help: "How many days the certificates are valid, 1 to 365.") var days = 90

        func validate() throws {
            guard (1...365).contains(days) else {
                throw ValidationError("--days must be a number from 1 to 365.")
            }
            guard Hex.decode(certificateDigest)?.count == 32 else {
                throw ValidationError("--certificate-digest must be 64 hexadecimal digits.")
            }
        }

        func perform() async throws {
            let folder = try EmulatorFolder.make(
                in: URL(fileURLWithPath: out),
                app: EmulatedApp(
                    packageName: packageName,
                    certificateDigest: Hex.decode(certificateDigest) ?? [],
                    appID: appID
                ),
                now: SystemWallClock().now(),
                days: days
            )
            Terminal.say(folder.settings.map { "\($0.name): \"\($0.value)\"" }.joined(separator: "\n"))
        }
    }

    struct Issue: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "issue",
            abstract: "Issue an attestation, and print it in the form of the request's member.",
            discussion: """
                The attestation is bound to a digest (--binding), to the facts of Operational Info (--province and the \
                options after it) or to an analytics token. --request prints the whole body that an Android phone \
                sends.

                Examples:
                  avviso emulate attestation issue --in emulator --kind play-integrity --province RM --request
                  avviso emulate attestation issue --in emulator --kind app-attest --analytics-token $TOKEN
                  avviso emulate attestation issue --in emulator --kind safety-net --binding $DIGEST --defect stale
                """
        )

        @Option(name: .customLong("in"), help: ArgumentHelp("The folder that init made.", valueName: "dir"))
        var folder: String

        @Option(help: "The kind of evidence.") var kind: AttestationEvidence.Kind

        @Option(help: "The defect to plant in it; standard error shows the server's reason.")
        var defect: AttestationDefect?

        @Option(help: ArgumentHelp("The digest to bind it to: 32 bytes, hexadecimal or base 64.", valueName: "digest"))
        var binding: String?

        @Option(help: ArgumentHelp("The analytics token to bind it to.", valueName: "hex")) var analyticsToken: String?

        @Option(help: ArgumentHelp("The province of the Operational Info to bind it to.", valueName: "code"))
        var province: String?

        @Option(
            help: """
                Its four flags, each 0 or 1: exposure permission, Bluetooth, notification permission, exposure \
                notification. The default is 1110.
                """
        )
        var flags: String?

        @Option(help: ArgumentHelp("Its day of the last Risky Exposure; by default today.", valueName: "yyyy-mm-dd"))
        var exposureOn: String?

        @Option(help: ArgumentHelp("Its salt, 16 bytes in base 64; with --request a new one by default."))
        var salt: String?

        @Flag(help: "Print the whole request of an Android phone.") var request = false

        func validate() throws {
            guard province != nil || flags == nil && exposureOn == nil && salt == nil else {
                throw ValidationError("--flags, --exposure-on and --salt are for the Operational Info of --province.")
            }
        }

        func perform() async throws {
            let emulator = try EmulatorFolder(URL(fileURLWithPath: folder)).emulator
            let now = SystemWallClock().now()
            let order = try AttestationOrder(self, today: now.utcDay)
            let evidence = try emulator.issue(kind, boundTo: order.binding, at: now, defect: defect)
            Terminal.say(try order.text(for: evidence))
            if let refusal = defect?.refusal(of: kind) {
                Terminal.complain("A server that requires the tier hardware refuses this as \(refusal.rawValue).")
            }
        }
    }
}

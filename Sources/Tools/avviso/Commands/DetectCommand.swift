import ArgumentParser
import ExposurePrimitives
import ExposureReports
import Foundation
import GAENCore
import KeyExport
import RiskModels
import ServiceKit

struct DetectCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Look for exposures in export files as a phone does, and score them with a rule.",
        discussion: """
            The sightings are a file of this tool (JSON or CSV) or a capture from the field: see avviso sightings. A \
            damaged export is named and left out. The others count, and the exit code is 2 instead of 0.

            Rules: \(RuleSet.allCases.map(\.rawValue).joined(separator: ", ")). Their published parameters apply \
            unless --config gives others; avviso risk parameters prints them.

            Examples:
              avviso detect --exports chunks --sightings phone.json --public-key public.pem
              avviso detect --exports chunks --sightings phone.csv --rule cwa --explain
              avviso detect --exports chunk.zip --sightings phone.json --json > result.json
            """
    )

    @Option(help: ArgumentHelp("A folder of export zips, or one export.", valueName: "path")) var exports: String
    @Option(help: ArgumentHelp("The phone's sightings.", valueName: "file")) var sightings: String
    @Option(help: "The rule.") var rule = RuleSet.immuni

    @Option(help: ArgumentHelp("The rule's parameters in JSON, for example settings of a country.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The public key of the signer of exports: PEM, or base64 of its DER bytes. Without it, only the form is "
                + "checked.",
            valueName: "file"
        )
    )
    var publicKey: String?

    @Option(help: ArgumentHelp("The time to count days from; by default now.", valueName: "yyyy-mm-ddThh:mm:ssZ"))
    var now: UnixTime?

    @Flag(help: "Show which exposures counted, with which weights.") var explain = false
    @Flag(help: "Print one JSON object, for programs.") var json = false

    func perform() async throws {
        let time = now ?? SystemWallClock().now()
        let model = try loadModel()
        let heard = try SightingFiles.read(sightings)
        let verifier = try publicKey.map { path in
            let key = try InputFile.readText(path)
            return try ExportVerifier(keys: [ExportVerificationKey(key)])
        }
        let matching = ExportMatching(sightings: heard, verifier: verifier)
        let found = try await stoppingOnInterrupt { [exports] in try await matching.findings(in: exports) }
        let result = DetectionResult(
            model.assess(found.matches, now: time),
            rule: rule,
            today: time.utcDay,
            explaining: explain
        )
        Terminal.say(json ? result.json : result.text)
        if found.leftOutCount > 0 {
            throw Self.incomplete
        }
    }

    /// There is a result, but some exports are not in it.
    private static let incomplete = ExitCode(2)

    private func loadModel() throws -> any RiskModel {
        guard let config else {
            return try rule.model()
        }
        let bytes = try InputFile.read(config)
        do throws(RiskParameterError) {
            return try rule.model(configuration: bytes)
        } catch {
            throw Failure("\(config): \(error)")
        }
    }
}

import ArgumentParser
import ExposureReports
import Foundation
import RiskModels

struct RiskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "risk",
        abstract: "Print the parameters of rule sets, and draw their results.",
        subcommands: [Plot.self, Parameters.self]
    )

    struct Plot: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "plot",
            abstract: "Draw the exposures of the last fourteen days from the JSON of avviso detect.",
            discussion: """
                The name of the file decides the format: SVG, or a page that a browser opens.

                Example:
                  avviso detect --exports chunks --sightings phone.json --rule cwa --json > result.json
                  avviso risk plot result.json --out exposures.html
                """
        )

        @Argument(help: ArgumentHelp("The output of avviso detect --json.", valueName: "file")) var file: String
        @Option(help: ArgumentHelp("The picture to write: .svg or .html.", valueName: "file")) var out: String
        @OptionGroup var force: ForceOption

        private enum Form: String {
            case svg
            case html
        }

        private var form: Form? { Form(rawValue: (out as NSString).pathExtension.lowercased()) }

        func validate() throws {
            guard form != nil else {
                throw ValidationError("--out must end in .svg or .html, not \"\(out)\".")
            }
        }

        func perform() async throws {
            let bytes = try InputFile.read(file)
            guard let result = try? DetectionResult(parsing: bytes), let chart = RiskChart(result) else {
                throw Failure("\(file) is not the output of avviso detect --json")
            }
            try OutputFile(out, force).write((form == .svg ? chart.svg : chart.html).utf8)
            Terminal.say("Wrote \(out).")
        }
    }

    struct Parameters: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "parameters",
            abstract: "Print the published parameters of a rule, as a start for your own.",
            discussion: """
                Example:
                  avviso risk parameters --rule cwa > cwa.json
                  avviso detect --exports chunks --sightings phone.json --rule cwa --config cwa.json
                """
        )

        @Option(help: "The rule.") var rule: RuleSet

        func perform() async throws {
            Terminal.say(String(decoding: try rule.publishedConfiguration(), as: UTF8.self))
        }
    }
}

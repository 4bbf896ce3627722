import ArgumentParser
import CoronaWarnAPI
import Foundation
import LaboratoryFiles
import WireFormat

extension LabCommand {
    struct Send: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "send",
            abstract: "Send a file of results, or every file that appears in a folder.",
            discussion: """
                The file is CSV with the columns code and result, and birth_date, sampled_at and kind if you have them. \
                Codes are hashed here: no code leaves this machine. If a line is bad, nothing is sent, unless \
                --skip-bad-lines is given. What the server has is not sent again, also after a crash: the folder \
                .avviso-lab beside the file remembers it with hashes. docs/laboratory.md tells all.

                Examples:
                  avviso lab send results.csv --preview
                  avviso lab send results.csv --server https://partner.example.org:8443 \\
                      --client-certificate lab.pem --client-key lab-key.pem --ca root.pem
                  avviso lab send --watch /srv/results --key-file lab.key \\
                      --server https://internal.example.org
                """
        )

        @Argument(help: "The file of results.") var file: String?

        @Option(help: ArgumentHelp("Send each *.csv that appears in this folder, until stopped.", valueName: "folder"))
        var watch: String?

        @Flag(help: "Show what the file has, and send nothing.") var preview = false
        @Flag(help: "Send the good lines although others are bad.") var skipBadLines = false
        @Flag(help: "With --watch: delete a file when it is sent, instead of moving it.") var deleteSent = false

        @Option(help: ArgumentHelp("Your name in the app, up to 64 letters of ASCII.", valueName: "name"))
        var laboratoryName: LaboratoryName?

        @Option(help: "The maximum number of results in a message, 2 to 1000.")
        var batchSize = CoronaWarnLimits.resultCount

        @Option(help: ArgumentHelp("How long to wait for an answer; a watch never gives up.", valueName: "seconds"))
        var patience = 60

        @Option(help: ArgumentHelp("Where to remember what was sent, if not in .avviso-lab.", valueName: "folder"))
        var state: String?

        @OptionGroup var fileOptions: ResultFileOptions
        @OptionGroup var serverOptions: LaboratoryServerOptions
        @Flag(help: "One JSON object for programs, with --watch one for each file.") var json = false

        func validate() throws {
            guard (file == nil) != (watch == nil) else {
                throw ValidationError("Give either a file or --watch.")
            }
            guard !preview || watch == nil else {
                throw ValidationError("--preview is for a file.")
            }
            guard !deleteSent || watch != nil else {
                throw ValidationError("--delete-sent is for --watch.")
            }
            guard (2...CoronaWarnLimits.resultCount).contains(batchSize) else {
                throw ValidationError("--batch-size is a number from 2 to \(CoronaWarnLimits.resultCount).")
            }
            guard (0...86_400).contains(patience) else {
                throw ValidationError("--patience is a number from 0 to 86400.")
            }
            guard preview || serverOptions.server != nil else {
                throw ValidationError("Give the --server to send to, or --preview.")
            }
        }

        func perform() async throws {
            if preview {
                try showPreview()
            } else {
                try await stoppingOnInterrupt { try await send() }
            }
        }
    }
}

// MARK: - Preview

extension LabCommand.Send {
    private func showPreview() throws {
        let content = try fileOptions.reader()(URL(fileURLWithPath: file ?? ""))
        if json {
            Terminal.say(content.facts.line)
        } else {
            let heading = [["line", "kind", "result", "sampled on", "birth date", "state"]]
            Terminal.put(TextTable.lines(heading + content.lines.map(\.row)))
            Terminal.say(content.summary)
        }
        guard content.problems.isEmpty else {
            throw ExitCode.failure
        }
    }
}

import ArgumentParser
import ExposureReports
import Foundation
import GAENCore

struct SightingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sightings",
        abstract: "Read and write a phone's sightings, for tests and for recordings from the field.",
        discussion: """
            There are three formats. json is a list of objects with identifier and metadata (hex), rssi, time and \
            previous_scan (seconds since 1970). csv has the same columns. capture is the records of Android's own \
            database, one on each line: the key (two bytes of day, the identifier) and the value, both in hex.
            """,
        subcommands: [Import.self, Export.self]
    )

    struct Import: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Read sightings of any format, check them, and write them as JSON for avviso detect.",
            discussion: .example("avviso sightings import recording.txt --out phone.json")
        )

        @Argument(help: ArgumentHelp("A file of any of the formats.", valueName: "file")) var file: String
        @Option(help: ArgumentHelp("The JSON file to write.", valueName: "file")) var out: String
        @OptionGroup var force: ForceOption

        func perform() async throws {
            let sightings = try SightingFiles.read(file)
            try OutputFile(out, force).write(SightingFile.encode(sightings, as: .json))
            Terminal.say("Wrote \(out): \(sightings.count) sightings.")
        }
    }

    struct Export: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write sightings in another format.",
            discussion: .example("avviso sightings export phone.json --format csv --out phone.csv")
        )

        @Argument(help: ArgumentHelp("A file of any of the formats.", valueName: "file")) var file: String
        @Option(help: "The format to write.") var format: SightingFile.Format
        @Option(help: ArgumentHelp("The file to write.", valueName: "file")) var out: String
        @OptionGroup var force: ForceOption

        func perform() async throws {
            let sightings = try SightingFiles.read(file)
            try OutputFile(out, force).write(SightingFile.encode(sightings, as: format))
            Terminal.say("Wrote \(out): \(sightings.count) sightings.")
        }
    }
}

extension SightingFile.Format: ExpressibleByArgument {}

/// Sighting files by their paths.
enum SightingFiles {
    static func read(_ path: String) throws(Failure) -> [Sighting] {
        let bytes = try InputFile.read(path)
        do throws(SightingFileError) {
            return try SightingFile.parse(bytes)
        } catch {
            throw Failure("\(path): \(error)")
        }
    }
}

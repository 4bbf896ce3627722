import ArgumentParser
import CoronaWarnFlyers
import FileStorage
import Foundation
import Localisation
import WireFormat

extension LabCommand {
    struct Flyers: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "flyers",
            abstract: "Make a stack of flyers with new QR codes, to be printed.",
            discussion: """
                Each flyer has one code twice: the person keeps one part, the other stays with the sample. The codes are \
                in the sheets only. A code opens the result of its test, so delete the sheets after printing. The \
                manifest has hashes. With avviso lab send --manifest, the laboratory recognises codes of other printers.

                Examples:
                  avviso lab flyers --count 500 --language de --out stack-1
                  avviso lab flyers --count 40 --language it --format svg --out stack-2
                """
        )

        @Option(help: "How many flyers, 1 to 10000; four are on a page.") var count = 100

        @Option(help: ArgumentHelp("The language of the texts: en, it, de, fr or es.", valueName: "language"))
        var language: FlyerLanguage

        @Option(help: "The format of the sheets: one PDF file, or an SVG file for each page.")
        var format = FlyerFormat.pdf

        @Option(help: ArgumentHelp("The new folder for sheets and manifest.", valueName: "folder")) var out: String
        @Flag(help: "One JSON object for programs.") var json = false

        func validate() throws {
            guard FlyerStack.counts.contains(count) else {
                throw ValidationError("--count is a number from 1 to \(FlyerStack.counts.upperBound).")
            }
        }

        func perform() async throws {
            var generator = SystemRandomNumberGenerator()
            let stack = FlyerStack(count: count, using: &generator)
            guard let sheets = FlyerSheets(stack, language: language.language) else {
                throw Failure("the codes cannot be drawn")
            }
            let folder = try Self.makeFolder(out)
            let files = sheetFiles(sheets, stack: stack.name)
            // The manifest comes first: sheets without one would be strangers' sheets.
            let manifest = "manifest-\(stack.name).txt"
            for (name, content) in [(manifest, Data(stack.manifest.text.utf8))] + files {
                try DurableFile.create(folder.appending(path: name), content: content)
            }
            report(stack, files.map(\.name), manifest)
        }

        private static func makeFolder(_ path: String) throws -> URL {
            let folder = URL(fileURLWithPath: path)
            do {
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                throw Failure("\(path) exists; nothing was written")
            } catch {
                throw Failure("the folder \(path) cannot be made")
            }
            return folder
        }

        private func sheetFiles(_ sheets: FlyerSheets, stack: String) -> [(name: String, content: Data)] {
            switch format {
            case .pdf: [("flyers-\(stack).pdf", Data(sheets.exposedPDF))]
            case .svg:
                sheets.exposedSVGs.enumerated().map { number, page in
                    ("flyers-\(stack)-\(number + 1).svg", Data(page.utf8))
                }
            }
        }

        private func report(_ stack: FlyerStack, _ files: [String], _ manifest: String) {
            if json {
                let facts: JSONValue = [
                    "stack": .string(stack.name), "count": .integer(count),
                    "sheets": .array(files.map(JSONValue.string)), "manifest": .string(manifest),
                ]
                Terminal.say(facts.line)
            } else {
                let sheets = files.count == 1 ? files[0] : "\(files.count) pages \(files[0]) and so on"
                Terminal.say("\(count) flyers of the stack \(stack.name): \(sheets), \(manifest)")
                Terminal.complain("Print the sheets, then delete them: a code opens the result of its test.")
            }
        }
    }
}

/// The language of flyers, by its primary subtag.
struct FlyerLanguage: ExpressibleByArgument {
    let language: Language

    init?(argument: String) {
        guard let language = Language(matching: argument) else {
            return nil
        }
        self.language = language
    }
}

enum FlyerFormat: String, CaseIterable, ExpressibleByArgument {
    case pdf
    case svg
}

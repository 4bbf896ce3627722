import ExposurePrimitives
import Foundation
import LaboratoryClient
import LaboratoryFiles
import Testing

@Suite("A folder of results")
struct FolderWatchTests {
    /// A folder of its own for one test.
    private func inFolder(_ work: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "results-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer {
            try? FileManager.default.removeItem(at: folder)
        }
        try await work(folder)
    }

    private func write(_ text: String, to folder: URL, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func names(_ folder: URL, _ path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
    }

    private func watch(
        _ folder: URL,
        _ laboratory: SampleLaboratory,
        skips: Bool = false,
        deletes: Bool = false
    ) throws -> FolderWatch {
        FolderWatch(
            folder: try ResultFolder(folder),
            sender: laboratory.sender(skips: skips, patience: 0),
            deletesSent: deletes
        ) { file in
            try SampleLaboratory.file(String(decoding: Data(contentsOf: file), as: UTF8.self))
        }
    }

    @discardableResult
    private func look(_ watch: inout FolderWatch, _ laboratory: SampleLaboratory) async throws -> [FolderWatch.Outcome]
    {
        var journal = try laboratory.journal()
        var outcomes: [FolderWatch.Outcome] = []
        try await watch.look(journal: &journal, progress: { _ in }) { outcomes.append($0) }
        return outcomes
    }

    @Test("a file is sent at the second look that finds it unchanged, and then moved beside its report")
    func settling() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory)
            try write("code,res", to: folder, "day.csv")
            #expect(try await look(&watch, laboratory).isEmpty)
            try write(SampleLaboratory.text(0..<12), to: folder, "day.csv")
            #expect(try await look(&watch, laboratory).isEmpty)
            let outcomes = try await look(&watch, laboratory)
            #expect(outcomes.map(\.file) == ["day.csv"] && outcomes.map(\.destination) == [.sent])
            #expect(laboratory.server.codes.count == 12)
            #expect(try names(folder, "sent") == ["day.csv", "day.csv.report.json"])
            #expect(try names(folder, "working").isEmpty)
            let report = try Data(contentsOf: folder.appending(path: "sent/day.csv.report.json"))
            #expect(
                String(decoding: report, as: UTF8.self)
                    == #"{"lines":12,"sent":12,"sent_before":0,"bad_lines":[],"complete":true}"#
            )
        }
    }

    @Test("hidden files, folders, links and other types are left alone")
    func others() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory)
            for name in [".day.csv", "day.csv.part", "notes.txt"] {
                try write(SampleLaboratory.text(0..<1), to: folder, name)
            }
            try FileManager.default.createDirectory(
                at: folder.appending(path: "a.csv"),
                withIntermediateDirectories: false
            )
            try FileManager.default.createSymbolicLink(
                at: folder.appending(path: "b.csv"),
                withDestinationURL: folder.appending(path: "notes.txt")
            )
            for _ in 0..<3 {
                #expect(try await look(&watch, laboratory).isEmpty)
            }
            #expect(laboratory.server.received.isEmpty)
        }
    }

    @Test("a file that is none of results, or has bad lines, is refused whole")
    func refusals() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory)
            try write("hello", to: folder, "a.csv")
            try write(SampleLaboratory.text(0..<2) + "x,1\n", to: folder, "b.csv")
            try await look(&watch, laboratory)
            #expect(try await look(&watch, laboratory).map(\.destination) == [.refused, .refused])
            #expect(laboratory.server.received.isEmpty)
            let expected = ["a.csv", "a.csv.report.json", "b.csv", "b.csv.report.json"]
            #expect(try names(folder, "refused") == expected)
        }
    }

    @Test("a file that the server refuses whole does not stop the next one, and a refused key stops all")
    func poison() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory([.status(400), .answer, .status(401)])
            var watch = try watch(folder, laboratory)
            try write(SampleLaboratory.text(0..<2), to: folder, "a.csv")
            try await look(&watch, laboratory)
            #expect(try await look(&watch, laboratory).map(\.summary) == ["the server answered 400"])
            try write(SampleLaboratory.text(2..<4), to: folder, "b.csv")
            try await look(&watch, laboratory)
            #expect(try await look(&watch, laboratory).map(\.destination) == [.sent])
            try write(SampleLaboratory.text(4..<6), to: folder, "c.csv")
            try await look(&watch, laboratory)
            await #expect(throws: SendFailure.unauthorised) {
                var journal = try laboratory.journal()
                try await watch.look(journal: &journal, progress: { _ in }, ended: { _ in })
            }
            #expect(try names(folder, "working") == ["c.csv"])
        }
    }

    @Test("with skipped bad lines a file counts as sent, unless all its lines are bad")
    func skipping() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory, skips: true, deletes: true)
            try write("code,result\nx,1\n", to: folder, "a.csv")
            try write(SampleLaboratory.text(0..<2) + "x,1\n", to: folder, "b.csv")
            try await look(&watch, laboratory)
            #expect(Set(try await look(&watch, laboratory).map(\.destination)) == [.refused, .sent])
            #expect(laboratory.server.codes.count == 2)
            #expect(try names(folder, "sent") == ["b.csv.report.json"])
        }
    }

    @Test("each deleted file keeps its report, also if the next one has the same name")
    func reportsOfDeleted() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory, deletes: true)
            for round in 0..<3 {
                try write(SampleLaboratory.text((round * 2)..<(round * 2 + 2)), to: folder, "day.csv")
                try await look(&watch, laboratory)
                #expect(try await look(&watch, laboratory).map(\.destination) == [.sent])
            }
            #expect(
                try names(folder, "sent")
                    == ["day.2.csv.report.json", "day.3.csv.report.json", "day.csv.report.json"]
            )
        }
    }

    @Test("a file stays in work without an answer, and the next look goes on")
    func noAnswer() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory([.answer, .losesAnswer])
            var watch = try watch(folder, laboratory)
            try write(SampleLaboratory.text(0..<25), to: folder, "day.csv")
            try await look(&watch, laboratory)
            await #expect(throws: SendFailure.noAnswer(.lost)) {
                var journal = try laboratory.journal()
                try await watch.look(journal: &journal, progress: { _ in }, ended: { _ in })
            }
            #expect(try names(folder, "working") == ["day.csv"])
            // A new file of the same name waits for its own turn.
            try write(SampleLaboratory.text(25..<27), to: folder, "day.csv")
            var next = try self.watch(folder, laboratory)
            #expect(try await look(&next, laboratory).map(\.summary) == ["15 of 25 results sent and 10 before"])
            try await look(&next, laboratory)
            #expect(laboratory.server.codes.count == 27)
            let expected = ["day.2.csv", "day.2.csv.report.json", "day.csv", "day.csv.report.json"]
            #expect(try names(folder, "sent") == expected)
        }
    }

    @Test("reports that a crash left unfinished are deleted")
    func unfinished() async throws {
        try await inFolder { folder in
            _ = try ResultFolder(folder)
            try write("{", to: folder, "sent/.unfinished-1")
            try write("kept", to: folder, ".unfinished-2")
            _ = try ResultFolder(folder)
            #expect(try names(folder, "sent").isEmpty)
            #expect(try names(folder).contains(".unfinished-2"))
        }
    }

    @Test("a name with a code is not shown")
    func labels() {
        let code = SampleLaboratory.code(1)
        for name in ["\(code).csv", "x_\(code.dropFirst(7)).csv", "\(SampleLaboratory.identifier(1)).csv"] {
            #expect(FileLabel.text(name) == "a file whose name has a code")
        }
        #expect(FileLabel.text("2026-11-20-results.csv") == "2026-11-20-results.csv")
    }

    @Test("a name gives the terminal no commands")
    func hostileLabels() {
        #expect(FileLabel.text("\u{1B}]0;x\u{07}\u{1B}[31m\n\u{9B}\u{202E}.csv") == "?]0;x??[31m???.csv")
        #expect(FileLabel.text("Übersicht 2026 – Süd.csv") == "Übersicht 2026 – Süd.csv")
    }

    @Test("a name of any length is sent, and gets its report", arguments: [199, 200, 201, 240, 251])
    func longNames(length: Int) async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory)
            let stem = String(repeating: "x", count: length)
            for round in 0..<2 {
                try write(SampleLaboratory.text((round * 2)..<(round * 2 + 2)), to: folder, "\(stem).csv")
                try await look(&watch, laboratory)
                #expect(try await look(&watch, laboratory).map(\.destination) == [.sent])
            }
            let kept = stem.prefix(200)
            let expected = ["\(kept).2.csv", "\(kept).2.csv.report.json", "\(kept).csv", "\(kept).csv.report.json"]
            #expect(try names(folder, "sent") == expected)
            #expect(laboratory.server.codes.count == 4)
        }
    }

    @Test("a file that cannot be moved ends the watch with the folder's name, without the file's")
    func unmovable() async throws {
        try await inFolder { folder in
            let laboratory = SampleLaboratory()
            var watch = try watch(folder, laboratory)
            let code = SampleLaboratory.code(1)
            try write(SampleLaboratory.text(0..<1), to: folder, "\(code).csv")
            try await look(&watch, laboratory)
            try FileManager.default.removeItem(at: folder.appending(path: "sent"))
            try write("", to: folder, "sent")
            await #expect {
                try await look(&watch, laboratory)
            } throws: { error in
                "\(error)".contains("sent cannot be written") && !"\(error)".contains(code)
            }
        }
    }

    @Test("one process uses a folder at a time")
    func claims() async throws {
        try await inFolder { folder in
            let first = try FolderClaim(folder: folder)
            #expect(throws: (any Error).self) { _ = try FolderClaim(folder: folder) }
            first.release()
            try FolderClaim(folder: folder).release()
        }
    }
}

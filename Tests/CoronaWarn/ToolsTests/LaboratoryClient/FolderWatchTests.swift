import ExposurePrimitives
import Foundation
import LaboratoryClient
import LaboratoryFiles
import Testing

@Suite("A folder of results")
final class FolderWatchTests {
    /// A folder of its own for one test.
    private let folder = FileManager.default.temporaryDirectory.appending(path: "results-\(UUID().uuidString)")
    private var laboratory = SampleLaboratory()

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func write(_ results: Range<Int>, to name: String) throws {
        try write(SampleLaboratory.text(results), to: name)
    }

    private func names(_ path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path).sorted()
    }

    private func watch(skips: Bool = false, deletes: Bool = false) throws -> FolderWatch {
        let sender = laboratory.sender(skips: skips, patience: 0)
        return FolderWatch(folder: try ResultFolder(folder), sender: sender, deletesSent: deletes) { file in
            try SampleLaboratory.file(String(decoding: Data(contentsOf: file), as: UTF8.self))
        }
    }

    @discardableResult
    private func look(_ watch: inout FolderWatch) async throws -> [FolderWatch.Outcome] {
        var journal = try laboratory.journal()
        var outcomes: [FolderWatch.Outcome] = []
        try await watch.look(journal: &journal, progress: { _ in }) { outcomes.append($0) }
        return outcomes
    }

    @Test("a file is sent at the second look that finds it unchanged, and then moved beside its report")
    func settling() async throws {
        var watch = try watch()
        try write("code,res", to: "day.csv")
        #expect(try await look(&watch).isEmpty)
        try write(0..<12, to: "day.csv")
        #expect(try await look(&watch).isEmpty)
        let outcomes = try await look(&watch)
        #expect(outcomes.map(\.file) == ["day.csv"] && outcomes.map(\.destination) == [.sent])
        #expect(laboratory.server.codes.count == 12)
        #expect(try names("sent") == ["day.csv", "day.csv.report.json"])
        #expect(try names("working").isEmpty)
        let report = try Data(contentsOf: folder.appending(path: "sent/day.csv.report.json"))
        let expected = #"{"lines":12,"sent":12,"sent_before":0,"bad_lines":[],"complete":true}"#
        #expect(String(decoding: report, as: UTF8.self) == expected)
    }

    @Test("hidden files, folders, links and other types are left alone")
    func others() async throws {
        var watch = try watch()
        for name in [".day.csv", "day.csv.part", "notes.txt"] {
            try write(0..<1, to: name)
        }
        let (files, notes) = (FileManager.default, folder.appending(path: "notes.txt"))
        try files.createDirectory(at: folder.appending(path: "a.csv"), withIntermediateDirectories: false)
        try files.createSymbolicLink(at: folder.appending(path: "b.csv"), withDestinationURL: notes)
        for _ in 0..<3 {
            #expect(try await look(&watch).isEmpty)
        }
        #expect(laboratory.server.received.isEmpty)
    }

    @Test("a file that is none of results, or has bad lines, is refused whole")
    func refusals() async throws {
        var watch = try watch()
        try write("hello", to: "a.csv")
        try write(SampleLaboratory.text(0..<2) + "x,1\n", to: "b.csv")
        try await look(&watch)
        #expect(try await look(&watch).map(\.destination) == [.refused, .refused])
        #expect(laboratory.server.received.isEmpty)
        let expected = ["a.csv", "a.csv.report.json", "b.csv", "b.csv.report.json"]
        #expect(try names("refused") == expected)
    }

    @Test("a file that the server refuses whole does not stop the next one, and a refused key stops all")
    func poison() async throws {
        laboratory = SampleLaboratory([.status(400), .answer, .status(401)])
        var watch = try watch()
        try write(0..<2, to: "a.csv")
        try await look(&watch)
        #expect(try await look(&watch).map(\.summary) == ["the server answered 400"])
        try write(2..<4, to: "b.csv")
        try await look(&watch)
        #expect(try await look(&watch).map(\.destination) == [.sent])
        try write(4..<6, to: "c.csv")
        try await look(&watch)
        await #expect(throws: SendFailure.unauthorised) { try await look(&watch) }
        #expect(try names("working") == ["c.csv"])
    }

    @Test("with skipped bad lines a file counts as sent, unless all its lines are bad")
    func skipping() async throws {
        var watch = try watch(skips: true, deletes: true)
        try write("code,result\nx,1\n", to: "a.csv")
        try write(SampleLaboratory.text(0..<2) + "x,1\n", to: "b.csv")
        try await look(&watch)
        #expect(Set(try await look(&watch).map(\.destination)) == [.refused, .sent])
        #expect(laboratory.server.codes.count == 2)
        #expect(try names("sent") == ["b.csv.report.json"])
    }

    @Test("each deleted file keeps its report, also if the next one has the same name")
    func reportsOfDeleted() async throws {
        var watch = try watch(deletes: true)
        for round in 0..<3 {
            try write(round * 2..<round * 2 + 2, to: "day.csv")
            try await look(&watch)
            #expect(try await look(&watch).map(\.destination) == [.sent])
        }
        #expect(try names("sent") == ["day.2.csv.report.json", "day.3.csv.report.json", "day.csv.report.json"])
    }

    @Test("a file stays in work without an answer, and the next look goes on")
    func noAnswer() async throws {
        laboratory = SampleLaboratory([.answer, .losesAnswer])
        var watch = try watch()
        try write(0..<25, to: "day.csv")
        try await look(&watch)
        await #expect(throws: SendFailure.noAnswer(.lost)) { try await look(&watch) }
        #expect(try names("working") == ["day.csv"])
        // A new file of the same name waits for its own turn.
        try write(25..<27, to: "day.csv")
        var next = try self.watch()
        #expect(try await look(&next).map(\.summary) == ["15 of 25 results sent and 10 before"])
        try await look(&next)
        #expect(laboratory.server.codes.count == 27)
        let expected = ["day.2.csv", "day.2.csv.report.json", "day.csv", "day.csv.report.json"]
        #expect(try names("sent") == expected)
    }

    @Test("reports that a crash left unfinished are deleted")
    func unfinished() async throws {
        _ = try ResultFolder(folder)
        try write("{", to: "sent/.unfinished-1")
        try write("kept", to: ".unfinished-2")
        _ = try ResultFolder(folder)
        #expect(try names("sent").isEmpty)
        #expect(try names().contains(".unfinished-2"))
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
        var watch = try watch()
        let stem = String(repeating: "x", count: length)
        for round in 0..<2 {
            try write(round * 2..<round * 2 + 2, to: "\(stem).csv")
            try await look(&watch)
            #expect(try await look(&watch).map(\.destination) == [.sent])
        }
        let kept = stem.prefix(200)
        let expected = ["\(kept).2.csv", "\(kept).2.csv.report.json", "\(kept).csv", "\(kept).csv.report.json"]
        #expect(try names("sent") == expected)
        #expect(laboratory.server.codes.count == 4)
    }

    @Test("a file that cannot be moved ends the watch with the folder's name, without the file's")
    func unmovable() async throws {
        var watch = try watch()
        let code = SampleLaboratory.code(1)
        try write(0..<1, to: "\(code).csv")
        try await look(&watch)
        try FileManager.default.removeItem(at: folder.appending(path: "sent"))
        try write("", to: "sent")
        await #expect {
            try await look(&watch)
        } throws: { error in
            "\(error)".contains("sent cannot be written") && !"\(error)".contains(code)
        }
    }

    @Test("one process uses a folder at a time")
    func claims() async throws {
        let first = try FolderClaim(folder: folder)
        #expect(throws: (any Error).self) { _ = try FolderClaim(folder: folder) }
        first.release()
        try FolderClaim(folder: folder).release()
    }
}

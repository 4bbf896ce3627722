import LoadModel
import PhonePorts
import Testing
import WireFormat

@testable import LoadGeneration

@Suite("The report of a load")
struct LoadReportTests {
    private static func record(late: Int64 = 100, status: Int = 200, name: String = "upload") -> LoadRecord {
        var tally = LoadTally()
        (tally.planned, tally.sent, tally.statuses) = (100, 100, [status: 100])
        tally.refused = status == 200 ? 0 : 100
        for number in 1...100 {
            tally.sincePlanned.record(microseconds: Int64(number) * 1000)
            tally.sinceSent.record(microseconds: Int64(number) * 900)
            tally.lateness.record(microseconds: late)
        }
        var slots = [LoadTally](repeating: LoadTally(), count: LoadRecord.slotCount)
        slots[40] = tally
        let kind = LoadKind(name, Endpoint(.post, "/v1/upload"), expected: [200])
        return LoadRecord(kinds: [(kind, tally)], slots: [.atOnce: slots], length: 10_000_000, duration: 10_100_000)
    }

    @Test("a late generator makes the run invalid, at the limit not yet")
    func lateness() {
        let atLimit = LoadReport(Self.record(late: 2000), maxLateness: 2000)
        #expect(atLimit.isValid && atLimit.problems.isEmpty)
        let late = LoadReport(Self.record(late: 2001), maxLateness: 2000)
        #expect(!late.isValid)
        #expect(late.problems.first?.hasPrefix("The run is not valid") == true)
    }

    @Test("wrong answers are a problem that names their kind")
    func wrongAnswers() {
        let report = LoadReport(Self.record(status: 503), maxLateness: 2000)
        #expect(report.isValid)
        #expect(report.problems.count == 1 && report.problems[0].contains("upload 100"))
    }

    @Test("tables have a row for each kind and one for all, and times of both kinds")
    func tables() {
        let report = LoadReport(Self.record(), maxLateness: 2000)
        #expect(report.requestRows.map(\.first) == ["request", "upload", "all"])
        #expect(report.requestRows[1] == ["upload", "100", "10.0", "100", "200: 100", "0"])
        #expect(Set(report.timeRows.map(\.count)).count == 1)
        // 89.1 ms are in a bucket that ends at 89.151 ms.
        #expect(report.timeRows[1] == ["upload", "50", "90", "99", "100", "100", "|", "45", "81", "89.2", "90", "90"])
    }

    @Test("the JSON has counts, times in microseconds and what was asked before the day")
    func json() throws {
        let asked = LoadKind("index", Endpoint(.get, "/v1/keys/index"), expected: [200])
        let report = LoadReport(Self.record(), prepared: [asked: [200: 3]], maxLateness: 2000)
        let json = try JSONValue(parsing: report.json.encoded)
        #expect(json["valid"] == .boolean(true))
        #expect(json["total"]?["since_planned"]?["max"] == .integer(100_000))
        guard case .array(let kinds)? = json["kinds"], case .array(let day)? = json["day"]?["at_once"],
            case .array(let prepared)? = json["prepared"]
        else {
            Issue.record("lists are missing")
            return
        }
        #expect(kinds.first?["route"] == .string("/v1/upload"))
        #expect(kinds.first?["answers"]?["200"] == .integer(100))
        #expect(day.count == LoadRecord.slotCount)
        #expect(prepared.first?["answers"]?["200"] == .integer(3))
    }

    @Test("times are told with three digits")
    func milliseconds() {
        let told = [0, 1, 999, 1234, 12_345, 123_456, 1_234_567].map(LoadReport.milliseconds)
        #expect(told == ["0", "0", "1", "1.23", "12.3", "123", "1235"])
    }

    @Test("the picture is well-formed, escapes names, and shows failures and an invalid run")
    func picture() {
        let good = LoadPicture(LoadReport(Self.record(), maxLateness: 2000)).svg
        #expect(good.hasPrefix("<svg ") && good.hasSuffix("</svg>\n"))
        #expect(!good.contains("class=\"cross\"") && good.contains("polygon class=\"band\""))
        let bad = LoadPicture(LoadReport(Self.record(status: 500), maxLateness: 2000)).svg
        #expect(bad.contains("class=\"cross\""))
        let late = LoadPicture(LoadReport(Self.record(late: 5000, name: "a<b"), maxLateness: 2000)).svg
        #expect(late.contains("The run is not valid"))
        #expect(!late.contains("a<b"))
    }

    @Test("requests after the end of the day are in no part of it")
    func parts() {
        for (time, slot) in [
            (0, 0), (10, 1), (959, LoadRecord.slotCount - 1), (.min, nil), (-1, nil), (960, nil), (.max, nil),
        ] as [(Int64, Int?)] {
            #expect(LoadRecord.slot(of: time, in: 960) == slot, "\(time)")
        }
        #expect(LoadRecord.slot(of: 0, in: 0) == nil && LoadRecord.slot(of: 0, in: -1) == nil)
    }

    @Test("a run without any answer has a report and a picture")
    func nothing() {
        let report = LoadReport(LoadRecord(kinds: [], slots: [:], length: 0, duration: 0), maxLateness: 0)
        #expect(report.problems.isEmpty)
        #expect(report.requestRows.count == 2 && report.timeRows.count == 3)
        #expect(LoadPicture(report).svg.contains("</svg>"))
    }
}

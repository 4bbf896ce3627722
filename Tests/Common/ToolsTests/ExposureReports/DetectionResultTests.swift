import ExposurePrimitives
import ExposureReports
import Foundation
import GAENCore
import RiskModels
import Testing

@Suite("The result of a detection")
struct DetectionResultTests {
    private static let today = CalendarDay(daysSinceEpoch: 18_600)

    @Test("is read back from its JSON", arguments: [false, true])
    func roundTrip(explaining: Bool) throws {
        let result = try Self.result(explaining: explaining)
        #expect(try DetectionResult(parsing: Array(result.json.utf8)) == result)
        #expect((result.explanation != nil) == explaining)
    }

    @Test("is printed with the calculation")
    func text() throws {
        let text = try Self.result(explaining: true).text
        #expect(text.hasPrefix("risk: high, score 10 minutes under cwa, as of 2020-12-04\n"))
        #expect(text.contains("  2020-12-03  10  high\n"))
        #expect(text.contains("10 minutes at [63, 73) dB × 1 × transmission risk 1 = 10"))
    }

    @Test("says when nothing was found")
    func nothing() throws {
        #expect(try Self.result([], explaining: false).text.hasSuffix("no exposure was found"))
    }

    @Test("is drawn with a bar for each day that has a score, and a label for each of fifteen days")
    func chart() throws {
        let chart = try #require(RiskChart(try Self.result(explaining: false)))
        #expect(chart.svg.components(separatedBy: "<title>2020-").count - 1 == 2)
        #expect(chart.svg.contains("<title>2020-12-03: 10, high</title>"))
        for day in ["11-20", "11-30", "12-01", "12-04"] {
            #expect(chart.svg.contains(">\(day)<"))
        }
        #expect(!chart.svg.contains(">11-19<"))
        #expect(chart.html.hasPrefix("<!DOCTYPE html>") && !chart.html.contains("<script"))
    }

    @Test("is also described in words, with everything that the picture leaves out")
    func words() throws {
        let result = try Self.result(explaining: false)
        let chart = try #require(RiskChart(result))
        #expect(chart.svg.contains("<desc>2020-12-01: 5, low; 2020-12-03: 10, high</desc>"))
        let later = result.json.replacing("\"today\" : \"2020-12-04\"", with: "\"today\" : \"2020-12-16\"")
        let partial = try #require(try Self.chart(later))
        #expect(partial.svg.contains("<desc>Days outside these two weeks, not shown: 1; 2020-12-03: 10, high</desc>"))
        let empty = try #require(try Self.chart(later.replacing("12-16", with: "12-31")))
        #expect(empty.svg.contains(">No score above 0 since 2020-12-17; Days outside these two weeks, not shown: 2<"))
    }

    @Test("has short numbers on bars", arguments: [("8.9999", "9"), ("12.34567", "12.35"), ("54321.1234", "54321")])
    func labels(score: String, label: String) throws {
        let json = try Self.result(explaining: false).json.replacing("\"score\" : 5", with: "\"score\" : \(score)")
        let chart = try #require(try Self.chart(json))
        #expect(chart.svg.contains("text-anchor=\"middle\">\(label)</text>"))
    }

    @Test("is well-formed XML, whatever the file contains")
    func wellFormed() throws {
        let json = try Self.result(explaining: false).json
        let hostile = json.replacing(#""rule" : "cwa""#, with: #""rule" : "<script>&\"""#)
        let chart = try #require(try Self.chart(hostile))
        #expect(chart.svg.contains("&lt;script&gt;&amp;&quot;"))
        #expect(!chart.svg.contains("<script"))
    }

    @Test("is not drawn if a date or a level does not exist", arguments: [("2020-12-03", "soon"), ("high", "red")])
    func impossible(value: String, replacement: String) throws {
        let changed = try Self.result(explaining: false).json.replacing("\"\(value)\"", with: "\"\(replacement)\"")
        #expect(try Self.chart(changed) == nil)
    }

    private static func chart(_ json: String) throws -> RiskChart? {
        RiskChart(try DetectionResult(parsing: Array(json.utf8)))
    }

    /// - Parameter scans: the days ago of each window, and its number of scans.
    private static func result(_ scans: [(Int, Int)] = [(1, 2), (3, 1)], explaining: Bool) throws -> DetectionResult {
        let windows = scans.map { age, scans in
            let scan = ScanInstance(typicalAttenuation: 63, minimumAttenuation: 63, secondsSinceLastScan: 300)
            return ExposureWindow(
                date: today.advanced(byDays: -age),
                reportType: .confirmedClinicalDiagnosis,
                infectiousness: .standard,
                calibrationConfidence: .lowest,
                scanInstances: [ScanInstance](repeating: scan, count: scans)
            )
        }
        let assessment = try CoronaWarnRule(.published).assess(windows, today: today)
        return DetectionResult(assessment, rule: .coronaWarn, today: today, explaining: explaining)
    }
}

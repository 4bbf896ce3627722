import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import ImmuniAPI
import SQLStores
import SQLiteTesting
import Testing
import WireFormat

@testable import ImmuniAnalytics

@Suite("Reports")
struct ReportTests {
    private static let noise = DiscreteLaplace(epsilon: Millionths(1_000_000))

    /// The cube of a day, with the given counts and new noise.
    static func cube(
        _ statistic: Statistic,
        on day: CalendarDay,
        epsilon: Int = 1_000_000,
        counts: [String: Int],
        _ generator: inout SeededGenerator
    ) throws -> ReleasedCube {
        let noise = try #require(DiscreteLaplace(epsilon: Millionths(epsilon)))
        let entry = LedgerEntry.sample(statistic, on: day, epsilon: noise.epsilon, releasedOn: day)
        let values = Cubes.leaves(of: statistic).map { ($0, (counts[$0] ?? 0) + noise.sample(using: &generator)) }
        return ReleasedCube(entry: entry, values: Dictionary(uniqueKeysWithValues: values))
    }

    private func builder(
        _ request: ReportRequest,
        _ sample: SampleReports,
        penetration: Penetration? = nil,
        _ cubes: [ReleasedCube]
    ) -> ReportBuilder {
        ReportBuilder(
            request: request,
            configuration: sample.configuration,
            sampling: SamplingHistory(constant: sample.configuration.standardSampling),
            penetration: penetration,
            cubes: [request.statistics[0]: cubes]
        )
    }

    private func request(
        _ statistic: Statistic,
        _ days: ClosedRange<CalendarDay>,
        per: ReportRequest.Period = .whole,
        by: ReportRequest.Area = .nation
    ) -> ReportRequest {
        ReportRequest(days: days, per: per, by: by, statistics: [statistic])
    }

    @Test("working phones are covered in at least 95 % of cases, on one platform and on both")
    func adoptionCoverage() async throws {
        let sample = try await SampleReports(["analytics.excluded-android": "0.1", "analytics.new-android": "0.02"])
        let month = try #require(CalendarMonth(iso: "2026-10"))
        let days = month.firstDay...month.firstDay.advanced(byDays: 2)
        let phones = ["MI": 30_000.0, "AO": 150]
        var generator = SeededGenerator(seed: 20)
        var (covered, cases) = (0, 0)
        for _ in 0..<40 {
            var cubes: [ReleasedCube] = []
            for offset in 0..<3 {
                let day = month.firstDay.advanced(byDays: offset)
                let share = UploadShare.share(of: day, detectionPeriod: 14_400)
                var counts: [String: Int] = [:]
                for (province, number) in phones.sorted(by: { $0.key < $1.key }) {
                    counts["\(province)/ios/111"] = ForecastTests.poisson(number * 0.6 * share, &generator)
                    let seen = number * 0.6 * share * 0.9 * 0.98
                    counts["\(province)/android/110"] = ForecastTests.poisson(seen, &generator)
                }
                cubes.append(try Self.cube(.working, on: day, counts: counts, &generator))
            }
            let builder = builder(request(.working, days), sample, cubes)
            for figure in builder.figures() where figure.kind == .phonesWorking {
                let truth = figure.platform == "all" ? 60_300.0 : 30_150
                covered += figure.interval.contains(truth) ? 1 : 0
                cases += 1
            }
        }
        #expect(cases == 40 * 3)
        #expect(Double(covered) >= 0.95 * Double(cases), "\(covered) of \(cases)")
    }

    @Test("shares of permissions are covered in at least 95 % of cases")
    func shareCoverage() async throws {
        let sample = try await SampleReports()
        let day = try SampleReports.day("2026-10-10")
        var generator = SeededGenerator(seed: 8)
        var (covered, cases) = (0, 0)
        for _ in 0..<60 {
            var counts: [String: Int] = [:]
            counts["MI/ios/111"] = ForecastTests.poisson(7000, &generator)
            counts["MI/ios/101"] = ForecastTests.poisson(3000, &generator)
            let cube = try Self.cube(.working, on: day, counts: counts, &generator)
            let builder = builder(request(.working, day...day), sample, [cube])
            for figure in builder.figures() where figure.kind == .bluetoothActive && figure.platform == "ios" {
                covered += figure.interval.contains(0.7) ? 1 : 0
                cases += 1
            }
        }
        #expect(cases == 60)
        #expect(Double(covered) >= 0.95 * Double(cases), "\(covered) of \(cases)")
    }

    @Test("onsets of symptoms are covered in at least 95 % of weeks")
    func onsetCoverage() async throws {
        let sample = try await SampleReports(["analytics.attack-rate": "0.2"])
        let first = try SampleReports.day("2026-10-01")
        var generator = SeededGenerator(seed: 31)
        var (covered, cases) = (0, 0)
        for _ in 0..<40 {
            var (cubes, expected) = ([ReleasedCube](), [Double](repeating: 0, count: 8))
            for offset in 0..<14 {
                var counts: [String: Int] = [:]
                for age in 1...6 {
                    let count = ForecastTests.poisson(50, &generator)
                    counts["\(age)"] = count
                    for ahead in 1...7 {
                        expected[ahead] += 50 * 0.2 * Incubation.probability(days: 13 + ahead - offset + age)
                    }
                }
                let day = first.advanced(byDays: offset)
                cubes.append(try Self.cube(.exposureAge, on: day, counts: counts, &generator))
            }
            let builder = builder(request(.exposureAge, first...first.advanced(byDays: 13)), sample, cubes)
            for (place, figure) in builder.figures().filter({ $0.kind == .expectedOnsets }).enumerated() {
                let onsets = ForecastTests.poisson(expected[place + 1], &generator)
                covered += figure.interval.contains(Double(onsets)) ? 1 : 0
                cases += 1
            }
        }
        #expect(cases == 280)
        #expect(Double(covered) >= 0.95 * Double(cases), "\(covered) of \(cases)")
    }

    @Test("the same question has the same answer, and provinces add up to regions and the nation")
    func consistent() async throws {
        let sample = try await SampleReports()
        let days = try SampleReports.day("2026-11-18")...SampleReports.day("2026-11-20")
        for province in ["MI", "MI", "RM", "EX", "XX"] {
            let (first, last) = (days.lowerBound, days.upperBound)
            try await sample.count(on: first, province: province)
            try await sample.count(on: last, province: province, platform: .android, exposure: first)
        }
        _ = try await sample.release(days)
        for statistic in [Statistic.working, .notified] {
            var totals: [Figure.Kind: [Double]] = [:]
            for by in ReportRequest.Area.allCases {
                let asked = request(statistic, days, by: by)
                let report = try await sample.reports.report(asked)
                #expect(try await sample.reports.report(asked).figures == report.figures)
                let kinds = [Figure.Kind.uploadsWithoutExposure, .uploadsWithExposure, .phonesWorking, .phonesNotified]
                for kind in kinds {
                    let values = report.figures.filter { $0.kind == kind && $0.platform == "all" }.compactMap(\.value)
                    totals[kind, default: []].append(values.reduce(0, +))
                }
            }
            for (kind, totals) in totals {
                let spread = (totals.max() ?? 0) - (totals.min() ?? 0)
                #expect(spread < 1e-6, "\(kind): \(totals)")
            }
        }
    }

    @Test("days without a release are in no figure, and the notes say so")
    func missingDays() async throws {
        let sample = try await SampleReports()
        let days = try SampleReports.day("2026-11-17")...SampleReports.day("2026-11-20")
        let empty = try await sample.reports.report(request(.working, days, per: .day))
        #expect(empty.figures.isEmpty)
        #expect(empty.tables.contains("Nothing has been released"))
        _ = try await sample.release(days.upperBound...days.upperBound, of: [.working])
        let report = try await sample.reports.report(request(.working, days, per: .day))
        #expect(Set(report.figures.map(\.period)) == ["2026-11-20"])
        #expect(report.notes.contains { $0.hasPrefix("working: 1 of 4 days") })
    }

    @Test("with a table of phones, iPhones alone are enough")
    func extrapolation() async throws {
        let lines = Cubes.provinces.flatMap { ["\($0),ios,100", "\($0),android,\($0 == "MI" ? 300 : 100)"] }
        let table = try Penetration(csv: (["province,platform,phones"] + lines).joined(separator: "\n"))
        let sample = try await SampleReports(["analytics.epsilon-working": "20"], penetration: table)
        let day = try SampleReports.day("2026-10-10")
        var generator = SeededGenerator(seed: 1)
        let counts = ["MI/ios/111": 1000, "RM/ios/111": 1000]
        let cube = try Self.cube(.working, on: day, epsilon: 20_000_000, counts: counts, &generator)
        let figures = builder(request(.working, day...day), sample, penetration: table, [cube]).figures()
        let iPhones = try #require(figures.first { $0.kind == .phonesWorking && $0.platform == "ios" }?.value)
        let all = try #require(figures.first { $0.kind == .phonesWorkingFromIOS })
        // Four phones for each iPhone in Milan, two in Rome.
        #expect(abs((all.value ?? 0) / iPhones - 3) < 0.01)
        #expect(all.interval.contains(all.value ?? 0))
    }

    @Test("the figure of one platform is not called the total, and not compared with all phones")
    func onePlatform() async throws {
        let lines = Cubes.provinces.flatMap { province in
            // A table that is only begun: Milan and Rome are known, but not Rome's iPhones.
            let (iPhones, others) = (province == "MI" ? 100 : 0, ["MI", "RM"].contains(province) ? 300 : 0)
            return ["\(province),ios,\(iPhones)", "\(province),android,\(others)"]
        }
        let table = try Penetration(csv: (["province,platform,phones"] + lines).joined(separator: "\n"))
        let day = try SampleReports.day("2026-10-10")
        var generator = SeededGenerator(seed: 1)
        let counts = Dictionary(uniqueKeysWithValues: ["MI", "RM", "NA"].map { ("\($0)/ios/111", 1000) })
        let cube = try Self.cube(.working, on: day, epsilon: 20_000_000, counts: counts, &generator)
        let configuration = try await SampleReports().configuration
        func builder(androidRate: String) async throws -> ReportBuilder {
            let history = try await SQLSettings(TemporaryDatabase(.settings))
            let setting = SamplingTests.setting(androidRate, platform: "android")
            _ = try await history.append([setting], as: SamplingTests.change(at: UnixTime(0)), after: 0)
            return ReportBuilder(
                request: request(.working, day...day),
                configuration: configuration,
                sampling: try await SamplingHistory(reading: history, standard: configuration.standardSampling),
                penetration: table,
                cubes: [.working: [cube]]
            )
        }
        let both = try await builder(androidRate: "0.6")
        let working = try #require(both.figures().first { $0.kind == .phonesWorking && $0.platform == "ios" }?.value)
        let share = try #require(both.figures().first { $0.kind == .shareOfPhones }?.value)
        // Phones of Milan and Rome over those of the table; the table does not contain Naples.
        #expect(abs(share * 700 / (working * 2 / 3) - 1) < 0.01)
        let extrapolated = try #require(both.figures().first { $0.kind == .shareOfPhonesFromIOS }?.value)
        #expect(abs(extrapolated * 100 / (working / 3) - 1) < 0.01)
        #expect(both.notes().contains { $0.contains("no phones in use") && $0.contains("NA") && !$0.contains("RM") })
        #expect(both.notes().contains { $0.contains("no iPhones in use") && $0.contains("RM") && !$0.contains("MI,") })
        let alone = try await builder(androidRate: "0").figures()
        #expect(alone.contains { $0.kind == .shareOfPhonesFromIOS && $0.platform == "all" })
        #expect(!alone.contains { $0.kind == .shareOfPhones })
        for kind in [Figure.Kind.phonesWorking, .bluetoothActive] {
            #expect(Set(alone.filter { $0.kind == kind }.map(\.platform)) == ["ios"])
        }
    }

    @Test("the notes state ε and the basis of the forecasts")
    func notes() async throws {
        let sample = try await SampleReports()
        let days = try SampleReports.day("2026-11-15")...SampleReports.day("2026-11-20")
        _ = try await sample.release(days)
        let asked = ReportRequest(days: days, per: .whole, by: .nation, statistics: Statistic.allCases)
        let notes = try await sample.reports.report(asked).notes
        for expected in [
            "exposure-age: discrete Laplace noise of ε = 0.5 on each of the 16 counts of a day, which one phone changes by 1 in",
            "epidemiological: discrete Laplace noise of ε = 1 on each of the 96 counts of a day, which one phone changes by 5",
            "forecast-notified needs 7 released days", "expected-onsets takes 5.0 % of the notified",
            "expected-onsets leaves out people notified before 2026-11-15",
        ] {
            #expect(notes.contains { $0.hasPrefix(expected) }, "\(expected): \(notes)")
        }
    }

    @Test("CSV quotes special characters, and JSON has no exponent")
    func formats() async throws {
        let sample = try await SampleReports()
        let day = try SampleReports.day("2026-11-20")
        _ = try await sample.release(day...day, of: [.epidemiological, .working])
        let exposures = try await sample.reports.report(request(.epidemiological, day...day))
        #expect(exposures.csv.contains("\"0-5 min, 0-51 dB, 0-11 points\""))
        let regions = try await sample.reports.report(request(.working, day...day, by: .region))
        let lines = regions.csv.split(separator: "\r\n")
        #expect(lines.count == regions.figures.count + 1)
        #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 8 })
        let numbers = String(decoding: regions.json.encoded, as: UTF8.self)
        #expect(!numbers.contains("e+") && !numbers.contains("nan") && !numbers.contains("inf"))
        #expect(regions.tables.contains("Lombardia"))
    }
}

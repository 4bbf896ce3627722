import AnalyticsStores
import ExposurePrimitives
import HTTPTypes
import ImmuniAPI
package import ServiceKit
import WireFormat

/// The query API, only on the internal listener.
extension AnalyticsReports {
    package var routes: [Route] {
        // The intervals of a long report take seconds.
        let pool = WorkPool(limit: Self.maxReportCount)
        return [
            Route.forPrograms(ImmuniEndpoint.analyticsReport) { request in
                let (wanted, format) = try self.request(query: request.query)
                return try await pool.run { Self.answer(try await report(wanted), as: format) }
            },
            Route.forPrograms(ImmuniEndpoint.analyticsLedger) { request in
                var query = try StrictQuery(request.query)
                let format = try query.choice("format", or: Format.json)
                try query.end()
                return try await pool.run {
                    let ledger = try await ledger()
                    return Self.answer(json: ledger.json, csv: ledger.csv, as: format)
                }
            },
        ]
    }

    /// The maximum number of reports that are made or wait at the same time.
    private static let maxReportCount = 16

    private enum Format: String, CaseIterable {
        case json
        case csv
    }

    private func request(query: [(name: String, value: String)]?) throws(APIError) -> (ReportRequest, Format) {
        var query = try StrictQuery(query)
        let standard = standardDays
        let first = try query.day("from") ?? standard.lowerBound
        let last = try query.day("to") ?? standard.upperBound
        let per = try query.choice("per", or: ReportRequest.Period.whole)
        let by = try query.choice("by", or: ReportRequest.Area.nation)
        let statistic = try query.optionalChoice("statistic", among: Statistic.self)
        let format = try query.choice("format", or: Format.json)
        try query.end()
        guard first <= last, last.days(since: first) < ReportRequest.maxDayCount else {
            throw .notCompliant
        }
        let statistics = statistic.map { [$0] } ?? Statistic.allCases
        return (ReportRequest(days: first...last, per: per, by: by, statistics: statistics), format)
    }

    private static func answer(_ report: AnalyticsReport, as format: Format) -> ServiceResponse {
        answer(json: report.json, csv: report.csv, as: format)
    }

    private static func answer(json: JSONValue, csv: @autoclosure () -> String, as format: Format) -> ServiceResponse {
        switch format {
        case .json:
            .json(json.encoded)
        case .csv:
            ServiceResponse(
                status: 200,
                headers: [.contentType: MediaType.csv.text, .cacheControl: CacheControl.noStore.value],
                body: .bytes(Array(csv().utf8))
            )
        }
    }
}

/// A query that must be read completely: without unknown, repeated or empty parameters.
private struct StrictQuery {
    private var values: [String: String] = [:]

    init(_ pairs: [(name: String, value: String)]?) throws(APIError) {
        guard let pairs else {
            throw .notCompliant
        }
        for pair in pairs {
            guard values.updateValue(pair.value, forKey: pair.name) == nil else {
                throw .notCompliant
            }
        }
    }

    mutating func day(_ name: String) throws(APIError) -> CalendarDay? {
        guard let text = values.removeValue(forKey: name) else {
            return nil
        }
        guard let day = CalendarDay(iso: text) else {
            throw .notCompliant
        }
        return day
    }

    mutating func choice<Choice: RawRepresentable<String>>(
        _ name: String,
        or standard: Choice
    ) throws(APIError) -> Choice {
        try optionalChoice(name, among: Choice.self) ?? standard
    }

    mutating func optionalChoice<Choice: RawRepresentable<String>>(
        _ name: String,
        among _: Choice.Type
    ) throws(APIError) -> Choice? {
        guard let text = values.removeValue(forKey: name) else {
            return nil
        }
        guard let choice = Choice(rawValue: text) else {
            throw .notCompliant
        }
        return choice
    }

    func end() throws(APIError) {
        guard values.isEmpty else {
            throw .notCompliant
        }
    }
}

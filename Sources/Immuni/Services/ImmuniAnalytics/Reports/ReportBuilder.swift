import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import ImmuniAPI

/// Makes figures from released cubes. It never sees a raw count, so its results cost nothing more.
struct ReportBuilder {
    let request: ReportRequest
    let configuration: ReportsConfiguration
    let sampling: SamplingHistory
    let penetration: Penetration?
    /// The cubes of the requested days.
    let cubes: [Statistic: [ReleasedCube]]

    /// Days that are shown as one row, with its label.
    struct Span {
        let label: String
        let days: ClosedRange<CalendarDay>
    }

    var spans: [Span] {
        let days = (request.days.lowerBound.daysSinceEpoch...request.days.upperBound.daysSinceEpoch)
            .map { CalendarDay(daysSinceEpoch: $0) }
        switch request.per {
        case .day:
            return days.map { Span(label: $0.description, days: $0...$0) }
        case .month:
            return Dictionary(grouping: days) { CalendarMonth(of: $0) }.sorted { $0.key < $1.key }.compactMap {
                month,
                days in
                guard let first = days.first, let last = days.last else {
                    return nil
                }
                return Span(label: month.description, days: first...last)
            }
        case .whole:
            return [Span(label: "\(request.days.lowerBound)..\(request.days.upperBound)", days: request.days)]
        }
    }

    func cubes(of statistic: Statistic, in span: Span) -> [ReleasedCube] {
        (cubes[statistic] ?? []).filter { span.days.contains($0.entry.day) }
    }

    /// The places of the requested level of the hierarchy, with their provinces.
    var places: [(name: String, provinces: [String])] {
        switch request.by {
        case .nation: [(Figure.nation, Cubes.provinces)]
        case .region: Region.allCases.map { ($0.rawValue, $0.provinces.map(\.code)) }
        case .province: Cubes.provinces.map { ($0, [$0]) }
        }
    }

    func figures() -> [Figure] {
        request.statistics.flatMap { statistic -> [Figure] in
            switch statistic {
            case .working: spans.flatMap(working)
            case .notified: spans.flatMap(notified) + forecast()
            case .exposureAge: spans.flatMap(exposureAge) + expectedOnsets()
            case .epidemiological: spans.flatMap(epidemiological)
            }
        }
    }
}

// MARK: - Sums of leaves

extension ReportBuilder {
    typealias Cell = Cubes.Cell

    /// Adds up the leaves of cubes by province and platform.
    ///
    /// - Parameters:
    ///   - choose: selects leaves by their flags.
    ///   - weight: the number of phones for each upload of the platform on the day; nil leaves the cube out.
    func sums(
        _ cubes: [ReleasedCube],
        where choose: (Substring) -> Bool = { _ in true },
        weight: (OperationalFacts.Platform, CalendarDay) -> Double? = { _, _ in 1 }
    ) -> [Cell: ProtectedSum] {
        var sums: [Cell: ProtectedSum] = [:]
        for cube in cubes {
            guard let noise = DiscreteLaplace(epsilon: cube.entry.epsilon, sensitivity: cube.entry.sensitivity) else {
                continue
            }
            let weights = Dictionary(
                uniqueKeysWithValues: OperationalFacts.Platform.allCases.map { ($0, weight($0, cube.entry.day)) }
            )
            for (leaf, value) in cube.values {
                guard let (cell, flags) = Cubes.places[leaf], choose(flags), let weight = weights[cell.platform] ?? nil
                else {
                    continue
                }
                sums[cell, default: ProtectedSum()].add(value, noise: noise, weight: weight)
            }
        }
        return sums
    }

    /// A row for each place and platform, and one for both platforms if both are known.
    func rows(
        _ kind: Figure.Kind,
        _ span: Span,
        _ sums: [Cell: ProtectedSum],
        interval: (ProtectedSum) -> ClosedRange<Double>
    ) -> [Figure] {
        places.flatMap { place -> [Figure] in
            Self.platforms(in: sums).map { name, platforms in
                let sum = Self.total(sums, place.provinces, platforms)
                return Figure(
                    kind,
                    period: span.label,
                    place: place.name,
                    platform: name,
                    value: sum.value,
                    interval: interval(sum)
                )
            }
        }
    }

    /// The platforms with known values, and both together as `all` if both have some.
    static func platforms(in sums: [Cell: ProtectedSum]) -> [(name: String, platforms: [OperationalFacts.Platform])] {
        let all = OperationalFacts.Platform.allCases
        let known = Set(sums.keys.map(\.platform))
        return all.filter(known.contains).map { ($0.rawValue, [$0]) } + (known.count == all.count ? [("all", all)] : [])
    }

    static func total(
        _ sums: [Cell: ProtectedSum],
        _ provinces: [String],
        _ platforms: [OperationalFacts.Platform]
    ) -> ProtectedSum {
        var total = ProtectedSum()
        for province in provinces {
            for platform in platforms {
                if let sum = sums[Cell(province: province, platform: platform)] {
                    total.add(sum)
                }
            }
        }
        return total
    }
}

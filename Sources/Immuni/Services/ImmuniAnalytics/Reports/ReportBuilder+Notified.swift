import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import ImmuniAPI

/// Notified users, and forecasts about them.
extension ReportBuilder {
    func notified(_ span: Span) -> [Figure] {
        let cubes = cubes(of: .notified, in: span)
        return rows(.uploadsWithExposure, span, sums(cubes)) { $0.noiseInterval(level: Self.noiseLevel) }
            + rows(.phonesNotified, span, sums(cubes, weight: notifiedPerUpload)) {
                $0.interval(level: AnalyticsReport.level)
            }
    }

    /// The number of notified phones for each upload.
    private func notifiedPerUpload(_ platform: OperationalFacts.Platform, _ day: CalendarDay) -> Double? {
        let chance = sampling.rates(of: platform, on: day).withExposure * (1 - (configuration.excluded[platform] ?? 0))
        return chance > 0 ? 1 / chance : nil
    }

    /// The forecast for the days after the last released one, for each place, from two weeks of released days.
    func forecast() -> [Figure] {
        guard let last = cubes[.notified]?.last?.entry.day else {
            return []
        }
        let recent = (cubes[.notified] ?? []).filter { last.days(since: $0.entry.day) < NotificationForecast.dayCount }
        let byDay = recent.map { ($0.entry.day, sums([$0], weight: notifiedPerUpload)) }
        return places.flatMap { place -> [Figure] in
            let observations = byDay.compactMap { day, sums -> NotificationForecast.Observation? in
                let sum = Self.total(sums, place.provinces, OperationalFacts.Platform.allCases)
                return sum.isEmpty
                    ? nil
                    : .init(time: day.days(since: last), value: sum.value, noiseDeviation: sum.noiseDeviation)
            }
            guard let forecast = NotificationForecast(observations) else {
                return []
            }
            return (1...NotificationForecast.horizon).map { ahead in
                let (value, interval) = forecast.day(ahead, level: AnalyticsReport.level)
                return Figure(
                    .forecastNotified,
                    period: last.advanced(byDays: ahead).description,
                    place: place.name,
                    value: value,
                    interval: interval
                )
            }
        }
    }

    func exposureAge(_ span: Span) -> [Figure] {
        let cubes = cubes(of: .exposureAge, in: span)
        return Cubes.ages.compactMap { age in
            let sum = nationalSum(cubes, of: { $0 == age }, weight: { _ in 1 })
            return sum.isEmpty
                ? nil
                : Figure(
                    .exposureAge,
                    period: span.label,
                    category: age == Cubes.older ? "more than \(Cubes.maxAge) days" : "\(age) days",
                    value: sum.value,
                    interval: sum.noiseInterval(level: Self.noiseLevel)
                )
        }
    }

    /// The expected onsets on the days after the last released one, among all notified people. Each of them falls ill
    /// with the attack rate, an incubation time after the last exposure.
    func expectedOnsets() -> [Figure] {
        guard let cubes = cubes[.exposureAge], let last = cubes.last?.entry.day, configuration.attackRate > 0 else {
            return []
        }
        return (1...NotificationForecast.horizon).map { ahead in
            let day = last.advanced(byDays: ahead)
            var expected = ProtectedSum()
            for cube in cubes {
                for age in 0...Cubes.maxAge {
                    let exposure = cube.entry.day.advanced(byDays: -age)
                    let chance = Incubation.probability(days: day.days(since: exposure)) * configuration.attackRate
                    guard chance > 0, let phones = nationalNotifiedPerUpload(cube.entry.day) else {
                        continue
                    }
                    expected.add(nationalSum([cube], of: { $0 == "\(age)" }, weight: { _ in chance * phones }))
                }
            }
            let mean = expected.interval(level: 1 - 2 * (1 - AnalyticsReport.level) / 3)
            let range = PoissonLimits.prediction(
                lowerMean: mean.lowerBound,
                upperMean: mean.upperBound,
                tail: (1 - AnalyticsReport.level) / 6
            )
            return Figure(
                .expectedOnsets,
                period: day.description,
                value: expected.value,
                interval: Double(range.lower)...Double(max(range.lower, range.upper))
            )
        }
    }

    /// The number of notified phones for each upload on both platforms together, because the cube of ages does not
    /// separate them. It is the higher number of the two.
    private func nationalNotifiedPerUpload(_ day: CalendarDay) -> Double? {
        OperationalFacts.Platform.allCases.compactMap { notifiedPerUpload($0, day) }.max()
    }

    func nationalSum(
        _ cubes: [ReleasedCube],
        of isChosen: (String) -> Bool,
        weight: (CalendarDay) -> Double
    ) -> ProtectedSum {
        var sum = ProtectedSum()
        for cube in cubes {
            guard let noise = DiscreteLaplace(epsilon: cube.entry.epsilon, sensitivity: cube.entry.sensitivity) else {
                continue
            }
            for (leaf, value) in cube.values where isChosen(leaf) {
                sum.add(value, noise: noise, weight: weight(cube.entry.day))
            }
        }
        return sum
    }
}

import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives
import ImmuniAPI

/// Adoption, and the limits by permissions and Bluetooth.
extension ReportBuilder {
    func working(_ span: Span) -> [Figure] {
        let cubes = cubes(of: .working, in: span)
        let weights = phonesPerUpload(on: cubes.map(\.entry.day))
        let phones = sums(cubes, weight: { platform, _ in weights[platform] })
        return rows(.uploadsWithoutExposure, span, sums(cubes)) { $0.noiseInterval(level: Self.noiseLevel) }
            + rows(.phonesWorking, span, phones) { $0.interval(level: AnalyticsReport.level) }
            + extrapolated(span, phones)
            + shares(span, cubes, weights)
    }

    /// The level of the interval for noise. Plain counts have only noise; the estimates use the same interval.
    static var noiseLevel: Double { 1 - (1 - AnalyticsReport.level) / 2 }

    /// The number of working phones for each upload of these days, by platform: the inverse of the days' probabilities
    /// that a working phone uploads. There is no entry if that probability is zero.
    private func phonesPerUpload(on days: [CalendarDay]) -> [OperationalFacts.Platform: Double] {
        var weights: [OperationalFacts.Platform: Double] = [:]
        for platform in OperationalFacts.Platform.allCases {
            let chance = days.reduce(0) { $0 + uploadChance(of: platform, on: $1) }
            if chance > 0 {
                weights[platform] = 1 / chance
            }
        }
        return weights
    }

    private func uploadChance(of platform: OperationalFacts.Platform, on day: CalendarDay) -> Double {
        let rates = sampling.rates(of: platform, on: day)
        let silent = platform == .android ? configuration.newAndroid : 0
        return rates.withoutExposure * UploadShare.share(of: day, detectionPeriod: rates.detectionPeriod)
            * (1 - (configuration.excluded[platform] ?? 0)) * (1 - silent)
    }

    /// The figures that need the number of phones in use.
    private func extrapolated(_ span: Span, _ phones: [Cell: ProtectedSum]) -> [Figure] {
        guard let penetration else {
            return []
        }
        let isBoth = Self.platforms(in: phones).contains { $0.name == "all" }
        return places.flatMap { place -> [Figure] in
            // Provinces without phones in the table can neither be extrapolated nor be a share of anything.
            let withIPhones = place.provinces.filter { penetration.phones(in: $0, .ios) > 0 }
            let withPhones = place.provinces.filter { penetration.phones(in: $0) > 0 }
            let fromIOS = extrapolated(withIPhones, phones, penetration)
            let all = isBoth ? Self.total(phones, withPhones, OperationalFacts.Platform.allCases) : ProtectedSum()
            return [
                figure(.phonesWorkingFromIOS, span, place.name, fromIOS),
                figure(.shareOfPhonesFromIOS, span, place.name, fromIOS, of: penetration.phones(in: withIPhones)),
                figure(.shareOfPhones, span, place.name, all, of: penetration.phones(in: withPhones)),
            ].compactMap(\.self)
        }
    }

    private func figure(
        _ kind: Figure.Kind,
        _ span: Span,
        _ place: String,
        _ sum: ProtectedSum,
        of inUse: Int = 1
    ) -> Figure? {
        guard !sum.isEmpty else {
            return nil
        }
        let (part, interval) = (1 / Double(inUse), sum.interval(level: AnalyticsReport.level))
        return Figure(
            kind,
            period: span.label,
            place: place,
            value: sum.value * part,
            interval: interval.lowerBound * part...interval.upperBound * part
        )
    }

    /// Working iPhones, multiplied by the number of all phones for each iPhone of the province. The province has at
    /// least one iPhone.
    private func extrapolated(
        _ provinces: [String],
        _ phones: [Cell: ProtectedSum],
        _ penetration: Penetration
    ) -> ProtectedSum {
        var total = ProtectedSum()
        for province in provinces {
            if let sum = phones[Cell(province: province, platform: .ios)] {
                let ratio = Double(penetration.phones(in: province)) / Double(penetration.phones(in: province, .ios))
                total.add(sum.scaled(by: ratio))
            }
        }
        return total
    }

    private static let flags: [Figure.Kind] = [.exposurePermission, .bluetoothActive, .notificationPermission]

    private func shares(
        _ span: Span,
        _ cubes: [ReleasedCube],
        _ weights: [OperationalFacts.Platform: Double]
    ) -> [Figure] {
        Self.flags.enumerated().flatMap { place, kind -> [Figure] in
            let (yes, no) = (flagSums(cubes, place, "1", weights), flagSums(cubes, place, "0", weights))
            return places.flatMap { area -> [Figure] in
                Self.platforms(in: yes).map { platform, platforms in
                    let (value, interval) = Self.share(
                        of: Self.total(yes, area.provinces, platforms),
                        against: Self.total(no, area.provinces, platforms)
                    )
                    return Figure(
                        kind,
                        period: span.label,
                        place: area.name,
                        platform: platform,
                        value: value,
                        interval: interval
                    )
                }
            }
        }
    }

    private func flagSums(
        _ cubes: [ReleasedCube],
        _ place: Int,
        _ value: Character,
        _ weights: [OperationalFacts.Platform: Double]
    ) -> [Cell: ProtectedSum] {
        sums(cubes, where: { $0.dropFirst(place).first == value }, weight: { platform, _ in weights[platform] })
    }

    /// The share of `yes` in both, with an interval between the ends of each. Each of the two intervals may fail with
    /// half of the share's probability.
    private static func share(of yes: ProtectedSum, against no: ProtectedSum) -> (Double?, ClosedRange<Double>) {
        let (yesInterval, noInterval) = (yes.interval(level: noiseLevel), no.interval(level: noiseLevel))
        let total = yes.value + no.value
        let lower = yesInterval.lowerBound / max(yesInterval.lowerBound + noInterval.upperBound, .leastNormalMagnitude)
        let upper = yesInterval.upperBound / max(yesInterval.upperBound + noInterval.lowerBound, .leastNormalMagnitude)
        // Because of noise the divisor may be zero or less.
        return (total > 0 ? min(max(yes.value / total, 0), 1) : nil, lower...max(lower, upper))
    }
}

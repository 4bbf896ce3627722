import AnalyticsStores
import DifferentialPrivacy
import ExposurePrimitives

/// The exposures of people who later tested positive, for tuning the risk model.
extension ReportBuilder {
    func epidemiological(_ span: Span) -> [Figure] {
        let cubes = cubes(of: .epidemiological, in: span)
        guard !cubes.isEmpty else {
            return []
        }
        return histogram(.exposuresByDuration, span, cubes, at: 0, Self.durationNames)
            + histogram(.exposuresByAttenuation, span, cubes, at: 1, Self.attenuationNames)
            + histogram(.exposuresByRiskScore, span, cubes, at: 2, Self.scoreNames)
            + Cubes.leaves(of: .epidemiological).map { leaf in
                let classes = leaf.split(separator: "/").compactMap { Int($0) }
                let names = [Self.durationNames, Self.attenuationNames, Self.scoreNames]
                return figure(.exposures, span, cubes, zip(names, classes).map { $0[$1] }.joined(separator: ", ")) {
                    $0 == leaf
                }
            }
    }

    private func histogram(
        _ kind: Figure.Kind,
        _ span: Span,
        _ cubes: [ReleasedCube],
        at place: Int,
        _ names: [String]
    ) -> [Figure] {
        names.enumerated().map { number, name in
            figure(kind, span, cubes, name) {
                $0.split(separator: "/").dropFirst(place).first == Substring("\(number)")
            }
        }
    }

    private func figure(
        _ kind: Figure.Kind,
        _ span: Span,
        _ cubes: [ReleasedCube],
        _ category: String,
        of isChosen: (String) -> Bool
    ) -> Figure {
        let sum = nationalSum(cubes, of: isChosen, weight: { _ in 1 })
        return Figure(
            kind,
            period: span.label,
            category: category,
            value: sum.value,
            interval: sum.noiseInterval(level: Self.noiseLevel)
        )
    }

    private static let durationNames = ranges(InfoClass.durations.map { $0 / 60 }, unit: "min")
    private static let attenuationNames = ranges(InfoClass.attenuations, unit: "dB")
    private static let scoreNames = ranges(InfoClass.scores, unit: "points")

    private static func ranges(_ ends: [Int], unit: String) -> [String] {
        zip([-1] + ends, ends).map { "\($0 + 1)-\($1) \(unit)" }
    }
}

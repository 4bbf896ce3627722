package import ExposurePrimitives
import Foundation
package import RiskModels

/// The result of `avviso detect`, for programs and for the chart. It has days and scores, but no key, no identifier and
/// no time of day.
package struct DetectionResult: Codable, Equatable, Sendable {
    package let rule: String
    package let today: String
    package let level: String
    package let score: Double
    package let unit: String
    /// The newest first.
    package let days: [Day]
    package let explanation: Explanation?

    package struct Day: Codable, Equatable, Sendable {
        package let date: String
        package let score: Double
        package let level: String
    }

    package struct Explanation: Codable, Equatable, Sendable {
        package let days: [ExplainedDay]
        package let overall: Contribution?
    }

    package struct ExplainedDay: Codable, Equatable, Sendable {
        package let date: String
        package let combination: String
        package let contributions: [Contribution]
    }

    package struct Contribution: Codable, Equatable, Sendable {
        package let parts: [Part]
        package let divisor: Double
        package let factors: [Factor]
        package let rounding: String
        package let exclusion: String?
        package let score: Double
    }

    package struct Part: Codable, Equatable, Sendable {
        package let name: String
        package let amount: Double
        package let weight: Double
    }

    package struct Factor: Codable, Equatable, Sendable {
        package let name: String
        package let value: Double
    }

    package init(_ assessment: RiskAssessment, rule: RuleSet, today: CalendarDay, explaining: Bool) {
        self.rule = rule.rawValue
        self.today = today.description
        level = assessment.level.name
        score = assessment.explanation.score
        unit = assessment.explanation.unit.rawValue
        days = assessment.days.map { Day(date: $0.date.description, score: $0.score, level: $0.level.name) }
        explanation = explaining ? Explanation(assessment.explanation) : nil
    }

    package init(parsing bytes: [UInt8]) throws {
        self = try Self.decoder.decode(DetectionResult.self, from: Data(bytes))
    }

    package var json: String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

extension DetectionResult.Explanation {
    fileprivate init(_ explanation: RiskExplanation) {
        days = explanation.days.map {
            DetectionResult.ExplainedDay(
                date: $0.date.description,
                combination: $0.combination.rawValue,
                contributions: $0.contributions.map(DetectionResult.Contribution.init)
            )
        }
        overall = explanation.overall.map(DetectionResult.Contribution.init)
    }
}

extension DetectionResult.Contribution {
    fileprivate init(_ contribution: RiskContribution) {
        parts = contribution.parts.map { .init(name: $0.name, amount: $0.amount, weight: $0.weight) }
        divisor = contribution.divisor
        factors = contribution.factors.map { .init(name: $0.name, value: $0.value) }
        rounding = contribution.rounding.rawValue
        exclusion = contribution.exclusion?.rawValue
        score = contribution.score
    }
}

extension RiskLevel {
    fileprivate var name: String {
        switch self {
        case .none: "none"
        case .low: "low"
        case .high: "high"
        }
    }
}

package import ClientKit
import Localisation
import RiskModels
import RiskTexts
package import WebPages

// Why the owner's risk is what it is.

extension ScreenPieces {
    /// The exposures of each day with every number, as the client found them.
    @HTMLBuilder package func reasons(of finding: RiskFinding?) -> [HTML] {
        title(WhyText.whyTitle)
        paragraph(WhyText.whyBody)
        if let finding, !finding.reasons.isEmpty {
            if let encounters = finding.encounters {
                Tag.ul {
                    if encounters.high > 0 {
                        Tag.li { say(WhyPhrase.highEncounters(count: encounters.high)) }
                    }
                    if encounters.low > 0 {
                        Tag.li { say(WhyPhrase.lowEncounters(count: encounters.low)) }
                    }
                }
            }
            finding.reasons.flatMap { why($0, finding) }
            if let combination = finding.combination {
                paragraph(WhyPhrase.overall(number: number(combination.score)))
                exposure(combination)
            }
            paragraph(WhyText.whySignals, quiet: true)
        } else {
            paragraph(WhyText.whyNothing)
        }
    }

    /// Leads to the reasons.
    package func whyButton(_ action: ScreenAction) -> HTML { button(action, WhyText.details, second: true) }

    private func number(_ number: Double) -> String { ShownNumber.text(number, in: language) }

    @HTMLBuilder private func why(_ reason: RiskReason, _ finding: RiskFinding) -> [HTML] {
        Tag.h2 { say(heading(of: reason, finding)) }
        paragraph(
            reason.unit == .points
                ? WhyPhrase.pointsOfDay(number: number(reason.score))
                : WhyPhrase.minutesOfDay(number: number(reason.score))
        )
        for exposure in reason.exposures {
            self.exposure(exposure)
        }
    }

    private func heading(of reason: RiskReason, _ finding: RiskFinding) -> WhyPhrase {
        let date = day(reason.date)
        return switch finding.days.first(where: { $0.date == reason.date })?.level {
        case .high: .highDay(day: date)
        case .low: .lowDay(day: date)
        default: .uncountedDay(day: date)
        }
    }

    private func exposure(_ exposure: RiskReason.Exposure) -> HTML {
        Tag.ul {
            for phrase in exposure.parts.filter({ $0.amount > 0 }).compactMap(phrase) {
                Tag.li { say(phrase) }
            }
            if !exposure.factors.isEmpty {
                Tag.li {
                    say(WhyPhrase.factors(numbers: exposure.factors.map { number($0) }.joined(separator: " × ")))
                }
            }
            if exposure.divisor != 1 {
                Tag.li { say(WhyPhrase.divisor(number: number(exposure.divisor))) }
            }
            if let exclusion = exposure.exclusion {
                Tag.li { say(Self.text(of: exclusion)) }
            }
        }
    }

    /// Nil for a range that no rule of ours writes.
    private func phrase(of part: RiskReason.Part) -> WhyPhrase? {
        let (amount, weight) = (number(part.amount), number(part.weight))
        guard let range = part.range else {
            return .pointsOfPart(number: amount, weight: weight)
        }
        return switch ShownRange(range) {
        case .below(let end): .minutesBelow(decibels: end, minutes: amount, weight: weight)
        case .between(let start, let end): .minutesBetween(from: start, to: end, minutes: amount, weight: weight)
        case .from(let start): .minutesFrom(decibels: start, minutes: amount, weight: weight)
        case nil: nil
        }
    }

    private static func text(of exclusion: RiskContribution.Exclusion) -> WhyText {
        switch exclusion {
        case .belowMinimumScore: .tooLow
        case .filteredByMinutes: .tooShort
        case .filteredByTransmissionRisk: .hardlyInfectious
        case .withoutRiskLevel: .noLevel
        }
    }
}

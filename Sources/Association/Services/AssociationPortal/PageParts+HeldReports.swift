import AssociationAPI
import AssociationPorts
import Localisation
import PortalSections
import ServiceKit
import WebPages

/// The held reports as a page shows them.
struct HeldReportList {
    let reports: [HeldReport]
    let turn: Int
    let calendar: AuthorityCalendar

    /// The end of the hour in which the batch arrived because of which a report is held.
    func completed(_ report: HeldReport) -> String {
        "\(TypedDay.shown(calendar.day(of: report.completed))), \(calendar.timeOfDay(of: report.completed))"
    }
}

extension PageParts {
    /// The held reports, and for each the two decisions.
    func heldReports(_ list: HeldReportList, notice text: HeldReportText? = nil) -> SectionContent {
        SectionContent(HeldReportText.title) {
            Tag.h1 { say(HeldReportText.title) }
            if let text {
                notice(text, isGood: text == .isReleased || text == .isRefused)
            }
            Tag.p { say(HeldReportText.purpose) }
            if list.reports.isEmpty, text != .unavailable {
                Tag.p { say(HeldReportText.none) }
            }
            for (place, report) in list.reports.enumerated() {
                Tag.section {
                    Tag.h2 { say(HeldReportPhrase.report(number: "\(place + 1)")) }
                    facts(of: report, completed: list.completed(report))
                    for decision in HeldReportDecision.allCases {
                        form(for: decision, about: report, turn: list.turn)
                    }
                }
            }
        }
    }

    private func facts(of report: HeldReport, completed: String) -> HTML {
        Tag.dl {
            Tag.dt { say(HeldReportText.reasons) }
            for reason in HoldReasons.each where report.reasons.contains(reason) {
                Tag.dd { say(HeldReportText(reason)) }
            }
            Tag.dt { say(HeldReportText.people) }
            Tag.dd { "\(report.people)" }
            Tag.dt { say(HeldReportText.met) }
            Tag.dd { "\(report.met)" }
            Tag.dt { say(HeldReportText.contacts) }
            Tag.dd { "\(report.contacts)" }
            Tag.dt { say(HeldReportText.batches) }
            Tag.dd { "\(report.batches)" }
            Tag.dt { say(HeldReportText.district) }
            Tag.dd { report.district?.text ?? say(HeldReportText.unknown) }
            Tag.dt { say(HeldReportText.completed) }
            Tag.dd { completed }
        }
    }

    private func form(for decision: HeldReportDecision, about report: HeldReport, turn number: Int) -> HTML {
        form(to: .page("/portal/held-reports")) {
            turn(number)
            Tag.input(.type("hidden"), .name(HeldReportDecision.reportField), .value(report.id.text))
            Tag.input(.type("hidden"), .name(HeldReportDecision.batchesField), .value("\(report.batches)"))
            Tag.input(.type("hidden"), .name(HeldReportDecision.field), .value(decision.rawValue))
            Tag.p { say(decision.meaning) }
            box(HeldReportDecision.consentField, HeldReportText.consent)
            Tag.div(.class("actions")) {
                Tag.button(.class(decision == .refuse ? "destructive" : "second")) { say(decision.name) }
            }
        }
    }
}

extension HeldReportDecision {
    fileprivate var name: HeldReportText {
        switch self {
        case .release: .release
        case .refuse: .refuse
        }
    }

    fileprivate var meaning: HeldReportText {
        switch self {
        case .release: .releaseMeaning
        case .refuse: .refuseMeaning
        }
    }
}

extension HeldReportText {
    /// - Parameter reason: one alone.
    fileprivate init(_ reason: HoldReasons) {
        self =
            switch reason {
            case .relay: .isRelayed
            case .linked: .isLinked
            default: .isCrowd
            }
    }
}

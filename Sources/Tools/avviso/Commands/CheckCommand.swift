import ArgumentParser
import CommonAssembly
import Foundation
import ServerAssembly
import ServiceKit

struct CheckCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether a server's set-up can start, and whether it is fit for production.",
        discussion: """
            Takes the same arguments as avviso serve. Inspects the settings, the keys, the certificates, the settings \
            of the apps and the data folder. Does not listen and changes nothing. docs/operations.md explains each \
            finding.

            Exits with 0 if the set-up is fit for production, with 2 if it starts but is not fit, and with 1 if it \
            does not start, like avviso serve. With several realms, it first checks that they share nothing.

            Examples:
              avviso check --config avviso.yaml
              avviso check config reporting --config avviso.yaml --json
              avviso check --realm it=italy.yaml --realm de=germany.yaml
            """
    )

    @Flag(help: "Print one JSON object, for programs.") var json = false
    @OptionGroup var server: ServerOptions

    func perform() async throws {
        guard server.realms.count > 1 else {
            return try report(await inspection())
        }
        let plans: [RealmPlan]
        do {
            plans = try await server.plans()
        } catch let error as any Error & CustomStringConvertible where !(error is ValidationError) {
            return try report(SetupInspection(problem: error.description))
        }
        try report(await Self.inspections(of: plans))
    }

    private static let unfit = ExitCode(2)
}

// MARK: - One realm

extension CheckCommand {
    private func report(_ inspection: SetupInspection) throws {
        if json {
            Terminal.say(try Self.text(Verdict(inspection)))
        } else if let problem = inspection.problem {
            Terminal.complain("avviso: \(problem)")
        } else if inspection.findings.isEmpty {
            Terminal.say("This set-up is fit for production.")
        } else {
            Terminal.say("This set-up starts, but is not fit for production:\n" + inspection.findings.table.dropLast())
        }
        try Self.end(Verdict(inspection))
    }

    private func inspection() async throws -> SetupInspection {
        let plan: RealmPlan
        do {
            plan = try await server.plan()
        } catch let error as SettingsError where error.origin != .commandLine {
            return SetupInspection(problem: error.description)
        }
        return await Self.inspection(of: plan)
    }

    private static func inspection(of plan: RealmPlan) async -> SetupInspection {
        await SetupInspection(plan.systems, plan.reader, services: plan.services, clock: SystemWallClock())
    }

    private static func end(_ verdict: Verdict) throws {
        guard verdict.starts else {
            throw ExitCode.failure
        }
        guard verdict.fit else {
            throw unfit
        }
    }
}

// MARK: - Several realms

extension CheckCommand {
    private struct NamedInspection {
        let plan: RealmPlan
        let inspection: SetupInspection
    }

    private static func inspections(of plans: [RealmPlan]) async -> [NamedInspection] {
        var inspections: [NamedInspection] = []
        for plan in plans {
            inspections.append(NamedInspection(plan: plan, inspection: await inspection(of: plan)))
        }
        return inspections
    }

    private func report(_ inspections: [NamedInspection]) throws {
        let verdicts = inspections.map { Verdict($0.inspection, of: $0.plan) }
        let whole = Verdict(starts: verdicts.allSatisfy(\.starts), fit: verdicts.allSatisfy(\.fit), realms: verdicts)
        if json {
            Terminal.say(try Self.text(whole))
        } else {
            for (one, verdict) in zip(inspections, verdicts) {
                Self.tell(one, verdict)
            }
        }
        try Self.end(whole)
    }

    private static func tell(_ one: NamedInspection, _ verdict: Verdict) {
        let name = one.plan.name?.text ?? ""
        let facts = "realm \(name) (\(one.plan.facts))"
        if let problem = verdict.problem {
            Terminal.complain("avviso: \(facts) does not start: \(problem)")
        } else if verdict.fit {
            Terminal.say("\(facts) is fit for production.")
        } else {
            Terminal.say("\(facts) starts, but is not fit for production:\n" + one.inspection.findings.table.dropLast())
        }
    }
}

extension RealmPlan {
    /// Its systems with their regions, and its time zone, in words.
    fileprivate var facts: String {
        let regions = Dictionary(uniqueKeysWithValues: regions)
        let systems = systems.map { system in
            system.name + (regions[system.name].map { " \($0)" } ?? "")
        }
        return (systems + [settings.calendar.identifier]).joined(separator: ", ")
    }
}

// MARK: - The JSON object

extension CheckCommand {
    private struct Verdict: Encodable {
        /// Of a realm among several.
        var realm: String?
        let starts: Bool
        let fit: Bool
        var problem: String?
        /// Nil for the whole of several realms.
        var findings: [FitnessFinding]?
        /// Nil for one realm.
        var realms: [Verdict]?

        init(_ inspection: SetupInspection, of plan: RealmPlan? = nil) {
            realm = plan?.name?.text
            starts = inspection.problem == nil
            fit = starts && inspection.findings.isEmpty
            problem = inspection.problem
            findings = inspection.findings
        }

        init(starts: Bool, fit: Bool, realms: [Verdict]) {
            (self.starts, self.fit, self.realms) = (starts, fit, realms)
        }
    }

    private static func text(_ verdict: Verdict) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(verdict), as: UTF8.self)
    }
}

package import CoronaWarnAPI
import CoronaWarnClient
package import ExposurePrimitives
package import LoadGeneration
package import PhonePorts
import WireFormat

extension PhoneHost {
    /// Serves the tree of packages, indexes and configurations.
    package static let distribution = PhoneHost("distribution")
    /// Takes results, on the internal network.
    package static let laboratory = PhoneHost("laboratory")
}

/// Corona-Warn's phones and laboratories.
package struct CoronaWarnDay: LoadWorkflow {
    package let traffic: any LoadTraffic
    private let clock: any WallClock
    private let region: RegionCode
    private let laboratoryKey: SecretBytes?

    /// - Parameters:
    ///   - region: the country whose packages phones download.
    ///   - laboratoryKey: the key of the laboratory that sends results; without it nobody is tested.
    package init(
        _ traffic: CoronaWarnTraffic,
        clock: any WallClock,
        region: RegionCode,
        laboratoryKey: SecretBytes?
    ) {
        (self.traffic, self.clock) = (traffic, clock)
        (self.region, self.laboratoryKey) = (region, laboratoryKey)
    }

    package var hosts: [PhoneHost: LoadListener] {
        [.distribution: .public, .verification: .public, .submission: .public, .laboratory: .internal]
    }

    package func visits(of plan: DayPlan, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let tree = try await paths(preparation)
        func files(_ name: String) -> [LoadVisit] {
            let visit = TreeVisit(paths: tree, like: plan[name].steps)
            return visit.steps.isEmpty ? [] : [LoadVisit(plan[name], visit.steps) { _ in visit }]
        }
        return files("download") + files("new package") + files("opening") + [
            LoadVisit(plan["cover in the background"]) { FakeVisit(generator: $0) },
            LoadVisit(plan["cover while open"]) { FakeVisit(generator: $0) },
        ] + tests(plan)
    }

    private func tests(_ plan: DayPlan) -> [LoadVisit] {
        guard let laboratoryKey else {
            return []
        }
        return [TestOutcome.positive, .negative].map { [clock] outcome in
            LoadVisit(plan["test, \(outcome)"]) { generator in
                TestVisit(outcome, laboratoryKey: laboratoryKey, clock: clock, generator: generator)
            }
        }
    }

    /// The files that a phone asks for: the configuration, the index of the days, that of the newest day's hours, and
    /// the newest package of an hour. Files that are not on offer are left out, as a phone leaves them out.
    private func paths(_ preparation: LoadPreparation) async throws -> [TreePath] {
        let found = try await index(.dates(region), preparation).map { try TreeIndex.dates(parsing: $0) } ?? []
        guard let day = found.last else {
            return [.configuration(.secondIOS), .dates(region)]
        }
        let hours = try await index(.hours(region, day), preparation).map { try TreeIndex.hours(parsing: $0) } ?? []
        let package = hours.last.map { [TreePath.hours(region, day), .hour(region, day, $0)] } ?? []
        return [.configuration(.secondIOS), .dates(region)] + package
    }

    private func index(_ path: TreePath, _ preparation: LoadPreparation) async throws -> [UInt8]? {
        let kind = LoadKind("cwa index", TreeVisit.endpoint(of: path.path), expected: [200, 404])
        let answer = try await preparation.send(TreeVisit.request(path.path), as: kind)
        return answer.status == 200 ? answer.body : nil
    }
}

package import CoronaWarnAPI
import CoronaWarnClient
package import ExposurePrimitives
package import LoadGeneration
package import LoadModel
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
    private let clock: any WallClock
    private let region: RegionCode
    private let laboratoryKey: SecretBytes?

    /// - Parameters:
    ///   - region: the country whose packages phones download.
    ///   - laboratoryKey: the key of the laboratory that sends results; without it nobody is tested.
    package init(clock: any WallClock, region: RegionCode, laboratoryKey: SecretBytes?) {
        (self.clock, self.region, self.laboratoryKey) = (clock, region, laboratoryKey)
    }

    package var hosts: [PhoneHost: LoadListener] {
        [.distribution: .public, .verification: .public, .submission: .public, .laboratory: .internal]
    }

    package func visits(of day: DayOfVisits, after preparation: LoadPreparation) async throws -> [LoadVisit] {
        let awake = DayCurve.awake(peak: day.peak)
        let download = TreeVisit(paths: try await paths(preparation))
        let downloads = LoadVisit(
            "download",
            perDay: day.downloads / Double(download.steps.count),
            on: awake.rushingAfterEachHour,
            download.steps
        ) { _ in download }
        let cover = LoadVisit("cover", perDay: day.covers, on: .even, FakeVisit.steps) { FakeVisit(generator: $0) }
        return [downloads, cover] + tests(day, awake)
    }

    private func tests(_ day: DayOfVisits, _ awake: DayCurve) -> [LoadVisit] {
        guard let laboratoryKey else {
            return []
        }
        let outcomes: [(TestOutcome, Double)] = [(.positive, day.cases), (.negative, day.otherTests)]
        return outcomes.map { [clock] outcome, perDay in
            LoadVisit("test, \(outcome)", perDay: perDay, on: awake, TestVisit.steps(outcome)) { generator in
                TestVisit(outcome, laboratoryKey: laboratoryKey, clock: clock, generator: generator)
            }
        }
    }

    /// The files that a phone asks for: the configuration, the index of the days, that of the newest day's hours, and
    /// the newest package. Files that are not on offer are left out, as a phone leaves them out.
    private func paths(_ preparation: LoadPreparation) async throws -> [TreePath] {
        let found = try await index(.dates(region), preparation).map { try TreeIndex.dates(parsing: $0) } ?? []
        guard let day = found.last else {
            return [.configuration(.secondIOS), .dates(region)]
        }
        let hours = try await index(.hours(region, day), preparation).map { try TreeIndex.hours(parsing: $0) } ?? []
        let package = hours.last.map { TreePath.hour(region, day, $0) } ?? .day(region, day)
        return [.configuration(.secondIOS), .dates(region)] + (hours.isEmpty ? [] : [.hours(region, day)]) + [package]
    }

    private func index(_ path: TreePath, _ preparation: LoadPreparation) async throws -> [UInt8]? {
        let kind = LoadKind("cwa index", TreeVisit.endpoint(of: path.path), expected: [200, 404])
        let answer = try await preparation.send(TreeVisit.request(path.path), as: kind)
        return answer.status == 200 ? answer.body : nil
    }
}

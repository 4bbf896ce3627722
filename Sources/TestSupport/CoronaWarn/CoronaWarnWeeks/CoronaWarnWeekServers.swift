import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnConfiguration
import CoronaWarnPackages
import ExposurePrimitives
import ExposureTesting
import MessageSignatures
import PhonePorts
import PhoneWeeks
import WireFormat

/// Corona-Warn's servers with a package every hour, and the published configuration apart from its interval.
struct CoronaWarnWeekServers: WeekServers {
    let authority: WeekAuthority
    private let meter: PhoneMeter
    private let configuration: [UInt8]
    /// The first hour with a package.
    private let first: PackageHour

    init(_ platform: ValidConfiguration.Platform, downloadInterval: Int, _ meter: PhoneMeter) async throws {
        (self.meter, authority) = (meter, WeekAuthority())
        first = PackageHour(containing: meter.clock.now())
        var published = PhoneConfiguration.published(country: Self.country)
        published.downloadInterval = downloadInterval
        let message = try ValidConfiguration(published).secondGenerationMessage(for: platform)
        configuration = try await authority.archive(message)
    }

    private static let country = "DE"

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        guard request.host == .download else {
            let size = request.host == .verification ? CoronaWarnLimits.answerSize : 0
            return HTTPAnswer(status: 200, body: [UInt8](repeating: 0, count: size))
        }
        do {
            return try await file(at: request.target)
        } catch {
            throw .interrupted
        }
    }

    private func file(at target: String) async throws -> HTTPAnswer {
        let isStatement = target.hasSuffix(TreePath.statementSuffix)
        let name = isStatement ? String(target.dropLast(TreePath.statementSuffix.count)) : target
        guard let path = TreePath(path: name), let content = try await content(of: path) else {
            return HTTPAnswer(status: 404)
        }
        return HTTPAnswer(status: 200, body: isStatement ? try statement(about: content, at: path) : content)
    }

    private func content(of path: TreePath) async throws -> [UInt8]? {
        let now = meter.clock.now()
        switch path {
        case .configuration: return configuration
        case .dates:
            let days = 0..<max(now.utcDay.days(since: first.day), 0)
            return TreeIndex.body(dates: days.map(first.day.advanced))
        case .hours(_, let day):
            let hours = TreePath.hoursOfDay.map { PackageHour(day, $0) }.filter { $0 >= first && $0.end <= now }
            return TreeIndex.body(hours: hours.map(\.hourOfDay))
        case .hour(_, let day, let hour, _): return try await package(.hour(PackageHour(day, hour)))
        case .day(_, let day, _): return try await package(.day(day))
        case .versions, .countries: return nil
        }
    }

    private func package(_ slot: PackageSlot) async throws -> [UInt8] {
        try await authority.archive(from: slot.start, to: slot.end, region: Self.country)
    }

    private func statement(about content: [UInt8], at path: TreePath) throws -> [UInt8] {
        let now = meter.clock.now()
        let digest = ContentDigest(of: content).bytes
        let statement = TreeStatement(path: path, created: now, sequence: now.seconds, digest: digest)
        return statement.file(
            keyID: authority.keyID,
            signature: try authority.signature(of: statement.signedBytes)
        )
    }

    func headSize(of answer: HTTPAnswer, to request: PhoneRequest) -> Int {
        guard request.host == .download else {
            return Self.paddedAnswer - answer.body.count
        }
        let isSigned = TreePath(path: request.target)?.hasStatement ?? false
        return isSigned ? Self.signedHead : Self.fileHead
    }

    /// Bytes of the head of a package or statement, and of another file, which the server signs in its head too.
    private static let (fileHead, signedHead) = (256, 620)
}

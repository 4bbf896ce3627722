import ClientKit
import CoronaWarnAPI
import ExposurePrimitives
import LoadGeneration
import PhonePorts
import WireFormat

/// The look of a phone at the tree: configuration and indexes with the statements about them, and packages.
struct TreeVisit: LoadSession {
    private let targets: [String]
    let steps: [LoadStep]

    /// - Parameter planned: the steps of the plan. Each file takes the place of the planned one at the same endpoint.
    init(paths: [TreePath], like planned: [LoadStep]) {
        let files = paths.flatMap(Self.targets).map { (target: $0, endpoint: Self.endpoint(of: $0)) }
        let places = planned.compactMap { step in
            files.first { $0.endpoint == step.kind.endpoint }.map { (target: $0.target, step: step) }
        }
        (targets, steps) = (places.map(\.target), places.map(\.step))
    }

    func request(_ step: Int) -> PhoneRequest? { Self.request(targets[step]) }

    /// The documents that a phone fetches at each `downloadInterval`. The indexes are those of fourteen days, and of
    /// half a day's hours.
    static let indexSteps =
        configurationSteps + [
            LoadStep(kind(TreePath.dates(example).path, .init(sent: 123, received: 800)), after: 0.4),
            LoadStep(kind(TreePath.dates(example).statementPath, .init(sent: 127, received: 552)), after: 0.6),
            LoadStep(kind(TreePath.hours(example, day).path, .init(sent: 139, received: 710)), after: 0.8),
            LoadStep(kind(TreePath.hours(example, day).statementPath, .init(sent: 143, received: 627)), after: 1),
        ]

    /// The documents that it fetches whenever its process starts.
    static let configurationSteps = [
        LoadStep(kind(TreePath.configuration(.secondIOS).path, .init(sent: 107, received: 1331)), after: 0),
        LoadStep(kind(TreePath.configuration(.secondIOS).statementPath, .init(sent: 111, received: 536)), after: 0.2),
    ]

    static func package(of keys: Double) -> LoadKind {
        let size = Int((keys * bytesPerKey).rounded()) + headOfPackage
        return kind(TreePath.hour(example, day, 0).path, .init(sent: 142, received: size))
    }

    private static func kind(_ target: String, _ bytes: LoadKind.Sizes) -> LoadKind {
        LoadKind("cwa \(name(of: target))", endpoint(of: target), expected: [200], bytes)
    }

    private static func targets(of path: TreePath) -> [String] {
        path.hasStatement ? [path.path, path.statementPath] : [path.path]
    }

    /// docs/benchmarks.md, "package of 100000 keys".
    private static let bytesPerKey = 18.0
    /// Names, signature and directory of the archive, and the answer's head.
    private static let headOfPackage = 630
    /// Any country and any day: the endpoint is the same for all.
    private static let example = RegionCode.union
    private static let day = CalendarDay(daysSinceEpoch: 0)

    static func request(_ target: String) -> PhoneRequest {
        PhoneRequest(host: .distribution, method: .get, target: target, headers: CommonHeaders.all)
    }

    /// The endpoint that serves a file of the tree. Statements have endpoints of their own.
    static func endpoint(of target: String) -> Endpoint {
        let parts = target.split(separator: "/", omittingEmptySubsequences: false)
        return CoronaWarnEndpoint.tree.first { endpoint in
            let places = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            return places.count == parts.count
                && zip(places, parts).allSatisfy {
                    $0 == $1 || ($0.hasPrefix("{") && !$1.hasSuffix(TreePath.statementSuffix))
                }
        } ?? Endpoint(.get, target)
    }

    /// What a phone gets there, for people.
    private static func name(of target: String) -> String {
        let isStatement = target.hasSuffix(TreePath.statementSuffix)
        let bare = isStatement ? String(target.dropLast(TreePath.statementSuffix.count)) : target
        let name =
            switch TreePath(path: bare) {
            case .versions: "versions"
            case .countries: "countries"
            case .dates: "days"
            case .day: "package of a day"
            case .hours: "hours"
            case .hour: "package of an hour"
            case .configuration, nil: "configuration"
            }
        return isStatement ? "\(name), statement" : name
    }
}

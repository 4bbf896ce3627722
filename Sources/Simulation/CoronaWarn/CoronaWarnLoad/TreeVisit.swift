import ClientKit
import CoronaWarnAPI
import LoadGeneration
import PhonePorts
import WireFormat

/// The hourly look of a phone at the tree: indexes with the statements about them, and a package.
struct TreeVisit: LoadSession {
    private let targets: [String]

    init(paths: [TreePath]) {
        targets = paths.flatMap { $0.hasStatement ? [$0.path, $0.statementPath] : [$0.path] }
    }

    var steps: [LoadStep] {
        targets.enumerated().map { place, target in
            let endpoint = Self.endpoint(of: target)
            let kind = LoadKind("cwa \(Self.name(of: target))", endpoint, expected: [200])
            return LoadStep(kind, after: Double(place) / 5)
        }
    }

    func request(_ step: Int) -> PhoneRequest? { Self.request(targets[step]) }

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

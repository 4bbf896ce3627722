import CoronaWarnAPI
import CoronaWarnClient
import ExposurePrimitives
import LoadGeneration
import PhonePorts
import WireFormat

/// A phone with nothing to tell sends the three requests of an action, all of them fakes.
actor FakeVisit: LoadSession {
    private var generator: SeededGenerator

    init(generator: SeededGenerator) {
        self.generator = generator
    }

    func request(_ step: Int) -> PhoneRequest? { ActionStep(.cover, step).fake(using: &generator) }

    static let steps = ActionStep.steps(of: .cover, after: 0)
}

/// One of the three requests of an action of a phone.
struct ActionStep {
    private let request: RequestPattern.Request

    /// - Parameter place: 0 to 2.
    init(_ pattern: RequestPattern, _ place: Int) {
        guard let request = pattern.request(at: place, genuineFailed: false) else {
            preconditionFailure("an action has three requests")
        }
        self.request = request
    }

    var isGenuine: Bool { request.isGenuine }
    var kind: FakeRequest { request.kind }

    func fake(using generator: inout SeededGenerator) -> PhoneRequest {
        ExchangeRequests.fake(request.kind, using: &generator)
    }

    /// The three steps of an action, a third of a second apart.
    static func steps(of pattern: RequestPattern, after seconds: Double) -> [LoadStep] {
        (0..<count).map { LoadStep(ActionStep(pattern, $0).loadKind, after: seconds + Double($0) / 3) }
    }

    private var loadKind: LoadKind {
        let suffix = isGenuine ? "" : ", fake"
        let (name, endpoint, status) =
            switch request.kind {
            case .registration: ("registration", CoronaWarnEndpoint.registrationToken, 201)
            case .result: ("result", CoronaWarnEndpoint.testResult, 200)
            case .tan: ("tan", CoronaWarnEndpoint.tan, 201)
            case .upload: ("submission", CoronaWarnEndpoint.diagnosisKeys, 200)
            }
        // All requests to a host have one size.
        let sent = request.kind == .upload ? 1262 : 465
        return LoadKind("cwa \(name)\(suffix)", endpoint, expected: [status], .released(sent: sent))
    }

    static let count = 3
}

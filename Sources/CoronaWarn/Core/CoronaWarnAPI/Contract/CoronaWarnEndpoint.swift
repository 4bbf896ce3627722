public import WireFormat

/// The operations of Corona-Warn's HTTP contract, each declared once. `docs/corona-warn.md` says who may call which.
public enum CoronaWarnEndpoint {
    /// Verification, public: a test's identifier or a teleTAN for a ``RegistrationToken``.
    public static let registrationToken = forPhones("/version/v1/registrationToken")
    /// Verification, public: the result of a token's test.
    public static let testResult = forPhones("/version/v1/testresult")
    /// Verification, public: a token for a ``TAN``.
    public static let tan = forPhones("/version/v1/tan")

    /// Submission, public: uploads keys.
    public static let diagnosisKeys = Endpoint(
        .post,
        "/version/v1/diagnosis-keys",
        accepts: [.protobuf],
        hasDummies: true,
        headers: HeaderNames(dummyFlag: CoronaWarnHeader.fake)
    )

    /// Verification, internal: whether a TAN is valid, which consumes it.
    public static let verifyTAN = Endpoint(.post, "/version/v1/tan/verify", accepts: [.json])
    /// Verification, internal: reserves a TAN for one upload.
    public static let reserveTAN = Endpoint(.post, "/version/v1/tan/reserve", accepts: [.json], produces: [.json])
    /// Verification, internal: consumes a reserved TAN after the keys were stored.
    public static let confirmTAN = Endpoint(.post, "/version/v1/tan/confirm", accepts: [.json])
    /// Verification, internal: a new ``TeleTAN`` for an operator of the hotline. The request has no body.
    public static let teleTAN = Endpoint(.post, "/version/v1/tan/teletan", produces: [.json])
    /// Verification, internal: the result of a token's test, with the test's identifier.
    public static let internalTestResult = Endpoint(
        .post,
        "/version/v1/testresult",
        accepts: [.json],
        produces: [.json]
    )

    /// Laboratory, internal: the verification service asks for a result.
    public static let appResult = Endpoint(.post, "/api/v1/app/result", accepts: [.json], produces: [.json])
    /// Laboratory, internal: the verification service asks which tests have a result, before it forgets them.
    public static let knownTests = Endpoint(.post, "/api/v1/app/known", accepts: [.json], produces: [.json])

    /// The requests that a phone sends to the verification service.
    static let ofPhones = [registrationToken, testResult, tan]

    private static func forPhones(_ path: String) -> Endpoint {
        Endpoint(
            .post,
            path,
            accepts: [.json],
            produces: [.json],
            hasDummies: true,
            headers: HeaderNames(dummyFlag: CoronaWarnHeader.fake)
        )
    }
}

extension CoronaWarnHeader {
    /// The number of characters that a phone puts into ``padding`` of a request, so that requests to paths of different
    /// lengths have one size: 0 for a registration, 7 for a result, 14 for a TAN.
    ///
    /// An upload needs none: a fake one carries a random TAN where a genuine one has its own.
    public static func paddingLength(for endpoint: Endpoint) -> Int {
        guard CoronaWarnEndpoint.ofPhones.contains(endpoint) else {
            return 0
        }
        let longest = CoronaWarnEndpoint.ofPhones.map(\.path.utf8.count).max() ?? 0
        return longest - endpoint.path.utf8.count
    }
}

extension TestKind {
    /// Laboratory, partner or internal: takes results of this kind.
    public var resultsEndpoint: Endpoint {
        Endpoint(.post, "/api/v1/\(pathName)/results", accepts: [.json])
    }

    /// Laboratory, internal: the result of one test of this kind by the laboratory's own identifier. PCR tests are
    /// asked for by ``CoronaWarnEndpoint/appResult``.
    public var resultEndpoint: Endpoint? {
        self == .pcr ? nil : Endpoint(.post, "/api/v1/\(pathName)/result", accepts: [.json], produces: [.json])
    }

    private var pathName: String {
        switch self {
        case .pcr: "lab"
        case .rapid: "quicktest"
        case .pointOfCare: "pocnat"
        }
    }
}

extension MediaType {
    public static let protobuf = MediaType("application/x-protobuf")
}

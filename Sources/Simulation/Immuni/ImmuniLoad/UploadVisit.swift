import ExposurePrimitives
import GAENCore
import ImmuniAPI
import ImmuniClient
import LoadGeneration
import PhonePorts
import WireFormat

/// A person shares their keys: a health worker authorises the code, and the phone checks it and uploads.
actor UploadVisit: LoadSession {
    private let requests: UploadRequests
    private let clock: any WallClock
    private var generator: SeededGenerator
    private let otp: OneTimePassword

    init(_ requests: UploadRequests, clock: any WallClock, generator: SeededGenerator) {
        var generator = generator
        otp = .generate(using: &generator)
        (self.requests, self.clock, self.generator) = (requests, clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        let now = clock.now()
        switch step {
        case 0: return authorisation(on: now.utcDay)
        case 1: return try requests.validation(of: otp.uploadToken, .genuine, using: &generator)
        default:
            return try requests.upload(
                try content(at: now),
                with: otp.uploadToken,
                .genuine,
                at: now,
                using: &generator
            )
        }
    }

    /// What the health worker's program sends. Symptoms began so long before that no time zone makes it tomorrow.
    private func authorisation(on today: CalendarDay) -> PhoneRequest {
        let day = today.advanced(byDays: -3)
        let body = OTPAuthorisation(otp: otp, symptomsStartedOn: day).exposedBody
        return PhoneRequest(
            host: .otp,
            method: .post,
            target: ImmuniEndpoint.authoriseOTP.path,
            headers: [.init("Content-Type", MediaType.json.text), .init("Content-Length", "\(body.count)")],
            body: body,
            answerLimit: PhoneRequest.replyLimit
        )
    }

    /// A key for each of the last thirteen whole days.
    private func content(at now: UnixTime) throws -> UploadRequest {
        let days = (1...13).map { now.utcDay.advanced(byDays: -$0).startInUTC }
        return UploadRequest(
            province: .abroad,
            keys: try days.map { try .generate(forDayOf: IntervalNumber(clamping: $0), using: &generator) },
            epidemiologicalInfo: EpidemiologicalInfo(summaries: [])
        )
    }

    static func steps(_ settings: AppSettings) -> [LoadStep] {
        [
            LoadStep(LoadKind("immuni authorisation", ImmuniEndpoint.authoriseOTP, expected: [204]), after: 0),
            LoadStep(.upload("immuni check-otp", ImmuniEndpoint.checkOTP, settings), after: 3),
            LoadStep(.upload("immuni upload", ImmuniEndpoint.upload, settings), after: 6),
        ]
    }
}

/// A phone that imitates such a person.
actor DummyVisit: LoadSession {
    private let kind: DummyKind
    private let requests: UploadRequests
    private let clock: any WallClock
    private var generator: SeededGenerator

    init(_ kind: DummyKind, _ requests: UploadRequests, clock: any WallClock, generator: SeededGenerator) {
        (self.kind, self.requests, self.clock, self.generator) = (kind, requests, clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        try requests.dummy(kind, at: clock.now(), using: &generator)
    }

    static func check(_ settings: AppSettings) -> LoadKind {
        .upload("immuni check-otp, dummy", ImmuniEndpoint.checkOTP, settings)
    }

    static func upload(_ settings: AppSettings) -> LoadKind {
        .upload("immuni upload, dummy", ImmuniEndpoint.upload, settings)
    }
}

extension LoadKind {
    /// A request to the upload host. All of them have one size, and so have the answers.
    fileprivate static func upload(_ name: String, _ endpoint: Endpoint, _ settings: AppSettings) -> LoadKind {
        LoadKind(name, endpoint, expected: [204], .released(sent: settings.teksPacketSize))
    }
}

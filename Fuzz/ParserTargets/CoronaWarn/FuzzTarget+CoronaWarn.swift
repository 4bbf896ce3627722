import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives
import Foundation
import GAENCore
import WireFormat

extension FuzzTarget {
    /// What Corona-Warn's servers and phones parse.
    static let coronaWarn = [
        submission, coronaWarnBodies, federation, tree, phoneConfiguration, laboratory, carriedResults, scan,
    ]

    /// The body of an upload. A server takes 100 000 bytes; filler has most of them.
    static let submission = FuzzTarget(
        "submission",
        maxSize: 8192,
        words: ["DE", "IT", "\u{0A}\u{20}\u{0A}\u{10}", "\u{12}\u{03}"],
        seeds: { [try sampleSubmission(), Array(try sampleSubmission().prefix(200))] },
        check: { bytes in
            let rules = try submissionRules()
            guard let payload = try? SubmissionPayload(parsing: bytes, rules: rules) else {
                return false
            }
            guard let written = payload.exposedBody(size: 16_000) else {
                throw BrokenProperty(description: "an upload that was read cannot be written")
            }
            try require(written.count == 16_000, "an upload has another size than asked for")
            try require(SubmissionPayload(parsing: written, rules: rules) == payload, "an upload reads back otherwise")
            let keys = rules.acceptedKeys(of: payload, now: FuzzMoment.now, trusted: FuzzMoment.now)
            try require(keys.count <= payload.keys.count, "an upload has more keys than it has")
            for key in keys {
                try require(key.key.rollingStart.start <= FuzzMoment.now, "a key of the future is accepted")
                try require(
                    SubmittedKey.transmissionRiskLevels.contains(key.transmissionRiskLevel),
                    "a key has a level that does not exist"
                )
            }
            return true
        }
    )

    /// All JSON bodies of phones, laboratories, operators and services; the first byte chooses.
    static let coronaWarnBodies = FuzzTarget(
        "corona-warn",
        maxSize: 8192,
        words: [
            "\"key\":", "\"keyType\":", "\"keyDob\":", "\"GUID\"", "\"TELETAN\"", "\"requestPadding\":", "\"n1:",
            "\"registrationToken\":", "\"tan\":", "\"testResult\":", "\"testResults\":", "\"sc\":", "\"labId\":",
            "\"id\":", "\"result\":", "\"reservation\":", "\"value\":", "\"testId\":", "\"fingerprint\":",
        ],
        seeds: {
            let hash = String(repeating: "0f", count: 32)
            let nonce = "n1:" + String(repeating: "A", count: 43)
            let token = "1ea6ce8a-9740-41ea-bb37-0242ac130002"
            let seeds: [(UInt8, String)] = [
                (
                    0,
                    #"{"key":"\#(hash)","keyType":"GUID","keyDob":"x\#(hash.dropFirst())","requestPadding":"\#(nonce)"}"#
                ),
                (0, #"{"key":"FE9A5MAK6C","keyType":"TELETAN"}"#),
                (1, #"{"registrationToken":"\#(token)","requestPadding":"\#(nonce)"}"#), (2, #"{"tan":"\#(token)"}"#),
                (3, #"{"testResult":2,"sc":1600000000,"labId":"l","testId":"\#(hash)"}"#), (4, #"{"id":"\#(hash)"}"#),
                (5, #"{"value":"FE9A5MAK6C"}"#), (6, #"{"reservation":"\#(hash.prefix(32))"}"#),
                (7, #"{"registrationToken":"\#(token)","responsePadding":"0"}"#),
                (8, #"{"testResults":[{"id":"\#(hash)","result":1,"sc":1600000000}],"labId":"l"}"#),
                (9, #"{"tan":"\#(token)","fingerprint":"\#(hash)"}"#),
                (10, #"{"testResults":[{"id":"\#(hash)","result":6}]}"#),
            ]
            return seeds.map { [$0] + Array($1.utf8) }
        },
        check: { bytes in
            guard let (choice, body) = bytes.choice(among: bodyParsers.count),
                let read = try? bodyParsers[choice](body)
            else {
                return false
            }
            try require(bodyParsers[choice](read) == read, "body \(choice) reads back otherwise")
            return true
        }
    )

    /// The tree of packages: paths, indexes, statements, and single texts of requests; the first byte chooses.
    static let tree = FuzzTarget(
        "tree",
        maxSize: 4096,
        words: ["/version/v1/diagnosis-keys/country/", "/date/2026-09-21", "/hour/", "/batch/", "\"emptyHours\":"],
        seeds: {
            let path = "/version/v1/diagnosis-keys/country/DE/date/2026-09-21/hour/5/batch/2"
            let statement = TreeStatement(
                path: .countries,
                created: FuzzMoment.now,
                sequence: 1,
                digest: [UInt8](repeating: 1, count: 32),
                emptyHours: []
            ).file(keyID: "k", signature: [UInt8](repeating: 2, count: 64))
            return [
                [0] + Array(path.utf8), [1] + Array("[0,1,13]".utf8), [1] + Array(#"["2026-09-21"]"#.utf8),
                [1] + Array(#"["DE","EUR"]"#.utf8), [2] + statement, [3] + Array("FE9A5MAK6C".utf8),
                [3] + Array("https://localhost/?E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B".utf8),
                [3] + Array("-1".utf8),
            ]
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 4) else {
                return false
            }
            switch choice {
            case 0:
                let path = TreePath(path: rest.text)
                try require(path.map { $0.path == rest.text } ?? true, "a path reads back otherwise")
                return path != nil
            case 1: return try checkIndex(rest)
            case 2:
                guard let signed = try? SignedTreeStatement(parsing: rest) else {
                    return false
                }
                let written = signed.statement.file(keyID: signed.keyID, signature: signed.signature)
                try require(SignedTreeStatement(parsing: written) == signed, "a statement reads back otherwise")
                return true
            default: return try checkTexts(rest.text)
            }
        }
    )

    /// The configuration as a message for phones and as JSON for people; the first byte chooses.
    ///
    /// Half of the inputs are only read: the check of the values takes a thousand times as long.
    static let phoneConfiguration = FuzzTarget(
        "phone-configuration",
        maxSize: 8192,
        words: ["\"scores\":", "\"windows\":", "LOW", "HIGH", "teletan"],
        seeds: {
            let configuration = PhoneConfiguration.published(country: "DE")
            let message = try ValidConfiguration(configuration).secondGenerationMessage(for: .android)
            let json = Array(try JSONEncoder().encode(configuration))
            return [[0] + message, [1] + json, [2] + message, [3] + json]
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 4),
                let read = choice.isMultiple(of: 2)
                    ? try? PhoneConfiguration(parsing: rest)
                    : try? JSONDecoder().decode(PhoneConfiguration.self, from: Data(rest))
            else {
                return false
            }
            guard choice >= 2 else {
                return true
            }
            guard let valid = try? ValidConfiguration(read) else {
                return false
            }
            _ = try valid.firstGenerationMessage()
            for platform in ValidConfiguration.Platform.allCases {
                let again = try PhoneConfiguration(parsing: valid.secondGenerationMessage(for: platform))
                try require(
                    throwsError { try ValidConfiguration(again) } == false,
                    "a valid configuration reads back as one that is not"
                )
            }
            return true
        }
    )
}

extension FuzzTarget {
    /// Each reads a body and writes what it read.
    private static let bodyParsers: [@Sendable ([UInt8]) throws -> [UInt8]] = [
        { try RegistrationTokenRequest(parsing: $0).exposedBody() },
        { try TokenRequest(parsing: $0).exposedBody() },
        { try TANRequest(parsing: $0).exposedBody },
        { try TestResultAnswer(parsing: $0).exposedBody },
        { try ResultQuestion(parsingApp: $0).exposedBody },
        { try TeleTANAnswer(parsing: $0).exposedBody },
        { try TANReservation(parsing: $0).exposedBody },
        { try RegistrationTokenAnswer(parsing: $0).exposedBody },
        { try rewritten(ResultBatch(parsing: $0, kind: .pcr)) },
        { try TANReservationRequest(parsing: $0).exposedBody },
        // Identifiers of rapid tests are hashed, so a batch of them reads back as another.
        {
            _ = try ResultBatch(parsing: $0, kind: .rapid); return $0
        },
    ]

    /// A batch of PCR tests as a laboratory writes it.
    private static func rewritten(_ batch: ResultBatch) -> [UInt8] {
        let lines = batch.results.map { result -> JSONValue in
            let members: [(String, JSONValue?)] = [
                ("id", .string(result.identifier.exposedText)),
                ("result", .integer(TestResultCode(kind: batch.kind, outcome: result.outcome).code)),
                ("sc", result.sampleCollection.map { .integer($0) }),
            ]
            return .object(members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
        }
        let name = batch.laboratoryID.map { [JSONValue.Member(name: "labId", value: .string($0.text))] } ?? []
        return JSONValue.object([.init(name: "testResults", value: .array(lines))] + name).encoded
    }

    private static func checkIndex(_ body: [UInt8]) throws -> Bool {
        let hours = try? TreeIndex.hours(parsing: body)
        let dates = try? TreeIndex.dates(parsing: body)
        let countries = try? TreeIndex.countries(parsing: body)
        if let hours {
            try require(TreeIndex.hours(parsing: TreeIndex.body(hours: hours)) == hours, "hours read back otherwise")
        }
        if let dates {
            try require(TreeIndex.dates(parsing: TreeIndex.body(dates: dates)) == dates, "dates read back otherwise")
        }
        if let countries {
            let again = try TreeIndex.countries(parsing: TreeIndex.body(countries: countries))
            try require(again == countries, "countries read back otherwise")
        }
        return hours != nil || dates != nil || countries != nil
    }

    /// What people type and scan, and the values of headers.
    private static func checkTexts(_ text: String) throws -> Bool {
        let teleTAN = try? TeleTAN(text)
        try require(teleTAN.map { $0.exposedText == text } ?? true, "a teleTAN reads back otherwise")
        let code = TestCode(scanned: text)
        try require(code.map { TestCode(scanned: $0.exposedAddress) == $0 } ?? true, "a code reads back otherwise")
        let tan = TAN(text)
        try require(tan.map { $0.exposedText == text } ?? true, "a TAN reads back otherwise")
        let nonce = PhoneNonce(padding: text)
        try require(nonce.map { text.hasPrefix($0.exposedPadding) } ?? true, "a nonce reads back otherwise")
        let flag = try? FakeFlag(header: text)
        return teleTAN != nil || code != nil || tan != nil || nonce != nil || flag != nil
            || TestIdentifier(codeOrBirthDate: text) != nil || TeleTANKind(header: text) != nil
    }

    private static func submissionRules() throws -> UploadRules {
        guard let germany = RegionCode("DE"), let italy = RegionCode("IT") else {
            throw BrokenProperty(description: "DE and IT are no countries")
        }
        return UploadRules(maxKeyCount: 100, country: germany, supportedCountries: [germany, italy])
    }

    private static func sampleSubmission() throws -> [UInt8] {
        var generator = SeededGenerator(seed: 3)
        let start = IntervalNumber(clamping: FuzzMoment.now).startOfDay.rawValue
        let keys = try (0..<4).compactMap { day in
            try SubmittedKey(
                key: TemporaryExposureKey(
                    keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                    rollingStart: IntervalNumber(start - day * 144),
                    rollingPeriod: 144
                ),
                transmissionRiskLevel: day == 0 ? nil : Int(day),
                onsetCode: OnsetCode(4000 - Int(day))
            )
        }
        let payload = try SubmissionPayload(
            keys: keys,
            visitedCountries: Array(submissionRules().supportedCountries),
            origin: submissionRules().country,
            consentsToFederation: true
        )
        guard let body = payload.exposedBody(size: SubmissionPayload.phoneSize) else {
            throw BrokenProperty(description: "the sample does not fit")
        }
        return body
    }
}

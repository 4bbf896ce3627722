import AssociationAPI
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

extension FuzzTarget {
    /// Bodies of requests and answers between phones, operators and the authority, and Herald's layouts inside records;
    /// the first byte chooses.
    static let associationBodies = FuzzTarget(
        "association-bodies",
        maxSize: 4097,
        words: ["firstDay", "lastDay", "code", "2026-09-21"],
        seeds: {
            try BodyReader.allCases.enumerated().flatMap { place, reader in
                try SampleBodies.of(reader).map { [UInt8(place)] + $0 }
            }
        },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: BodyReader.allCases.count),
                let written = BodyReader.allCases[choice].rewrite(rest)
            else {
                return false
            }
            try require(
                BodyReader.allCases[choice].rewrite(written) == written && written.count <= max(rest.count, 64),
                "a body reads back otherwise"
            )
            try require(!BodyReader.allCases[choice].isExact || written == rest, "a body has two forms")
            return true
        }
    )
}

/// A parser of a body.
enum BodyReader: CaseIterable {
    case registration
    case registrationAnswer
    case rightRequest
    case rightAnswer
    case codeRequest
    case codeAnswer
    case header
    case details

    /// Whether every content has one form in bytes.
    var isExact: Bool {
        switch self {
        case .rightAnswer, .codeRequest, .codeAnswer: false
        case .registration, .registrationAnswer, .rightRequest, .header, .details: true
        }
    }

    /// What was read, written again; nil if the parser refuses it.
    func rewrite(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .registration: try? RegistrationRequest(parsing: bytes).bytes
        case .registrationAnswer: try? RegistrationAnswer(parsing: bytes).exposedBytes
        case .rightRequest: try? RightRequest(parsing: bytes).exposedBytes
        case .rightAnswer: try? RightAnswer(parsing: bytes).exposedBytes
        case .codeRequest: CodeRequest(parsing: bytes)?.body
        case .codeAnswer: CodeAnswer(parsing: bytes)?.exposedBody
        case .header: try? HeraldHeader(parsing: bytes).bytes
        case .details: try? RiskExposureDetails(parsing: bytes).bytes
        }
    }
}

/// Bodies by our own writers.
private enum SampleBodies {
    static func of(_ reader: BodyReader) throws -> [[UInt8]] {
        var generator = SeededGenerator(seed: 24)
        let place = Jurisdiction(country: 380, state: 9)
        switch reader {
        case .registration:
            guard let district = PostalDistrict("RM1") else {
                return []
            }
            let key = PrivateAgreementKey.generate(using: &generator).publicKey
            return try [0, 100].map { size in
                let proof = [UInt8](repeating: 5, count: size)
                return try RegistrationRequest(phoneKey: key, jurisdiction: place, district: district, proof: proof)
                    .bytes
            }
        case .registrationAnswer:
            let account = RegistrationID.random(using: &generator)
            return [RegistrationAnswer(registration: account, firstDay: FuzzMoment.today).exposedBytes]
        case .rightRequest:
            let code = ReportCode.generate(using: &generator)
            let batch = UploadBatch(
                registration: .random(using: &generator),
                right: .random(using: &generator),
                records: []
            )
            let digests = [Bytes32](repeating: batch.digest, count: AssociationLimits.batchCount)
            return [try RightRequest(code: code, manifest: ReportManifest(batches: digests)).exposedBytes]
        case .rightAnswer:
            let received = (0..<AssociationLimits.batchCount).map { $0.isMultiple(of: 2) }
            let right = RightID.random(using: &generator)
            return [RightAnswer.refused.exposedBytes, RightAnswer(right: right, received: received).exposedBytes]
        case .codeRequest:
            let window = FuzzMoment.today.advanced(byDays: -10)...FuzzMoment.today
            return [nil, "anna.rossi"].map { CodeRequest(window: window, operator: $0).body }
        case .codeAnswer: return [CodeAnswer(code: .generate(using: &generator)).exposedBody]
        case .header: return [HeraldHeader(code: 0x0E, jurisdiction: place).bytes]
        case .details:
            let entries = try [TaggedValue(code: 0x40, value: [0xC4]), TaggedValue(code: 0x80, value: [])]
            return [RiskExposureDetails(entries).bytes]
        }
    }
}

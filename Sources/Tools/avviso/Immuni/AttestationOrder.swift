import ArgumentParser
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import ImmuniAPI
import WireFormat

/// The order for an attestation, from the options of `avviso emulate attestation issue`.
struct AttestationOrder {
    /// The digest that the attestation is bound to.
    let binding: [UInt8]
    /// The Operational Info and salt, if a whole request is to be printed.
    private let request: (info: OperationalInfoRequest, salt: Bytes16)?

    init(_ options: EmulateCommand.Attestation.Issue, today: CalendarDay) throws {
        switch (options.binding, options.analyticsToken, options.province) {
        case (let text?, nil, nil):
            binding = try Self.digest(text)
            request = nil
        case (nil, let text?, nil):
            guard let token = AnalyticsToken(text) else {
                throw ValidationError("--analytics-token must be 128 hexadecimal digits in lower case.")
            }
            binding = token.digest
            request = nil
        case (nil, nil, let code?):
            let info = try Self.info(options, province: code, today: today)
            let salt = try Self.salt(options)
            binding = info.binding(salt: Base64.encode(salt.bytes))
            request = options.request ? (info, salt) : nil
        default:
            throw ValidationError("Give one of --binding, --analytics-token and --province.")
        }
        guard !options.request || request != nil && options.kind != .appAttest else {
            throw ValidationError("--request prints what an Android phone sends, and needs --province.")
        }
    }

    /// The text to print.
    func text(for evidence: AttestationEvidence) throws -> String {
        guard let request, let kind = SignedAttestation.Kind(rawValue: evidence.kind.rawValue) else {
            return evidence.exposedText
        }
        guard let attestation = SignedAttestation(kind: kind, text: SecretBytes(evidence.exposedText.utf8)) else {
            throw Failure("the attestation is longer than a request allows")
        }
        let body = AttestedOperationalInfoRequest(info: request.info, salt: request.salt, attestation: attestation)
        return String(decoding: body.exposedBody, as: UTF8.self)
    }

    private static func digest(_ text: String) throws -> [UInt8] {
        guard let digest = Hex.decode(text) ?? Base64.decode(text), digest.count == 32 else {
            throw ValidationError("--binding must be 32 bytes in hexadecimal or base64.")
        }
        return digest
    }

    private static func salt(_ options: EmulateCommand.Attestation.Issue) throws -> Bytes16 {
        guard let text = options.salt else {
            guard options.request else {
                throw ValidationError("Give the --salt of the request, or --request to have one made.")
            }
            var generator = SystemRandomNumberGenerator()
            return Bytes16.random(using: &generator)
        }
        guard let salt = Base64.decode(text).flatMap({ Bytes16($0) }) else {
            throw ValidationError("--salt must be 16 bytes in base64.")
        }
        return salt
    }

    private static func info(
        _ options: EmulateCommand.Attestation.Issue,
        province code: String,
        today: CalendarDay
    ) throws -> OperationalInfoRequest {
        let text = options.flags ?? "1110"
        let flags = text.compactMap { ["0": false, "1": true][$0] }
        guard flags.count == 4, text.count == 4 else {
            throw ValidationError("--flags must be four digits, each 0 or 1.")
        }
        guard let province = Province(code: code) else {
            throw ValidationError("--province must be two upper-case letters.")
        }
        guard let day = options.exposureOn.map({ CalendarDay(iso: $0) }) ?? today else {
            throw ValidationError("--exposure-on must be a day such as 2026-11-21.")
        }
        return OperationalInfoRequest(
            province: province,
            exposurePermission: flags[0],
            bluetoothActive: flags[1],
            notificationPermission: flags[2],
            exposureNotification: flags[3],
            lastRiskyExposureOn: day
        )
    }
}

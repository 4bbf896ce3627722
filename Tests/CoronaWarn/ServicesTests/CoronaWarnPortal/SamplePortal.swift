import CoronaWarnLaboratory
import CoronaWarnPortal
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import Foundation
import KeyServerRules
import OperatorStores
import PortalTesting
import SQLCoronaWarnStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing

/// The operators' pages with Corona-Warn's sections, on the services' own rules and stores.
struct SamplePortal {
    let verification: any VerificationStore
    let results: any TestResultStore
    let keys: any AccessKeyStore
    let metrics = MetricsRegistry()
    let hotline: HotlineSection
    let laboratory: LaboratorySection
    let bench: PortalBench

    /// Has an account for each role, and both for several roles.
    ///
    /// - Parameter teleTANs: another issuer for the hotline.
    init(settings: [String: String] = [:], teleTANs: (any TeleTANIssuing)? = nil) async throws {
        let (clock, log) = (ManualClock(PortalBench.noon), LogCapture())
        verification = SQLVerification(try await TemporaryDatabase(.coronaWarn))
        let database = try await TemporaryDatabase(.laboratory)
        (results, keys) = (SQLTestResults(database), SQLAccessKeys(database))
        let calendar = try AuthorityCalendar(timeZone: "Europe/Berlin")
        let reader = try await SettingsReader(settings, of: VerificationConfiguration.catalogue)
        let issuer = TeleTANIssuer(
            store: verification,
            secrets: VerificationSecrets(try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))),
            configuration: try VerificationConfiguration(reader),
            clock: clock,
            metrics: metrics
        )
        hotline = HotlineSection(teleTANs: teleTANs ?? issuer, clock: clock, calendar: calendar, logger: log.logger)
        laboratory = LaboratorySection(
            laboratories: LaboratoryAccounts(results: results, keys: keys, clock: clock, metrics: metrics),
            clock: clock,
            calendar: calendar,
            logger: log.logger
        )
        bench = try await PortalBench(
            [hotline, laboratory],
            operators: [
                "anna": [.hotline], "bruno": [.healthWorker], "carla": [.hotlineEvent], "dora": [.hotlineEvent],
                "elena": [.hotline, .hotlineEvent, .laboratory], "luca": [.laboratory], "mara": [.laboratory],
                "nina": [.laboratory],
            ],
            institutions: ["carla": "h-1", "dora": "h-2", "elena": "h-1", "luca": "lab-one", "mara": "lab-two"],
            clock: clock,
            log: log
        )
    }

    var clock: ManualClock { bench.clock }
    var log: LogCapture { bench.log }

    func signedIn(_ name: String = "anna") async throws -> PortalBrowser { try await bench.signedIn(name) }

    /// The events after the sign-in.
    var events: [String] {
        get async throws {
            let shell = Set(OperatorAuditEntry.Event.ofAccounts)
            return try await bench.events.filter { !shell.contains($0) }.map(\.rawValue)
        }
    }

    /// Whether a phone gets a token for a teleTAN.
    func redeems(_ text: String, by number: UInt8) async throws -> Bool {
        let key = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        let mark = key.mac(of: SecretBytes(text.utf8), for: .init(system: "corona-warn", use: "teleTAN"))
        let (teleTAN, token) = (TeleTANMark(mac: mark), CoronaWarnSamples.token(number))
        let registration = Registration(key: .teleTAN(teleTAN), token: token, mayComeAgain: false)
        return try await verification.register(registration, wrongTeleTANs: 1000, now: clock.now()) == .registered
    }

    /// The teleTANs that an operator may still give.
    func allowance(of name: String) async throws -> TeleTANAllowance {
        try await verification.allowance(of: name, limits: CoronaWarnSample.limits, now: clock.now())
    }
}

extension PortalBrowser {
    /// Sends the form for a teleTAN that the page shows.
    ///
    /// - Parameters:
    ///   - turn: that of the form; nil for that of a form drawn now.
    ///   - leftOut: a check that is not ticked.
    func ask(_ kind: String = "TEST", turn: String? = nil, without leftOut: String = "") async throws -> Shown {
        let form = try await get("/portal/hotline", query: [("reason", kind)])
        var fields = ["reason": kind, "turn": turn ?? form.value(of: "turn") ?? ""]
        for check in ["check-result", "check-need", "check-app"] where check != leftOut {
            fields[check] = "yes"
        }
        return try await post("/portal/hotline", fields)
    }

    func post(_ path: String, _ fields: [String: String]) async throws -> Shown {
        try await post(path, type: "application/x-www-form-urlencoded", Array(Self.encoded(fields, token).utf8))
    }

    private static func encoded(_ fields: [String: String], _ token: String) -> String {
        let all = fields.merging(["form": token]) { $1 }
        return all.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
            .joined(separator: "&")
    }

    /// Sends a form with a file, as browsers do.
    func upload(_ path: String, _ file: [UInt8], kind: String = "pcr", name: String = "results.csv") async throws
        -> Shown
    {
        let mark = "----WebKitFormBoundary7MA4YWxkTrZu0gW"
        var body = ""
        for (field, value) in [("form", token), ("kind", kind)] {
            body += "--\(mark)\r\nContent-Disposition: form-data; name=\"\(field)\"\r\n\r\n\(value)\r\n"
        }
        body += "--\(mark)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
        body += "Content-Type: text/csv\r\n\r\n"
        let bytes = Array(body.utf8) + file + Array("\r\n--\(mark)--\r\n".utf8)
        return try await post(path, type: "multipart/form-data; boundary=\(mark)", bytes)
    }
}

extension Shown {
    /// The value of the first hidden field of this name.
    func value(of field: String) -> String? {
        let mark = "name=\"\(field)\" value=\""
        return text.range(of: mark).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }

    /// What is shown once: a teleTAN or a key, without blanks.
    var once: String? {
        guard let start = text.range(of: "id=\"once\"") else {
            return nil
        }
        let rest = text[start.upperBound...].drop { $0 != ">" }.dropFirst()
        return String(rest.prefix { $0 != "<" }.filter { $0 != " " })
    }
}

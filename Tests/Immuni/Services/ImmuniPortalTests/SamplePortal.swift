import ExposurePrimitives
import ExposureTesting
import Foundation
import HTTPTypes
import ImmuniAPI
import OperatorPorts
import OperatorStores
import ServiceKit
import ServiceTesting
import StoreConformance
import Synchronization
import Testing
import WireFormat

@testable import ImmuniPortal

/// The operators' pages with accounts in memory, a clock that stands still and an OTP Service that a test controls.
struct SamplePortal {
    /// Noon UTC of a summer day.
    static let noon = UnixTime(1_594_209_600)
    static let password = "correct horse battery"

    let clock = ManualClock(noon)
    let store = InMemoryOperators()
    let authority = DirectedAuthority()
    let log = LogCapture()
    let accounts: OperatorAccounts
    let portal: OperatorPortal

    /// Has the accounts of anna and bruno.
    init(settings: [String: String] = [:]) async throws {
        let weak = PasswordHasher.Strength(cost: 2, blockSize: 1, parallelism: 1)
        accounts = OperatorAccounts(store: store, clock: clock, strength: weak)
        let reader = try await SettingsReader(
            commandLine: settings,
            environment: [:],
            catalogue: PortalConfiguration.catalogue + HostSettings.catalogue
        )
        portal = OperatorPortal(
            accounts: accounts,
            authority: authority,
            configuration: try PortalConfiguration(reader),
            clock: clock,
            trusted: clock,
            calendar: try AuthorityCalendar(timeZone: "Europe/Rome"),
            logger: log.logger
        )
        for name in ["anna", "bruno"] {
            let name = try #require(OperatorName(name))
            try await accounts.create(name, password: SecretBytes(Self.password.utf8), isOwn: true)
        }
    }

    func browser() -> Browser { Browser(portal: portal) }

    /// A browser in which `name` signed in.
    func signedIn(_ name: String = "anna") async throws -> Browser {
        let browser = browser()
        try await browser.signIn(name)
        return browser
    }

    var events: [OperatorAuditEntry.Event] {
        get async throws { try await store.audit(since: UnixTime(0)).map(\.event) }
    }
}

/// Gives the answers of a test, and counts the requests.
final class DirectedAuthority: OTPAuthorising {
    struct Failure: Error {}

    private let state = Mutex<(outcome: OTPAuthorisationOutcome?, asked: [CalendarDay])>((nil, []))
    private let meanwhile = Mutex<@Sendable () async throws -> Void>({})

    /// Runs `body` before the next answers.
    func beforeAnswering(_ body: @escaping @Sendable () async throws -> Void) {
        meanwhile.withLock { $0 = body }
    }

    func answer(_ outcome: OTPAuthorisationOutcome?) {
        state.withLock { $0.outcome = outcome }
    }

    /// The days of onset of the codes that it was asked to authorise.
    var asked: [CalendarDay] { state.withLock { $0.asked } }

    func authorise(_ authorisation: OTPAuthorisation) async throws -> OTPAuthorisationOutcome {
        try await meanwhile.withLock(\.self)()
        return try state.withLock { state in
            state.asked.append(authorisation.symptomsStartedOn)
            guard let outcome = state.outcome else {
                throw Failure()
            }
            return outcome
        }
    }
}

/// A browser that keeps cookies and posts the forms that it was shown.
final class Browser: Sendable {
    private let portal: OperatorPortal
    private let jar = Mutex<[String: String]>([:])
    private let formToken = Mutex("")

    init(portal: OperatorPortal) {
        self.portal = portal
    }

    var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// The hidden field of the form seen last.
    var token: String { formToken.withLock { $0 } }

    func get(
        _ path: String,
        query: [(name: String, value: String)] = [],
        language: String? = nil,
        host: String? = nil
    ) async throws -> Shown {
        var headers: HTTPFields = [:]
        headers[HTTPField.Name(known: "Host")] = host
        headers[.acceptLanguage] = language
        return try await send(.get, path, query: query, headers: headers, body: "")
    }

    /// - Parameter form: the hidden field; nil for that of the last form.
    func post(
        _ path: String,
        _ fields: KeyValuePairs<String, String>,
        form: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Shown {
        let pairs = fields.map { ($0.key, $0.value) } + [("form", form ?? token)]
        let body = pairs.map { "\($0)=\(PercentCoding.encode($1))" }.joined(separator: "&")
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, query: [], headers: headers, body: body)
    }

    func signIn(_ name: String, password: String = SamplePortal.password) async throws {
        _ = try await get("/portal/sign-in")
        let answer = try await post("/portal/sign-in", ["name": name, "password": password])
        #expect(answer.status == 303)
        #expect(answer.location == "/portal")
        _ = try await get("/portal")
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(name: String, value: String)],
        headers: HTTPFields,
        body: String
    ) async throws -> Shown {
        var headers = headers
        headers[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        let route = try #require(
            portal.internalRoutes.first { $0.endpoint.path == path && $0.endpoint.method.rawValue == method.rawValue }
        )
        let request = ServiceRequest(method: method, path: path, query: query, headers: headers, body: Array(body.utf8))
        let shown = Shown(try await route.handler(request))
        for field in shown.response.headers[values: .setCookie] {
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isDeleted = field.contains("Max-Age=0")
            jar.withLock { $0[String(pair[0])] = isDeleted ? nil : String(pair[1]) }
        }
        if let token = shown.formToken {
            formToken.withLock { $0 = token }
        }
        return shown
    }
}

/// An answer as a browser has it.
struct Shown {
    let response: ServiceResponse

    init(_ response: ServiceResponse) {
        self.response = response
    }

    var status: Int { response.status }
    var location: String? { response.headers[.location] }

    var text: String {
        if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    var formToken: String? {
        let mark = #"name="form" value=""#
        return text.range(of: mark).map { String(text[$0.upperBound...].prefix { $0 != "\"" }) }
    }
}

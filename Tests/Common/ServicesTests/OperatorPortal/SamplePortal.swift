import ExposurePrimitives
import ExposureTesting
import OperatorPortal
import OperatorStores
import PortalTesting
import SQLiteTesting
import Testing

/// The operators' pages with a section at `/portal`, and the accounts of anna and bruno.
struct SamplePortal {
    let notes = ReceivedNotes()
    let bench: PortalBench

    init(settings: [String: String] = [:], fault: SQLFault? = nil) async throws {
        let clock = ManualClock(PortalBench.noon)
        bench = try await PortalBench(
            [NoteSection(notes: notes, clock: clock)],
            operators: ["anna": [.counter], "bruno": [.counter]],
            clock: clock,
            settings: settings,
            fault: fault
        )
    }

    var clock: ManualClock { bench.clock }
    var store: any OperatorStore { bench.store }
    var accounts: OperatorAccounts { bench.accounts }
    var portal: PortalService { bench.portal }

    func browser() -> PortalBrowser { bench.browser() }
    func signedIn(_ name: String = "anna") async throws -> PortalBrowser { try await bench.signedIn(name) }

    func reset(_ name: String, password: String) async throws {
        try await accounts.reset(#require(OperatorName(name)), password: SecretBytes(password.utf8))
    }

    var events: [OperatorAuditEntry.Event] { get async throws { try await bench.events } }
}

extension PortalBrowser {
    /// Asks for the form and sends it, and returns the answer.
    func tryToSignIn(_ name: String, _ password: String = PortalBench.password) async throws -> Shown {
        _ = try await get("/portal/sign-in")
        return try await post("/portal/sign-in", ["name": name, "password": password])
    }
}

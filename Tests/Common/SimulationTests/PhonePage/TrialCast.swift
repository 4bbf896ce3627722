import ExposurePrimitives
import ExposureTesting
import Foundation
import PageTesting
import PhonePageTesting
import Testing

@testable import PhonePage

/// Phones of a cast whose clock stands still unless a tester moves it.
struct TrialCast {
    let folder: URL
    let cast: PhoneCast
    private let clock: CastClock

    /// Anna's phone with both clients.
    static func withAnna(
        _ authority: (any CastAuthority)? = nil,
        _ clients: [any HostedClient] = [diary(), ledger()],
        _ body: (TrialCast, TrialPage) async throws -> Void
    ) async throws {
        try await with(authority) { cast in try await body(cast, cast.page(of: "Anna", clients)) }
    }

    static func with(_ authority: (any CastAuthority)? = nil, _ body: (TrialCast) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let clock = CastClock(folder: folder, base: ManualClock(UnixTime(1_795_255_200)))
            let cast = PhoneCast(folder: folder, clock: clock, authority: authority)
            try await body(TrialCast(folder: folder, cast: cast, clock: clock))
            await cast.stop()
        }
    }

    func page(of name: String, _ clients: [any HostedClient]) async throws -> TrialPage {
        try await TrialPage(name, clients, in: folder, clock: clock, cast: cast)
    }

    /// The content of a file of a phone; nil without one.
    func file(_ path: String, of name: String) -> String? {
        let content = try? Data(contentsOf: folder.appending(path: "phone-\(name)/\(path)"))
        return content.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Waits until it is so: a page answers as soon as anything on its phone has changed.
    func becomesTrue(_ condition: () async throws -> Bool) async throws -> Bool {
        for _ in 0..<1000 {
            if try await condition() {
                return true
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    func advance(bySeconds seconds: Int64) async {
        await cast.advance(bySeconds: seconds)
        await cast.passing?.value
    }

    static func diary() -> TrialClient { TrialClient("diary", name: "Diary", usesFramework: true) }
    static func ledger() -> TrialClient { TrialClient("ledger", name: "Ledger", usesFramework: false) }
}

extension TrialPage {
    /// The identifiers on the page, also those that occur twice.
    func identifiers() async throws -> [String] {
        try PageReader.read(Array(try await get().utf8)).flatMap(\.identifiers)
    }

    /// The text of the phone's screen, without the panel.
    func screen() async throws -> String {
        let page = try await get()
        return page.components(separatedBy: "<aside").first ?? page
    }
}

extension PageReader.Node {
    fileprivate var identifiers: [String] {
        guard case .element(_, let attributes, let children) = self else {
            return []
        }
        return [attributes["id"]].compactMap(\.self) + children.flatMap(\.identifiers)
    }
}

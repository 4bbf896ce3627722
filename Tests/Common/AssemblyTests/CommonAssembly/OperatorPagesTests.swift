import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import Localisation
import OperatorPortal
import OperatorStores
import PortalSections
import SQLEngine
import SQLStores
import ServiceKit
import ServiceTesting
import Testing
import WebPages
import WireFormat

@Suite("The operators' pages of a process")
struct OperatorPagesTests {
    @Test("have the sections of all systems, in their order")
    func sections() async throws {
        #expect(Server.services(of: [FirstSystem.self, SecondSystem.self]) == [.portal])
        #expect(Server.roles(of: [FirstSystem.self, SecondSystem.self]).map(\.rawValue) == ["clerk", "porter"])
        try await Server.with([FirstSystem.self, SecondSystem.self]) { server, _ in
            let host = try await server.host(for: [.portal], logger: LogCapture().logger)
            let paths = host.routes.map(\.endpoint.path)
            #expect(paths.contains("/portal/first") && paths.contains("/portal/second"))
            #expect(paths.filter { $0 == "/portal/sign-in" }.count == 2)
        }
    }

    @Test("take the accounts of every role")
    func accounts() async throws {
        try await Server.with([FirstSystem.self, SecondSystem.self]) { server, _ in
            let accounts = try server.realm.operatorAccounts()
            for role in Server.roles(of: [FirstSystem.self, SecondSystem.self]) {
                let name = try #require(OperatorName(role.rawValue))
                let password = SecretBytes("correct horse battery".utf8)
                try await accounts.create(name, roles: [role], password: password, isOwn: true)
            }
            #expect(try await accounts.list().map { $0.roles.map(\.rawValue) } == [["clerk"], ["porter"]])
        }
    }

    @Test("are refused where two sections have the same name")
    func sameName() async throws {
        try await Server.with([FirstSystem.self, FirstSystem.self]) { server, _ in
            await #expect(throws: SectionError.nameTaken("first")) {
                _ = try await server.host(for: [.portal], logger: LogCapture().logger)
            }
        }
    }

    @Test("are refused behind a proxy if nothing checks callers, whatever their system")
    func proxy() async throws {
        try await Server.with([SecondSystem.self], ["portal.url": "https://portal.example"]) { server, _ in
            await #expect(throws: AssemblyError.proxyUnchecked) {
                _ = try await server.host(for: [.portal], logger: LogCapture().logger)
            }
        }
    }
}

/// A system that has only a section.
private protocol SystemWithSection: BareSystem {
    static var section: BlankSection { get }
}

extension SystemWithSection {
    static var roles: [OperatorRole] { Array(section.roles) }
    static func databases(_ settings: SettingsReader) throws -> [SQLContent] { [.operators] }

    func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService {
        preconditionFailure("\(name) is no service of this system")
    }
    func portalSections(beside services: Set<ServiceName>, with means: ServiceMeans) throws -> [any PortalSection] {
        [Self.section]
    }
}

private struct FirstSystem: SystemWithSection {
    static let name = "first"
    static let section = BlankSection(name: "first", path: "/portal/first", roles: [OperatorRole(rawValue: "clerk")])
    let realm: Realm

    init(realm: Realm, settings: SettingsReader) { self.realm = realm }
}

private struct SecondSystem: SystemWithSection {
    static let name = "second"
    static let section = BlankSection(name: "second", path: "/portal/second", roles: [OperatorRole(rawValue: "porter")])
    let realm: Realm

    init(realm: Realm, settings: SettingsReader) { self.realm = realm }
}

private struct BlankSection: PortalSection {
    let name: String
    let path: StaticString
    let roles: Set<OperatorRole>
    var title: any LocalisedText { BlankText.title }
    var siteTitle: any LocalisedText { BlankText.title }

    var pages: [SectionPage] {
        [.shown(at: path) { _ in .page(SectionContent(BlankText.title) { [] }) }]
    }
}

private enum BlankText: LocalisedText {
    case title

    var localised: Localised { Localised(en: "Blank", it: "Vuoto", de: "Leer", fr: "Vide", es: "Vacío") }
}

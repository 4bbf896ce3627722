package import Foundation
package import Logging
import ServiceKit
package import WireFormat

extension Server {
    /// The routes of all services, and the facts of each system's contract, as JSON.
    ///
    /// The member `systems` has the routes of each system's services. The member `host` has the routes that belong to
    /// no system.
    ///
    /// - Parameter services: all of them.
    package func interface(of services: [ServiceName], logger: Logger) async throws -> JSONValue {
        let routes = try await host(for: services, logger: logger).routes
        let owned = Set(systems.flatMap { type(of: $0).services.map(\.rawValue) })
        let described = systems.map { system in
            let own = Set(type(of: system).services.map(\.rawValue))
            let members =
                Self.members(of: routes.filter { own.contains($0.service) }) + type(of: system).contract.members
            return JSONValue.Member(name: type(of: system).name, value: .object(members))
        }
        let shared = Self.members(of: routes.filter { !owned.contains($0.service) })
        return ["systems": .object(described), "host": .object(shared)]
    }

    /// The settings with which all services of `systems` start in an empty data folder, to be looked at.
    ///
    /// - Parameter folder: for the files that the settings name.
    package static func trialSettings(
        of systems: [any SystemAssembly.Type],
        in folder: URL
    ) throws -> [String: String] {
        try systems.reduce(["unsigned": "true"]) { try $0.merging($1.trialSettings(in: folder)) { $1 } }
    }

    /// Routes by listener. Pages stand apart: programs do not rely on them.
    private static func members(of routes: [OfferedRoute]) -> [JSONValue.Member] {
        let contract = routes.filter { $0.caller != .session }
        let pages = routes.filter { $0.caller == .session }
        return ["public", "internal", "partner"].map { listener in
            JSONValue.Member(name: listener, value: .array(contract.filter { $0.listener == listener }.map(\.facts)))
        } + [JSONValue.Member(name: "pages", value: .array(pages.map(\.facts)))]
    }
}

extension OfferedRoute {
    fileprivate var facts: JSONValue {
        [
            "method": .string(endpoint.method.rawValue), "path": .string(endpoint.path),
            "caller": .string(caller.rawValue), "has_dummies": .boolean(endpoint.hasDummies),
            "accepts": .array(endpoint.accepts.map { .string($0.name) }),
            "produces": .array(endpoint.produces.map { .string($0.name) }),
        ]
    }
}

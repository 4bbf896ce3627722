public import ArgumentParser
import CommonAssembly
import Foundation
import ServerAssembly
import ServiceKit

/// The options of a server, for `avviso serve` and `avviso check`.
struct ServerOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The services to run: \(names). By default those of the realm, or all.",
            valueName: "service"
        )
    )
    var services: [ServiceName] = []

    @Option(name: .customLong("public"), help: ArgumentHelp("The public listener.", valueName: "host:port"))
    var publicAddress: String?

    @Option(
        name: .customLong("internal"),
        help: ArgumentHelp("The internal listener: loopback, unless callers are checked.", valueName: "host:port")
    )
    var internalAddress: String?

    @OptionGroup var systems: SystemOptions

    @Option(help: ArgumentHelp("The PEM file of the key that signs settings and key index.", valueName: "pem"))
    var messageSigningKey: String?

    @Flag(help: "For trying out: start without that key. The settings and the key index are then not signed.")
    var unsigned = false

    @OptionGroup var options: SettingsOptions

    var realms: [RealmOption] { options.general.realms }

    func validate() throws {
        guard !Server.services.isEmpty else {
            throw ValidationError("This avviso was built without any system that serves (AVVISO_SYSTEMS).")
        }
        guard realms.count < 2 || services.isEmpty && given.isEmpty && options.general.others.isEmpty else {
            throw ValidationError(
                "With several realms each setting belongs to one of them: write it into the file of the realm."
            )
        }
        guard !services.contains(.portal) || !Server.roles.isEmpty else {
            throw ValidationError("This avviso was built without a system that has operators' pages (AVVISO_SYSTEMS).")
        }
    }

    private static let names = Server.services.map(\.rawValue).joined(separator: ", ")

    /// - Parameter more: settings that the command itself decides, by name.
    func reader(_ more: [String: String] = [:]) async throws -> SettingsReader {
        try await options.reader(given.merging(more) { $1 })
    }

    /// The settings that have an option here or in a group of options.
    private var given: [String: String] {
        let own: [String: String?] = [
            "public.address": publicAddress, "internal.address": internalAddress,
            "message-signing-key": messageSigningKey, "unsigned": unsigned ? "true" : nil,
        ]
        return own.merging(systems.named) { $1 }.merging(options.named) { $1 }.compactMapValues(\.self)
    }

    /// The plan of the only realm.
    ///
    /// - Parameter more: settings that the command itself decides, by name.
    func plan(_ more: [String: String] = [:]) async throws -> RealmPlan {
        if !realms.isEmpty {
            try options.general.refuseStrayVariables()
        }
        return try RealmPlan(await reader(more), running: services)
    }

    /// The plans of several realms, which share nothing.
    func plans() async throws -> [RealmPlan] {
        try options.general.refuseStrayVariables()
        var plans: [RealmPlan] = []
        for realm in realms {
            plans.append(try await plan(of: realm))
        }
        try RealmConflicts.check(plans)
        return plans
    }

    /// The plan of one of several realms.
    func plan(of realm: RealmOption) async throws -> RealmPlan {
        do {
            let reader = try await SettingsReader(
                environment: ProcessInfo.processInfo.environment,
                file: realm.file,
                realm: realm.name,
                catalogue: Server.catalogue,
                otherVariables: RealmSettings.otherVariables
            )
            try Server.check(reader)
            return try RealmPlan(reader)
        } catch let error as SettingsError {
            throw Failure("realm \(realm.name): \(error)")
        }
    }
}

extension ServiceName: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rawValue: argument)
        // Validation says why there are no operators' pages.
        guard Server.services.contains(self) || self == .portal else {
            return nil
        }
    }

    public static var allValueStrings: [String] { Server.services.map(\.rawValue) }

    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

public import ArgumentParser
import CommonAssembly
import ServerAssembly
import ServiceKit

/// The options of a server, for `avviso serve` and `avviso check`.
struct ServerOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The services to run: \(names).", valueName: "service"))
    var services: [ServiceName] = Server.services

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

    func validate() throws {
        guard !Server.services.isEmpty else {
            throw ValidationError("This avviso was built without any system that serves (AVVISO_SYSTEMS).")
        }
        guard !services.contains(.portal) || !Server.roles.isEmpty else {
            throw ValidationError("This avviso was built without a system that has operators' pages (AVVISO_SYSTEMS).")
        }
    }

    private static let names = Server.services.map(\.rawValue).joined(separator: ", ")

    /// - Parameter more: settings that the command itself decides, by name.
    func reader(_ more: [String: String] = [:]) async throws -> SettingsReader {
        let given: [String: String?] = [
            "public.address": publicAddress, "internal.address": internalAddress,
            "message-signing-key": messageSigningKey, "unsigned": unsigned ? "true" : nil,
        ]
        return try await options.reader(
            given.merging(systems.named) { $1 }.compactMapValues(\.self).merging(more) { $1 }
        )
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

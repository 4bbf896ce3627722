import ExposurePrimitives
import Foundation

/// The parts of a simulated phone that is switched on: an operating system, and the clients on their files.
struct PhoneParts: Sendable {
    let system: SimulatedSystem
    /// In the order of the plan.
    let clients: [InstalledClient]

    /// Restores the phone from its folder.
    init(_ plan: PhonePlan, clock: any WallClock) throws {
        try FileManager.default.createDirectory(
            at: plan.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let system = SimulatedSystem(
            platform: plan.platform,
            file: plan.folder.appending(path: "system.json"),
            language: plan.language,
            clients: plan.clients.map(\.id),
            rotation: plan.rotation
        )
        self.system = system
        clients = try plan.clients.map { try InstalledClient($0, in: plan.folder(of: $0), of: system, clock: clock) }
    }

    subscript(client: ClientID) -> InstalledClient? { clients.first { $0.host.id == client } }
}

/// A client on a phone that is switched on.
struct InstalledClient: Sendable {
    let host: any HostedClient
    let running: any RunningClient
    let transport: RecordingTransport

    init(_ host: any HostedClient, in folder: URL, of system: SimulatedSystem, clock: any WallClock) throws {
        self.host = host
        transport = RecordingTransport(base: host.transport, clock: clock) { request in
            host.describe(request)
        } network: {
            system.state.mishaps.network
        }
        running = try host.start(on: ClientPorts(host.id, in: folder, of: system, transport: transport, clock: clock))
    }
}

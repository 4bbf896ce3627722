import ArgumentParser
import AssociationExchange
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import Foundation
import HeraldPayloads
import PhonePorts
import PhoneSimulation

/// How long a phone takes to call another one and write its ticket: alone, and while a radio beside it opens a thousand
/// connections a second and introduces itself over each (specification 1.13, T10). Both are turned on and off in turns.
struct ExchangeBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "association-exchange")

    @Option(help: "Exchanges of each kind.")
    var exchanges = 500

    func run() async throws {
        let phones = try FloodedPhones()
        var (alone, flooded): ([Double], [Double]) = ([], [])
        _ = try await phones.exchange(isFlooded: false)
        for _ in 0..<exchanges {
            alone.append(try await phones.exchange(isFlooded: false))
            flooded.append(try await phones.exchange(isFlooded: true))
        }
        try report([
            "alone": Self.share(0.99, of: alone), "flooded": Self.share(0.99, of: flooded),
            "alone_median": Self.share(0.5, of: alone), "flooded_median": Self.share(0.5, of: flooded),
            "connections": await phones.connections / phones.floodedSeconds,
        ])
    }

    private static func share(_ share: Double, of values: [Double]) -> Double {
        values.sorted()[min(values.count - 1, Int(Double(values.count) * share))]
    }
}

/// A phone that is flooded, and one beside it.
private actor FloodedPhones {
    private let clock: ManualClock
    private let air: ConnectionAir
    private let phone: AssociationPeer
    private let account, neighbour: BenchExchangeAccount
    /// Those of the flood.
    private(set) var connections = 0.0
    private(set) var floodedSeconds = 0.0

    init() throws {
        let start = AssociationInterval(clamping: BenchMember.now).start
        clock = ManualClock(start)
        air = ConnectionAir(seed: 1, clock: clock)
        (account, neighbour) = (try BenchExchangeAccount(1), try BenchExchangeAccount(2))
        phone = Self.add(account, to: air, at: 0, clock: clock)
        _ = Self.add(neighbour, to: air, at: 1, clock: clock)
    }

    private static func add(
        _ account: BenchExchangeAccount,
        to air: ConnectionAir,
        at metres: Double,
        clock: ManualClock
    ) -> AssociationPeer {
        let antenna = air.add(
            .init(peer: SimulatedAntenna(), transmitPower: -15, position: .init(x: metres, y: 0))
        )
        let peer = AssociationPeer(
            profile: .sealed,
            radio: antenna,
            account: account,
            addresses: ClockedAddress(using: SystemRandomNumberGenerator()),
            clock: clock,
            using: SystemRandomNumberGenerator()
        )
        antenna.startConnecting(for: peer)
        return peer
    }

    /// Both phones scan once in a new interval.
    ///
    /// - Returns: the seconds until each has the ticket of the other, or a flooded one has given its own.
    func exchange(isFlooded: Bool) async throws -> Double {
        clock.advance(bySeconds: AssociationInterval.seconds)
        let before = await neighbour.received
        var flood: Task<Void, Never>?
        if isFlooded {
            let introductions = try await introductions()
            flood = Task { await self.flood(with: introductions) }
            // The flood is under way by then, and each introduction still costs the phone a key agreement.
            try await Task.sleep(for: .milliseconds(50))
        }
        let watch = Stopwatch()
        await air.scan()
        let seconds = watch.wallSeconds
        flood?.cancel()
        await flood?.value
        guard await neighbour.received == before + 1 else {
            throw ValidationError("the neighbour has no ticket")
        }
        return seconds
    }

    /// Opens a thousand connections a second until it is cancelled.
    private func flood(with introductions: [[UInt8]]) async {
        let watch = Stopwatch()
        var opened = 0.0
        while !Task.isCancelled {
            while opened < watch.wallSeconds * 1000 {
                let introduction = introductions[Int(opened) % introductions.count]
                opened += 1
                let connection = ConnectionID(UInt64.random(in: 1_000_000 ... .max))
                _ = try? await phone.read(ExchangeValues.identity, over: connection)
                try? await phone.accept(introduction, for: ExchangeValues.introduction, over: connection)
                await phone.forget(connection)
            }
            try? await Task.sleep(for: .microseconds(200))
        }
        connections += opened
        floodedSeconds += watch.wallSeconds
    }

    /// Those of a hundred strangers: the same introduction again would cost nothing.
    private func introductions() async throws -> [[UInt8]] {
        let interval = AssociationInterval(clamping: clock.now())
        let identity = try await phone.read(ExchangeValues.identity, over: ConnectionID(1))
        let stranger = try BenchMember(3)
        return try (0..<100).map { _ in
            try ExchangeVisit(identity: identity, issuer: stranger.issuer(in: interval), policy: .off).introduction()
        }
    }
}

/// A registered phone that counts its contacts.
private actor BenchExchangeAccount: ExchangeAccount {
    private let member: BenchMember
    private var present: ExchangeCredentials?
    private(set) var received = 0

    init(_ number: UInt64) throws {
        member = try BenchMember(number)
    }

    func credentials(in interval: AssociationInterval) -> ExchangeCredentials? {
        if present?.issuer.interval != interval {
            present = (try? member.issuer(in: interval)).flatMap { try? ExchangeCredentials(issuer: $0, policy: .off) }
        }
        return present
    }

    func keep(_ record: IssuedTicketRecord, from side: ExchangeSide) {}

    func keep(_ contact: ReceivedContact, signals: [ExchangeSignal]) { received += 1 }

    func note(_ signal: ExchangeSignal, of peerKey: PublicAgreementKey, in interval: AssociationInterval) {}
}

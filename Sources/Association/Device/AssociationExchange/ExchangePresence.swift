import AssociationProtocol
import ExposurePrimitives
import PhonePorts

/// A phone on the air in one interval: one address, one key, and what it did under them.
struct ExchangePresence {
    let credentials: ExchangeCredentials
    let address: RadioAddress
    var responder: ExchangeResponder
    /// Calls that were begun, by address.
    private var calls: [RadioAddress: Int] = [:]
    /// Phones with which nothing is left to exchange, and their keys.
    private var finished: [RadioAddress: PublicAgreementKey] = [:]
    /// The first address at which each key was seen.
    private var sources: [PublicAgreementKey: RadioAddress] = [:]
    /// The keys of phones whose ticket this phone has.
    private var received: Set<PublicAgreementKey> = []
    private let limits: ExchangeLimits

    init(
        _ credentials: ExchangeCredentials,
        at address: RadioAddress,
        limits: ExchangeLimits
    ) throws(AssociationError) {
        responder = try ExchangeResponder(
            issuer: credentials.issuer,
            attestation: credentials.attestation,
            policy: credentials.policy,
            limits: limits
        )
        self.credentials = credentials
        self.address = address
        self.limits = limits
    }

    var interval: AssociationInterval { credentials.issuer.interval }

    /// Chooses the phones to call, and counts the calls. The nearest come first, because a flood of invented addresses
    /// must not use up all calls.
    mutating func planCalls(_ heard: [ConnectableAdvertisement]) -> [ConnectableAdvertisement] {
        var planned: [ConnectableAdvertisement] = []
        for phone in heard.sorted(by: { $0.advertisement.rssi > $1.advertisement.rssi }) {
            guard calls.values.reduce(0, +) < limits.maxCalls else {
                break
            }
            let count = calls[phone.address, default: 0]
            if phone.advertisement.packet == ExchangeValues.packet, phone.address != address,
                finished[phone.address] == nil, count < limits.maxCallsPerAddress,
                !planned.contains(where: { $0.address == phone.address })
            {
                calls[phone.address] = count + 1
                planned.append(phone)
            }
        }
        return planned
    }

    /// Notes that nothing is left to exchange with the phone at `address`, which showed `key` there.
    mutating func finish(with address: RadioAddress, key: PublicAgreementKey) {
        finished[address] = key
        if sources[key] == nil {
            sources[key] = address
        }
    }

    /// The key of the phone at `address`, if this phone has its ticket. A key has one address in an interval. Others
    /// that show it only repeat what they heard, so their signals do not count.
    func measuredKey(at address: RadioAddress) -> PublicAgreementKey? {
        finished[address].flatMap { received.contains($0) && sources[$0] == address ? $0 : nil }
    }

    /// Whether the ticket of `key` is the first.
    mutating func noteTicket(of key: PublicAgreementKey) -> Bool {
        received.insert(key).inserted
    }

    /// Forgets a ticket that could not be stored, so the next one counts.
    mutating func forgetTicket(of key: PublicAgreementKey) {
        received.remove(key)
    }

    func hasTicket(of key: PublicAgreementKey) -> Bool {
        received.contains(key)
    }
}

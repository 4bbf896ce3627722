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
    /// The phones that answered at an address: those whose seal showed that they have the private half of their key.
    private var answers: [RadioAddress: Answer] = [:]
    /// The first address at which each key was seen.
    private var sources: [PublicAgreementKey: RadioAddress] = [:]
    /// The keys of phones whose ticket this phone has.
    private var received: Set<PublicAgreementKey> = []
    /// When this phone wrote its ticket, by the key of the other phone.
    private var written: [PublicAgreementKey: UnixTime] = [:]
    private let limits: ExchangeLimits

    private struct Answer {
        let key: PublicAgreementKey
        /// dBm, of the packet that led to the call.
        let rssi: Int8
    }

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
    mutating func planCalls(_ heard: [ConnectableAdvertisement], at now: UnixTime) -> [ConnectableAdvertisement] {
        var planned: [ConnectableAdvertisement] = []
        for phone in heard.sorted(by: { $0.advertisement.rssi > $1.advertisement.rssi }) {
            guard calls.values.reduce(0, +) < limits.maxCalls else {
                break
            }
            let count = calls[phone.address, default: 0]
            if phone.advertisement.packet == ExchangeValues.packet, phone.address != address,
                answers[phone.address].map({ hasReason(toCall: $0.key, at: now) }) ?? true,
                count < limits.maxCallsPerAddress, !planned.contains(where: { $0.address == phone.address })
            {
                calls[phone.address] = count + 1
                planned.append(phone)
            }
        }
        return planned
    }

    private func hasReason(toCall key: PublicAgreementKey, at now: UnixTime) -> Bool {
        !hasWritten(to: key) || mustRead(from: key, at: now)
    }

    /// Notes that the phone with `key` answered at `address`, whose packet came with `rssi`.
    mutating func note(_ key: PublicAgreementKey, at address: RadioAddress, rssi: Int8) {
        answers[address] = Answer(key: key, rssi: rssi)
        if sources[key] == nil {
            sources[key] = address
        }
    }

    /// The key of the phone at `address`, if this phone has its ticket. A key has one address in an interval. Others
    /// that show it only repeat what they heard, so their signals do not count.
    func measuredKey(at address: RadioAddress) -> PublicAgreementKey? {
        answers[address].flatMap { received.contains($0.key) && sources[$0.key] == address ? $0.key : nil }
    }

    /// The strength in dBm with which the phone with `key` was heard when this phone called it; nil before.
    func strength(of key: PublicAgreementKey) -> Int8? {
        sources[key].flatMap { answers[$0]?.rssi }
    }

    /// Notes that the phone with `key` accepted this phone's ticket.
    mutating func noteWritten(to key: PublicAgreementKey, at now: UnixTime) {
        written[key] = written[key] ?? now
    }

    func hasWritten(to key: PublicAgreementKey) -> Bool {
        written[key] != nil
    }

    /// Whether the phone with `key` had the time to write its ticket, and did not.
    func mustRead(from key: PublicAgreementKey, at now: UnixTime) -> Bool {
        !received.contains(key) && written[key].map { now.seconds(since: $0) >= limits.secondsBeforeReading } ?? false
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

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
    /// The keys of phones that answered at an address: their seals showed that they have the private half.
    private var answers: [RadioAddress: PublicAgreementKey] = [:]
    /// The first address at which each key was seen.
    private var sources: [PublicAgreementKey: RadioAddress] = [:]
    /// The signals of phones that answered, until their ticket is there. The first one led to the call.
    private var signals: [PublicAgreementKey: [ExchangeSignal]] = [:]
    /// The keys of phones whose ticket this phone has.
    private var received: Set<PublicAgreementKey> = []
    /// The addresses at which a phone accepted this phone's ticket.
    private var written: Set<RadioAddress> = []
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
    mutating func planCalls(_ heard: [ConnectableAdvertisement], at now: UnixTime) -> [ConnectableAdvertisement] {
        var planned: [ConnectableAdvertisement] = []
        for phone in heard.sorted(by: { $0.advertisement.rssi > $1.advertisement.rssi }) {
            guard calls.values.reduce(0, +) < limits.maxCalls else {
                break
            }
            let count = calls[phone.address, default: 0]
            let isForReading = answers[phone.address].map { mustRead(from: $0, at: now) } ?? false
            if phone.advertisement.packet == ExchangeValues.packet, phone.address != address,
                isForReading || !written.contains(phone.address),
                count < limits.maxCallsPerAddress + (isForReading ? 1 : 0),
                !planned.contains(where: { $0.address == phone.address })
            {
                calls[phone.address] = count + 1
                planned.append(phone)
            }
        }
        return planned
    }

    /// Notes that the phone with `key` answered at `address`.
    ///
    /// - Parameter signal: that of the packet that led to the call.
    mutating func note(_ key: PublicAgreementKey, at address: RadioAddress, _ signal: ExchangeSignal) {
        answers[address] = key
        if sources[key] == nil {
            sources[key] = address
            signals[key] = [signal]
        }
    }

    /// The key of the phone that answered at `address`. A key has one address in an interval. Others that show it only
    /// repeat what they heard, so their signals do not count.
    func measuredKey(at address: RadioAddress) -> PublicAgreementKey? {
        answers[address].flatMap { sources[$0] == address ? $0 : nil }
    }

    /// Keeps a signal of a phone that answered, until its ticket is there. One scan may hear several packets.
    mutating func note(_ signal: ExchangeSignal, of key: PublicAgreementKey) {
        if let last = signals[key]?.last, last.time < signal.time {
            signals[key]?.append(signal)
        }
    }

    /// The signals of the phone with `key` so far.
    func signals(of key: PublicAgreementKey) -> [ExchangeSignal] {
        signals[key] ?? []
    }

    /// Notes that the phone at `address` accepted this phone's ticket.
    mutating func noteWritten(to address: RadioAddress) {
        written.insert(address)
    }

    func hasWritten(to address: RadioAddress) -> Bool {
        written.contains(address)
    }

    /// Whether the phone with `key` had the time to write its ticket, and did not.
    func mustRead(from key: PublicAgreementKey, at now: UnixTime) -> Bool {
        guard !received.contains(key), let first = signals[key]?.first else {
            return false
        }
        return now.seconds(since: first.time) >= limits.secondsBeforeReading
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

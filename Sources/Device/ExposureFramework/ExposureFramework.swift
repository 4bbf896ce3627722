public import ExposurePrimitives
public import GAENCore
public import PhonePorts
import ProximityRadio
public import RiskModels

/// The Apple/Google framework in portable software: makes keys and identifiers, records what it hears, and finds
/// exposures. The app above it never sees an identifier, and sees its own keys only with the owner's consent.
public actor ExposureFramework {
    private let transmitPower: Int8
    private let clock: any WallClock
    private let prompts: any PhonePrompts
    private var generator: any RandomNumberGenerator & Sendable

    private var isEnabled = false
    private var rotation = RotationClock()
    private var derivedKeys: DerivedKeys?
    private var broadcast: GAENAdvertisement?
    private var keys = KeyRing()
    private var sightings = SightingLog()

    /// - Parameters:
    ///   - transmitPower: the phone model's calibrated power in dBm, told to every listener in the metadata.
    ///   - generator: makes the keys, so it must be the system's generator outside simulations and tests.
    public init(
        transmitPower: Int8,
        clock: any WallClock,
        prompts: any PhonePrompts,
        generator: any RandomNumberGenerator & Sendable
    ) {
        self.transmitPower = transmitPower
        self.clock = clock
        self.prompts = prompts
        self.generator = generator
    }

    /// Starts to broadcast and record, once the owner allows it. Does nothing where it is enabled already.
    ///
    /// - Throws: `rejectedOptIn` where the owner refuses.
    public func enable() async throws(ExposureFrameworkError) {
        guard !isEnabled else {
            return
        }
        guard await prompts.mayExchangeIdentifiers() else {
            throw .rejectedOptIn
        }
        isEnabled = true
    }

    /// Stops to broadcast and record; keeps what there is for its fourteen days.
    public func disable() {
        isEnabled = false
        rotation = RotationClock()
        derivedKeys = nil
        broadcast = nil
    }

    /// The phone's own keys of the last fourteen days, oldest first, today's with its whole period: the health
    /// authority holds a key back until its window is over.
    ///
    /// - Throws: `serviceDisabled`; `rejectedOptIn` where the owner does not share them.
    public func temporaryExposureKeyHistory() async throws(ExposureFrameworkError) -> [TemporaryExposureKey] {
        try requireEnabled()
        guard await prompts.mayShareKeys() else {
            throw .rejectedOptIn
        }
        forgetExpired()
        return keys.all
    }

    /// Looks for exposures to `diagnosisKeys` in what the phone heard, and scores them.
    ///
    /// - Throws: `serviceDisabled`.
    public func detectExposures(
        to diagnosisKeys: [DiagnosisKey],
        under configuration: ExposureConfiguration
    ) async throws(ExposureFrameworkError) -> ExposureAssessment {
        try requireEnabled()
        forgetExpired()
        return await Self.assess(
            diagnosisKeys,
            against: sightings.all,
            under: configuration,
            now: clock.now()
        )
    }

    // Matching takes seconds with a country's keys; the radio must not wait for it.
    @concurrent
    private static func assess(
        _ keys: [DiagnosisKey],
        against sightings: [Sighting],
        under configuration: ExposureConfiguration,
        now: UnixTime
    ) async -> ExposureAssessment {
        let matches = DictionaryMatcher(sightings: sightings).matches(of: keys)
        return ExposureAssessment(of: matches, under: configuration, now: now)
    }

    private func requireEnabled() throws(ExposureFrameworkError) {
        guard isEnabled else {
            throw .serviceDisabled
        }
    }

    private func forgetExpired() {
        let now = clock.now()
        keys.forgetExpired(at: now)
        sightings.forgetExpired(at: now)
    }
}

// MARK: - The radio's side

extension ExposureFramework: ProximityPeer {
    public func advertisement(at time: UnixTime) -> [UInt8]? {
        guard isEnabled else {
            return nil
        }
        switch rotation.advance(to: time) {
        case .none:
            break
        case .identifier(let interval):
            broadcast = makeBroadcast(for: interval)
        case .keyAndIdentifier(let interval):
            forgetExpired()
            derivedKeys = keys.key(forDayOf: interval, using: &generator).map { DerivedKeys(of: $0.keyData) }
            broadcast = makeBroadcast(for: interval)
        }
        return broadcast?.packet
    }

    public func receive(_ heard: [ReceivedAdvertisement]) {
        guard isEnabled else {
            return
        }
        forgetExpired()
        sightings.append(contentsOf: heard.compactMap(Self.sighting))
    }

    private func makeBroadcast(for interval: IntervalNumber) -> GAENAdvertisement? {
        derivedKeys.map { derived in
            let identifier = derived.identifier(at: interval)
            let metadata = BroadcastMetadata(transmitPower: transmitPower).encoded
            return GAENAdvertisement(
                identifier: identifier,
                metadata: derived.transformMetadata(metadata, with: identifier)
            )
        }
    }

    /// Nil for packets of other protocols.
    private static func sighting(of heard: ReceivedAdvertisement) -> Sighting? {
        guard let advertisement = try? GAENAdvertisement(packet: heard.packet) else {
            return nil
        }
        return Sighting(
            identifier: advertisement.identifier,
            metadata: advertisement.metadata,
            rssi: heard.rssi,
            time: heard.time,
            previousScan: heard.previousScan
        )
    }
}

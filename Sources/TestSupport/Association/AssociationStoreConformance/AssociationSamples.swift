package import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import HeraldPayloads

/// Values for tests of the authority.
package enum AssociationSamples {
    /// 2021-03-01 12:00:00 in UTC.
    package static let now = UnixTime(1_614_600_000)
    package static let today = now.utcDay
    package static let jurisdiction = Jurisdiction(country: 826, state: 4)
    package static let district = required(PostalDistrict("SW1A"))
    package static let otherDistrict = required(PostalDistrict("N1"))

    package static func registration(_ number: UInt8) -> RegistrationID {
        RegistrationID(Bytes16(repeating: number))
    }

    /// An account whose chain begins on `day`, 21 days ago by default.
    package static func account(
        _ number: UInt8,
        in district: PostalDistrict = district,
        since day: CalendarDay = today.advanced(byDays: -Account.chainLife)
    ) throws -> Account {
        Account(
            registration: registration(number),
            jurisdiction: jurisdiction,
            district: district,
            chain: try ChainKey(day: day, bytes: SecretBytes([UInt8](repeating: number, count: 32))),
            registered: day
        )
    }

    /// - Parameter subject: the person; the account's own by default.
    package static func new(
        _ number: UInt8,
        in district: PostalDistrict = district,
        subject: UInt8? = nil
    ) throws -> NewAccount {
        NewAccount(try account(number, in: district), subject: ProofSubject(digest(subject ?? number)))
    }

    package static func digest(_ number: UInt8) -> Bytes32 {
        required(Bytes32([UInt8](repeating: number, count: 32)))
    }

    package static let window = today.advanced(byDays: -10)...today
    /// A day after `now`.
    package static let expiry = now.advanced(bySeconds: UnixTime.secondsPerDay)
    /// The first moment at which a right that was granted now is no longer valid.
    package static let rightEnd = today.advanced(byDays: 8).startInUTC

    package static func code(_ number: UInt8, expiry: UnixTime = expiry) -> NewReportCode {
        NewReportCode(mark: CodeMark(digest(number)), window: window, expiry: expiry)
    }

    package static func right(_ number: UInt8) -> RightID { RightID(Bytes16(repeating: number)) }
    package static func caseID(_ number: UInt8) -> CaseID { CaseID(Bytes16(repeating: number)) }

    /// The places of the person of a number.
    package static func places(of person: UInt8) -> [ReportPlace] {
        (0..<UInt8(ReportLimits.usual.reports)).map { place in
            let bytes = [person, ~place].flatMap { [UInt8](repeating: $0, count: 16) }
            return ReportPlace(required(Bytes32(bytes)))
        }
    }

    /// A claim for the code of the same number.
    ///
    /// - Parameter person: whose account it is; the account's own by default.
    package static func claim(
        _ number: UInt8,
        by account: UInt8 = 1,
        person: UInt8? = nil,
        batches: [UInt8] = [1, 2],
        right: UInt8? = nil
    ) throws -> RightClaim {
        RightClaim(
            mark: CodeMark(digest(number)),
            registration: registration(account),
            places: places(of: person ?? account),
            manifest: try ReportManifest(batches: batches.map(digest)),
            right: self.right(right ?? number)
        )
    }

    /// A contact with the account of a number, yesterday.
    package static func contact(
        with issuer: UInt8,
        interval offset: UInt32 = 0,
        ticket: UInt8? = nil,
        handle: TicketHandle? = nil
    ) -> CheckedContact {
        let yesterday = AssociationInterval(clamping: today.advanced(byDays: -1).startInUTC)
        let edge = ContactEdge(
            issuer: registration(issuer),
            interval: AssociationInterval(yesterday.number + offset),
            scans: [MeasuredScan(attenuation: 55, seconds: 300), MeasuredScan(attenuation: 60, seconds: 420)],
            handle: handle
        )
        return CheckedContact(edge: edge, ticket: TicketMark(digest(ticket ?? issuer)))
    }

    package static func limits(_ district: Int, everywhere: Int = 1000) -> RegistrationLimits {
        RegistrationLimits(district: district, everywhere: everywhere)
    }

    /// An alert for the account of a number, visible `delay` seconds after ``now``.
    package static func alert(
        for account: UInt8,
        daysAgo: Int = 1,
        band: ExposureAlert.ScoreBand = .medium,
        handles: [UInt8] = [1],
        delay: Int64 = 0
    ) throws -> NewAlert {
        NewAlert(
            registration: registration(account),
            alert: try ExposureAlert(day: today.advanced(byDays: -daysAgo), band: band, handles: handles.map(handle)),
            visible: now.advanced(bySeconds: delay)
        )
    }

    fileprivate static func required<Value>(_ value: Value?) -> Value {
        guard let value else {
            preconditionFailure("a sample is valid")
        }
        return value
    }

    package static func handle(_ number: UInt8) throws -> TicketHandle {
        try TicketHandle([UInt8](repeating: number, count: TicketHandle.size(.sealed)))
    }
}

extension ReportStore {
    /// Stores a code beside any number of others.
    package func issue(_ code: NewReportCode) async throws {
        let limits = CodeLimits(perOperator: .max, everybody: .max)
        _ = try await issue(code, to: nil, limits: limits, now: AssociationSamples.now)
    }
}

extension Bytes16 {
    fileprivate init(repeating byte: UInt8) {
        self = AssociationSamples.required(Bytes16([UInt8](repeating: byte, count: 16)))
    }
}

extension AssociationSamples {
    /// A contact of yesterday with a phone of another authority. Its bytes have the layout, and prove nothing.
    package static func foreign(_ number: UInt8, to destination: Jurisdiction) throws -> ForeignContact {
        let yesterday = today.advanced(byDays: -1).startInUTC
        let claim = ContactClaim(
            timeReceived: yesterday,
            myClientID: ClientID(digest(number)),
            ticket: try CTSTicket([UInt8](repeating: number, count: 104)),
            authenticator: try SealedAuthenticator([UInt8](repeating: number, count: SealedAuthenticator.size)),
            observedClientID: ClientID(digest(number)),
            detailsDigest: digest(number)
        )
        let contact = try ForwardedContact(
            claim: claim,
            received: now,
            handle: handle(number),
            scans: [MeasuredScan(attenuation: 55, seconds: 300)]
        )
        return ForeignContact(destination: destination, ticket: TicketMark(digest(number)), contact: contact)
    }
}

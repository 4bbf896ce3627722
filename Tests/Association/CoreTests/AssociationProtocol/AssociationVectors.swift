import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// `Tests/Vectors/association.json`.
struct AssociationVectors: Decodable {
    let shared: Shared
    let profiles: [Profile]
    let pollNonce, poll: String
    let boxFile: File
    let forwardedReport: String

    struct File: Decodable {
        let day, part, parts, size: Int
        let digest, signature: String
    }

    struct Account: Decodable {
        let privateKey, registration, secret, firstChainKey, clientIdKey, ticketKey, uploadKey: String
        let firstDay: Int
    }

    struct Shared: Decodable {
        let country, state: UInt16
        let timeReceived: Int64
        let day: Int
        let interval: UInt32
        let authorityPrivateKey, attestationPrivateKey: String
        let accounts: [String: Account]
        let clientIdA, clientIdB, clientIdBNext, localSecret, attestationA: String
        let identityPrivateKeyA, identityPrivateKeyB: String

        var jurisdiction: Jurisdiction { Jurisdiction(country: country, state: state) }
        var associationInterval: AssociationInterval { AssociationInterval(interval) }
        var calendarDay: CalendarDay { CalendarDay(daysSinceEpoch: day) }

        func keys(of name: String) throws -> DayKeys {
            let account = try #require(accounts[name])
            let first = CalendarDay(daysSinceEpoch: account.firstDay)
            return try ChainKey(day: first, bytes: AssociationCoreTests.secret(account.firstChainKey))
                .dayKeys(on: calendarDay)
        }

        func secretOfA() throws -> LocalDaySecret {
            try LocalDaySecret(day: calendarDay, bytes: AssociationCoreTests.secret(localSecret))
        }

        func attestation() throws -> IdentityAttestation { try IdentityAttestation(hex(attestationA)) }

        func issuer(_ name: String, _ profile: RadioProfile) throws -> TicketIssuer {
            let key = name == "a" ? identityPrivateKeyA : identityPrivateKeyB
            let identity = try PrivateAgreementKey(AssociationCoreTests.secret(key))
            return try TicketIssuer(
                identity: EphemeralIdentity(interval: associationInterval, key: identity),
                dayKeys: keys(of: name),
                localSecret: secretOfA(),
                jurisdiction: jurisdiction,
                profile: profile
            )
        }
    }

    struct Profile: Decodable {
        let profile: UInt8
        let identityPacketA, sealPacketAToB, sealPacketBToA, ticketPacket, ticket, handle: String
        let grantingConfounder, ticketConfounder, grantingSessionKey, serverSessionKey: String
        let observedRssi: Int8
        let observedDistrict, details: String
        let ctime: Int64
        let cusec, sequence: UInt32
        let authenticatorConfounder, eventDigest, authenticator, record: String
        let mailboxHandle, mailboxConfounder, mailboxBox, mailboxRecord: String
        let publishedConfounder, publishedBox, forwardedContact: String
        let forwardedReceived: Int64
        let right, batch, batchDigest: String
        let batchSize: Int

        var radioProfile: RadioProfile { profile == 1 ? .exact : .sealed }

        var observation: IssuerObservation {
            get throws { try IssuerObservation(rssi: observedRssi, district: Array(observedDistrict.utf8)) }
        }

        func draft(_ shared: Shared, _ details: RiskExposureDetails) throws -> ContactDraft {
            ContactDraft(
                timeReceived: UnixTime(shared.timeReceived),
                myClientID: try ClientID(hex(shared.clientIdB)),
                observedClientID: try ClientID(hex(shared.clientIdA)),
                ticket: try CTSTicket(hex(ticket)),
                serverSessionKey: try SessionKey(secret(serverSessionKey)),
                details: details
            )
        }

        /// The contact as B reports it.
        func event(_ shared: Shared) throws -> ContactEventDetails {
            try draft(shared, RiskExposureDetails(parsing: hex(details))).authenticated(
                at: AuthenticatorMoment(time: UnixTime(ctime), microseconds: cusec),
                sequence: sequence,
                confounder: #require(Bytes16(hex(authenticatorConfounder)))
            )
        }

        private func contents(_ shared: Shared, _ details: RiskExposureDetails) throws -> MailboxContents {
            MailboxContents(
                timeReceived: UnixTime(shared.timeReceived),
                myClientID: try ClientID(hex(shared.clientIdB)),
                details: details,
                ticketHandle: try TicketHandle(hex(handle))
            )
        }

        func mailbox(_ shared: Shared) throws -> MailboxRecord {
            let contents = try contents(shared, RiskExposureDetails(parsing: hex(details)))
            let key = try SessionKey(secret(grantingSessionKey))
            let confounder = try #require(Bytes16(hex(mailboxConfounder)))
            let record = try contents.sealed(under: key, in: shared.associationInterval, confounder: confounder)
            #expect(try MailboxContents(opening: record.box, under: key, profile: radioProfile) == contents)
            return record
        }

        /// The box of a report: the measurements alone, and padding.
        func publishedBox(_ shared: Shared) throws -> MailboxRecord {
            let measured = try RiskExposureDetails(parsing: hex(details)).entries.filter {
                $0.code == RiskExposureDetails.Code.rssiSeries
            }
            return try contents(shared, RiskExposureDetails(measured)).padded().sealed(
                under: SessionKey(secret(grantingSessionKey)),
                in: shared.associationInterval,
                confounder: #require(Bytes16(hex(publishedConfounder)))
            )
        }
    }
}

extension TicketConfounders {
    init(_ vector: AssociationVectors.Profile) throws {
        self.init(
            grantingTicket: try #require(Bytes16(hex(vector.grantingConfounder))),
            ticket: try #require(Bytes16(hex(vector.ticketConfounder)))
        )
    }
}

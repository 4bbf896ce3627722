import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// Numbers that a script computes without any of our code (`Tests/Independent/association.py`).
@Suite("The independent computation")
struct OwnVectorTests {
    private let vectors = Result { try Vectors.decode(AssociationVectors.self, from: "association.json") }

    @Test("finds the same keys of both accounts, on either side of the registration")
    func accounts() throws {
        let shared = try vectors.get().shared
        let authority = try PrivateAgreementKey(secret(shared.authorityPrivateKey))
        for (name, account) in shared.accounts {
            let registration = RegistrationID(try #require(Bytes16(hex(account.registration))))
            let phone = try PrivateAgreementKey(secret(account.privateKey))
            let agreed = try RegistrationSecret(
                phone: phone,
                authority: authority.publicKey,
                registration: registration,
                jurisdiction: shared.jurisdiction
            )
            let other = try RegistrationSecret(
                authority: authority,
                phone: phone.publicKey,
                registration: registration,
                jurisdiction: shared.jurisdiction
            )
            #expect(Hex.encode(agreed.exposedBytes) == account.secret && agreed.exposedBytes == other.exposedBytes)
            let first = try agreed.chainKey(startingOn: CalendarDay(daysSinceEpoch: account.firstDay))
            #expect(Hex.encode(first.exposedBytes) == account.firstChainKey)
            let keys = try first.dayKeys(on: CalendarDay(daysSinceEpoch: shared.day))
            #expect(Hex.encode(keys.exposedClientIDKey) == account.clientIdKey)
            #expect(Hex.encode(keys.exposedTicketKey) == account.ticketKey)
            #expect(Hex.encode(keys.exposedUploadKey) == account.uploadKey)
            let clientID = try keys.clientID(in: shared.associationInterval)
            #expect(Hex.encode(clientID.exposedBytes) == (name == "a" ? shared.clientIdA : shared.clientIdB))
        }
        let next = try shared.keys(of: "b").clientID(in: AssociationInterval(shared.interval + 1))
        #expect(Hex.encode(next.exposedBytes) == shared.clientIdBNext)
    }

    @Test("finds the same packets of both profiles")
    func packets() throws {
        let shared = try vectors.get().shared
        for vector in try vectors.get().profiles {
            let (a, b) = try (shared.issuer("a", vector.radioProfile), shared.issuer("b", vector.radioProfile))
            let attestation = try vector.radioProfile == .sealed ? shared.attestation() : nil
            #expect(try Hex.encode(a.identityPacket(attestation).bytes) == vector.identityPacketA)
            let (forth, back) = try (a.pair(with: b.identity.publicKey), b.pair(with: a.identity.publicKey))
            let seals = try (
                forth.seal(a.clientID, jurisdiction: shared.jurisdiction),
                back.seal(b.clientID, jurisdiction: shared.jurisdiction)
            )
            #expect(Hex.encode(seals.0.bytes) == vector.sealPacketAToB)
            #expect(Hex.encode(seals.1.bytes) == vector.sealPacketBToA)
            let issued = try a.issue(
                to: forth,
                receiver: forth.open(seals.1),
                observation: vector.observation,
                .init(vector)
            )
            #expect(Hex.encode(issued.packet.bytes) == vector.ticketPacket)
            #expect(Hex.encode(issued.packet.ticket.bytes) == vector.ticket)
            #expect(Hex.encode(issued.handle.bytes) == vector.handle)
            let received = try back.open(issued.packet, from: back.open(seals.0))
            #expect(Hex.encode(received.grantingSessionKey.exposedBytes) == vector.grantingSessionKey)
            #expect(Hex.encode(received.serverSessionKey.exposedBytes) == vector.serverSessionKey)
            #expect(try issued.record.confirms(received.handle, secret: shared.secretOfA()))
        }
    }

    @Test("finds the same records, boxes and batches")
    func uploads() throws {
        let shared = try vectors.get().shared
        for vector in try vectors.get().profiles {
            let details = try RiskExposureDetails(parsing: hex(vector.details))
            let event = try vector.draft(shared, details).authenticated(
                at: AuthenticatorMoment(time: UnixTime(vector.ctime), microseconds: vector.cusec),
                sequence: vector.sequence,
                confounder: #require(Bytes16(hex(vector.authenticatorConfounder)))
            )
            #expect(Hex.encode(event.claim.eventDigest.bytes) == vector.eventDigest)
            #expect(Hex.encode(event.claim.authenticator.bytes) == vector.authenticator)
            #expect(Hex.encode(event.bytes) == vector.record)
            let mailbox = try vector.mailbox(shared, details)
            #expect(Hex.encode(mailbox.handle.bytes.bytes) == vector.mailboxHandle)
            #expect(Hex.encode(mailbox.box) == vector.mailboxBox)
            #expect(Hex.encode(mailbox.bytes) == vector.mailboxRecord)
            let batch = UploadBatch(
                registration: RegistrationID(try #require(Bytes16(hex(shared.accounts["b"]?.registration ?? "")))),
                right: RightID(try #require(Bytes16(hex(vector.right)))),
                records: [.contact(event), .mailbox(mailbox)]
            )
            let bytes = try batch.exposedBytes(size: vector.batchSize, authenticatedBy: shared.keys(of: "b"))
            #expect(Hex.encode(bytes) == vector.batch)
            #expect(Hex.encode(batch.digest.bytes) == vector.batchDigest)
        }
    }

    @Test("finds the same poll")
    func poll() throws {
        let (shared, vectors) = (try vectors.get().shared, try vectors.get())
        let request = try SignedRequest(
            purpose: .poll,
            registration: RegistrationID(#require(Bytes16(hex(shared.accounts["b"]?.registration ?? "")))),
            time: UnixTime(shared.timeReceived),
            nonce: #require(Bytes16(hex(vectors.pollNonce)))
        )
        let bytes = try request.exposedBytes(authenticatedBy: shared.keys(of: "b"))
        #expect(Hex.encode(bytes) == vectors.poll)
        #expect(try ReceivedRequest(parsing: bytes).isAuthentic(under: shared.keys(of: "b")))
    }
}

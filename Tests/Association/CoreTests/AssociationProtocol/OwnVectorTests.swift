import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// Numbers that a script computes without any of our code (`Tests/Independent/association.py`).
@Suite("The independent computation")
struct OwnVectorTests {
    private let vectors: AssociationVectors
    private let shared: AssociationVectors.Shared

    init() throws {
        vectors = try Vectors.decode(AssociationVectors.self, from: "association.json")
        shared = vectors.shared
    }

    @Test("finds the same keys of both accounts, on either side of the registration")
    func accounts() throws {
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
        for vector in vectors.profiles {
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
            let name = try forth.open(seals.1)
            let issued = try a.issue(to: forth, receiver: name, observation: vector.observation, .init(vector))
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
        for vector in vectors.profiles {
            let event = try vector.event(shared)
            #expect(Hex.encode(event.claim.eventDigest.bytes) == vector.eventDigest)
            #expect(Hex.encode(event.claim.authenticator.bytes) == vector.authenticator)
            #expect(Hex.encode(event.bytes) == vector.record)
            let mailbox = try vector.mailbox(shared)
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

    @Test("finds the same boxes of one size, and the same file of a day")
    func publication() throws {
        var records: [MailboxRecord] = []
        for vector in vectors.profiles {
            let record = try vector.publishedBox(shared)
            #expect(Hex.encode(record.box) == vector.publishedBox)
            records.append(record)
        }
        for number in UInt32(0)..<510 {
            let handle = Bytes32(hashing: Array("filler".utf8) + [UInt8](number)).bytes.prefix(16)
            let part = Bytes32(hashing: Array("filler box".utf8) + [UInt8](number)).bytes
            let box = Array(repeatElement(part, count: 17).joined().prefix(MailboxRecord.boxSize))
            records.append(try MailboxRecord(handle: MailboxHandle(#require(Bytes16(handle))), box: box))
        }
        let key = try AttestationSigningKey(secret(shared.attestationPrivateKey))
        let file = try BoxFile(
            jurisdiction: shared.jurisdiction,
            day: CalendarDay(daysSinceEpoch: vectors.boxFile.day),
            part: vectors.boxFile.part,
            of: vectors.boxFile.parts,
            records: records.sorted { lhs, rhs in
                (lhs.handle.bytes.bytes + lhs.box).lexicographicallyPrecedes(rhs.handle.bytes.bytes + rhs.box)
            }
        )
        let bytes = try file.bytes(signedBy: key)
        #expect(bytes.count == vectors.boxFile.size)
        // A library may draw random numbers for a signature: the other one's has to hold.
        let signed = try bytes.dropLast(64) + hex(vectors.boxFile.signature)
        #expect(Hex.encode(Bytes32(hashing: Array(signed)).bytes) == vectors.boxFile.digest)
        #expect(try BoxFile(parsing: Array(signed), signedBy: [key.verificationKey]) == file)
    }

    @Test("finds the same forwarded report")
    func forwarding() throws {
        let report = try ForwardedReport(parsing: hex(vectors.forwardedReport))
        #expect(Hex.encode(report.bytes) == vectors.forwardedReport)
        #expect(report.origin == shared.jurisdiction)
        #expect(report.destination == Jurisdiction(country: 250, state: 0))
        for (vector, contact) in zip(vectors.profiles, report.contacts) {
            let event = try vector.event(shared)
            let computed = ForwardedContact(event, received: UnixTime(vector.forwardedReceived))
            #expect(computed == contact)
            #expect(Hex.encode(computed.bytes) == vector.forwardedContact)
        }
    }

    @Test("finds the same poll")
    func poll() throws {
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

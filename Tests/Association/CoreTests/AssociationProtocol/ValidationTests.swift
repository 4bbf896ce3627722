import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// All pure steps, in the order of the specification.
func validate(_ claim: ContactClaim, _ scene: Scene, issuer: AccountKeys? = nil) throws {
    let validator = scene.validator
    let window = scene.time.advanced(bySeconds: -86_400)...scene.time.advanced(bySeconds: 86_400)
    try validator.checkTime(of: claim, within: window)
    try validator.checkUploader(of: claim, keys: scene.b.keys())
    let ticket = try validator.openTicket(of: claim, issuer: issuer ?? scene.a.keys())
    _ = try validator.checkAuthenticator(of: claim, under: ticket.sessionKey)
}

@Suite("Validation")
struct ValidationTests {
    @Test("accepts an honest contact", arguments: RadioProfile.allCases)
    func honest(profile: RadioProfile) throws {
        let scene = try Scene(profile)
        let event = try scene.event()
        try validate(event.claim, scene)
        let opened = try scene.validator.openTicket(of: event.claim, issuer: scene.a.keys())
        #expect(opened.interval == Scene.interval && opened.receiver == scene.b.issuer.clientID)
        #expect(opened.observation == (profile == .exact ? nil : try Phone.observation()))
    }

    @Test("refuses all bits of a ticket that are changed: 512 of the exact profile, 832 of the sealed one")
    func bitFlips() throws {
        var refusals: [RadioProfile: [ValidationRefusal: Int]] = [:]
        for profile in RadioProfile.allCases {
            let scene = try Scene(profile)
            let claim = try scene.event().claim
            for bit in 0..<CTSTicket.size(profile) * 8 {
                let changed = try claim.changing(ticket: CTSTicket(claim.ticket.bytes.flipping(bit: bit)))
                do {
                    try validate(changed, scene)
                    Issue.record("bit \(bit) of the ticket is not noticed")
                } catch let refusal as ValidationRefusal {
                    refusals[profile, default: [:]][refusal, default: 0] += 1
                }
            }
        }
        #expect(refusals[.exact] == [.badTicket: 384, .badAuthenticator: 128])
        #expect(refusals[.sealed] == [.badTicket: 832])
    }

    @Test("refuses a ticket and its session key that are shared with 200 accounts, 400 times")
    func sharing() throws {
        let scene = try Scene(.exact)
        var generator = SeededGenerator(seed: 30)
        var refusals: [ValidationRefusal: Int] = [:]
        for _ in 0..<200 {
            let thief = try Phone(.exact, using: &generator)
            for name in [thief.issuer.clientID, scene.b.issuer.clientID] {
                let draft = scene.draft().renaming(name)
                let moment = try AuthenticatorMoment(time: scene.uploadTime, microseconds: 0)
                let claim = try draft.authenticated(at: moment, sequence: 1, using: &generator).claim
                do {
                    try scene.validator.checkUploader(of: claim, keys: thief.keys())
                    _ = try scene.validator.openTicket(of: claim, issuer: scene.a.keys())
                    Issue.record("a shared ticket is accepted")
                } catch let refusal as ValidationRefusal {
                    refusals[refusal, default: 0] += 1
                }
            }
        }
        #expect(refusals == [.badTicket: 200, .notYourID: 200])
    }

    @Test("refuses details that were inflated after signing, and authenticators of another event")
    func checksum() throws {
        for profile in RadioProfile.allCases {
            let scene = try Scene(profile)
            let honest = try scene.event().claim
            let inflated = honest.changing(details: RiskExposureDetails([try .init(code: 0x40, value: [0xD8])]))
            #expect(throws: ValidationRefusal.checksum) { try validate(inflated, scene) }
            let later = honest.changing(time: honest.timeReceived.advanced(bySeconds: 1))
            #expect(throws: ValidationRefusal.checksum) { try validate(later, scene) }
            var generator = SeededGenerator(seed: 31)
            let noise = try SealedAuthenticator([UInt8].drawn(112, using: &generator))
            #expect(throws: ValidationRefusal.badAuthenticator) {
                try validate(honest.changing(authenticator: noise), scene)
            }
        }
    }

    @Test("refuses a replay at another time")
    func replayedLater() throws {
        let scene = try Scene(.sealed)
        let claim = try scene.event().claim
        for hours in [-2, 2] as [Int64] {
            let moved = claim.changing(time: claim.timeReceived.advanced(bySeconds: hours * 3600))
            #expect(throws: ValidationRefusal.notYourID) { try validate(moved, scene) }
        }
    }

    @Test("takes clocks that differ by five minutes, and no more")
    func tolerances() throws {
        let (start, end) = (Scene.interval.start, Scene.interval.end)
        let times = [start.advanced(bySeconds: -300), end.advanced(bySeconds: 299)]
        for time in times + [start.advanced(bySeconds: -301), end.advanced(bySeconds: 300)] {
            let scene = try Scene(.sealed, time: time)
            let claim = try scene.event().claim
            if times.contains(time) {
                try validate(claim, scene)
            } else {
                #expect(throws: ValidationRefusal.outsideValidity) { try validate(claim, scene) }
            }
        }
        let scene = try Scene(.sealed)
        let claim = try scene.event().claim
        for seconds in [-301, -300, 300, 301] as [Int64] {
            let validator = ContactValidator(receiptTime: scene.uploadTime.advanced(bySeconds: seconds))
            let result = Result { try validator.checkAuthenticator(of: claim, under: scene.received.serverSessionKey) }
            #expect((try? result.get()) != nil || abs(seconds) == 301)
            if abs(seconds) == 301 {
                #expect(throws: ValidationRefusal.staleAuthenticator) { try result.get() }
            }
        }
    }

    @Test("takes contacts of the infectious days that are not in the future")
    func window() throws {
        let scene = try Scene(.sealed)
        let claim = try scene.event().claim
        let time = scene.time
        try ContactValidator(receiptTime: time.advanced(bySeconds: -300)).checkTime(of: claim, within: time...time)
        for (receipt, window) in [
            (-301, time...time), (0, time.advanced(bySeconds: 1)...time.advanced(bySeconds: 9)),
            (0, time.advanced(bySeconds: -9)...time.advanced(bySeconds: -1)),
        ] {
            let validator = ContactValidator(receiptTime: time.advanced(bySeconds: Int64(receipt)))
            #expect(throws: ValidationRefusal.outsideWindow) { try validator.checkTime(of: claim, within: window) }
        }
    }

    @Test("never traps on times at the ends of the range", arguments: [0, 1, 899, 900, Int64.max])
    func extremes(seconds: Int64) throws {
        let scene = try Scene(.sealed)
        let claim = try scene.event().claim.changing(time: UnixTime(seconds))
        #expect(throws: ValidationRefusal.notYourID) {
            try scene.validator.checkUploader(of: claim, keys: scene.b.keys())
        }
        #expect(throws: ValidationRefusal.badTicket) {
            try scene.validator.openTicket(of: claim, issuer: scene.a.keys())
        }
    }
}

extension ContactClaim {
    func changing(
        ticket: CTSTicket? = nil,
        authenticator: SealedAuthenticator? = nil,
        details: RiskExposureDetails? = nil,
        time: UnixTime? = nil
    ) -> ContactClaim {
        ContactClaim(
            timeReceived: time ?? timeReceived,
            myClientID: myClientID,
            ticket: ticket ?? self.ticket,
            authenticator: authenticator ?? self.authenticator,
            observedClientID: observedClientID,
            detailsDigest: details?.digest ?? detailsDigest
        )
    }
}

extension ContactDraft {
    func renaming(_ name: ClientID) -> ContactDraft {
        ContactDraft(
            timeReceived: timeReceived,
            myClientID: name,
            observedClientID: observedClientID,
            ticket: ticket,
            serverSessionKey: serverSessionKey,
            details: details
        )
    }
}

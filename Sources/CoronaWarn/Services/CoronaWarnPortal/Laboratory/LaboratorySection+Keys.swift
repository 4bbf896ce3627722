import CoronaWarnPorts
import ExposurePrimitives
import Localisation
import OperatorStores
import PortalSections
import ServiceKit
import WireFormat

extension LaboratorySection {
    func showKeys(_ request: SectionRequest) async throws -> SectionAnswer {
        .page(request.parts.keys(try await keyState(request, turn: request.session.turn)))
    }

    /// Changes the laboratory's key. The attempt is in the audit log before the change, and its outcome after it.
    func changeKey(_ request: SectionRequest) async throws -> SectionAnswer {
        let laboratory = try laboratory(of: request)
        let fields = request.fields
        guard let change = LaboratoryKeyChange(rawValue: fields?[KeyState.changeField] ?? "") else {
            throw SectionRefusal(KeyText.notPossible, status: 400)
        }
        let turn = fields?[PageParts.turnField] ?? ""
        let next = request.session.turn(after: turn)
        func again(_ notice: any LocalisedText, status: Int, turn: Int) async throws -> SectionAnswer {
            .page(request.parts.keys(try await keyState(request, turn: turn), notice: notice), status: status)
        }
        guard !change.needsConsent || fields?[KeyState.consentField] == PageParts.ticked else {
            return try await again(KeyText.consentMissing, status: 422, turn: request.session.turn)
        }
        guard try await request.session.take(turn: turn) else {
            return try await again(KeyText.formTaken, status: 409, turn: next)
        }
        do {
            switch try await outcome(of: change, laboratory, request.session) {
            case .made(let key, let expiry):
                let end = TypedDay.shown(calendar.day(of: expiry))
                return .page(request.parts.newKey(key, laboratory: laboratory, end: end))
            case .revoked: return try await again(KeyText.isRevoked, status: 200, turn: next)
            case .refused: return try await again(KeyText.notPossible, status: 409, turn: next)
            case .underWay(let end):
                let day = TypedDay.shown(calendar.day(of: end))
                return try await again(KeyPhrase.underWay(end: day), status: 409, turn: next)
            }
        } catch {
            logger.recordFailure(of: "/portal/laboratory/keys", FailureCause(error))
            return try await again(LaboratoryText.unavailable, status: 503, turn: next)
        }
    }

    private func outcome(
        of change: LaboratoryKeyChange,
        _ laboratory: String,
        _ session: SectionSession
    ) async throws -> LaboratoryKeyOutcome {
        try await session.note(.keyChanging)
        let outcome = try await laboratories.change(change, of: laboratory)
        switch outcome {
        case .made: try await session.note(.keyMade)
        case .revoked: try await session.note(.keyRevoked)
        case .refused, .underWay: try await session.note(.keyRefused)
        }
        return outcome
    }

    private func keyState(_ request: SectionRequest, turn: Int) async throws -> KeyState {
        let laboratory = try laboratory(of: request)
        return KeyState(
            laboratory: laboratory,
            holder: try await laboratories.keyState(of: laboratory),
            turn: turn,
            now: clock.now(),
            calendar: calendar
        )
    }
}

/// The state of a laboratory's key, and the changes that it allows.
struct KeyState {
    let laboratory: String
    let holder: AccessKeyHolder?
    let turn: Int
    let now: UnixTime
    let calendar: AuthorityCalendar

    private var isLive: Bool { holder.map { !$0.isRevoked && now < $0.expiry } ?? false }

    private var formerEnd: UnixTime? {
        holder?.formerExpiry.flatMap { now < $0 ? $0 : nil }
    }

    var text: any LocalisedText {
        guard let holder else {
            return KeyText.none
        }
        guard !holder.isRevoked else {
            return KeyText.isRevoked
        }
        let end = TypedDay.shown(calendar.day(of: holder.expiry))
        guard isLive else {
            return KeyPhrase.ended(on: end)
        }
        return formerEnd.map { KeyPhrase.two(end: end, former: TypedDay.shown(calendar.day(of: $0))) }
            ?? KeyPhrase.one(end: end)
    }

    var changes: [LaboratoryKeyChange] {
        guard isLive else {
            return holder?.isRevoked == true ? [] : [.create]
        }
        return (formerEnd == nil ? [.rotate] : []) + [.replace, .revoke]
    }

    static let changeField = "change"
    static let consentField = "consent"
}

extension LaboratoryKeyChange {
    /// Whether the laboratory's program stops at once, so the operator must say that she means it.
    var needsConsent: Bool { self == .replace || self == .revoke }
}

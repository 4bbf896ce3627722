import AssociationProtocol
import ClientKit
import ExposurePrimitives

/// Exchanges with other phones: identity keys of the day, and the log.
struct ExchangeState: Codable, Equatable, Sendable {
    var identities: [DayIdentities] = []
    var log = ContactLog()
    /// Whole days before today on which contacts are kept.
    var contactDays = ContactDays.usual
    /// The number of the last interval whose keys were shown on the air.
    var shownInterval: UInt32?

    /// Whether the authority signed the keys of a day.
    func isAttested(on day: CalendarDay) -> Bool {
        identities.contains { $0.day == day && $0.isAttested }
    }
}

/// The setting of the days for which contacts are kept.
public enum ContactDays {
    public static let usual = 14
    /// The days that the owner can choose.
    public static let choices = 14...21
}

enum ExchangeMessage: Sendable {
    case timePassed
    /// Draws what this interval needs.
    case rotate
    /// Draws the identity keys of the day after today, and asks the authority for attestations.
    case askForAttestations(StoredAccount, of: CalendarDay)
    case attested(CalendarDay, [IdentityAttestation])
    /// The keys of an interval are shown from now on.
    case show(AssociationInterval)
    case received(StoredContact)
    case issued(StoredTicketRecord)
    case contactDays(Int)
    /// The names and keys of the account that has ended are of no use any more.
    case accountEnded
}

struct ExchangeReducer: AppSlice {
    /// Whether keys are useless without attestations.
    let needsAttestations: Bool

    func reduce(
        _ state: inout ExchangeState,
        _ message: ExchangeMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            expire(&state, at: now)
            return []
        case .rotate:
            return rotate(&state, in: whole, at: now, using: &generator)
        case .askForAttestations(let account, let day):
            drawKeys(of: day, &state, using: &generator)
            // A key is erased only if the clock has jumped. Then tomorrow is another day, too.
            guard let keys = state.identities.first(where: { $0.day == day })?.publicKeys else {
                return []
            }
            return [.perform(.attest(AttestationCall(account: account, day: day, keys: keys)))]
        case .attested(let day, let attestations):
            if let place = state.identities.firstIndex(where: { $0.day == day }) {
                state.identities[place].attest(attestations)
            }
            return []
        case .show(let interval):
            guard state.shownInterval != interval.number else {
                return []
            }
            state.shownInterval = interval.number
            return [.perform(.taken)]
        case .received(let contact): return state.log.add(contact) ? [.perform(.taken)] : []
        case .issued(let record): return state.log.add(record) ? [.perform(.taken)] : []
        case .accountEnded:
            (state.log, state.identities) = (ContactLog(), [])
            return []
        case .contactDays(let days):
            state.contactDays = min(max(days, ContactDays.choices.lowerBound), ContactDays.choices.upperBound)
            expire(&state, at: now)
            return []
        }
    }

    private func expire(_ state: inout ExchangeState, at now: UnixTime) {
        state.log.expire(on: now.utcDay, contactDays: state.contactDays)
        for place in state.identities.indices {
            state.identities[place].erase(at: now)
        }
        // A day beyond tomorrow is of a clock that was set back.
        let tomorrow = now.utcDay.advanced(byDays: 1)
        state.identities.removeAll { $0.isErased || $0.day > tomorrow }
    }

    private func rotate(
        _ state: inout ExchangeState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard whole.account.account != nil else {
            return []
        }
        // The key of this interval is erased even if nothing else happens on the phone.
        let erasure = AssociationInterval(clamping: now).end.advanced(bySeconds: EphemeralIdentity.grace)
        let wakeUp = AppStep.perform(.schedule(.rotation, at: erasure))
        guard whole.onboarding.isServiceWanted else {
            return [wakeUp]
        }
        let today = now.utcDay
        state.log.drawSecret(for: today, using: &generator)
        if !needsAttestations {
            drawKeys(of: today, &state, using: &generator)
            expire(&state, at: now)
        }
        return [wakeUp]
    }

    private func drawKeys(
        of day: CalendarDay,
        _ state: inout ExchangeState,
        using generator: inout some RandomNumberGenerator
    ) {
        if !state.identities.contains(where: { $0.day == day }) {
            state.identities.append(DayIdentities(day: day, using: &generator))
        }
    }
}

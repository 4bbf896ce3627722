import AssociationAPI
import ClientKit
import ExposurePrimitives

/// The report of a person who is ill, from the code to the authority's answer that everything has arrived.
typealias ReportState = StateSlice<ReportMemory, ReportSession>

struct ReportMemory: Codable, Equatable, Sendable {
    /// Nil before the consent, and after everything has arrived.
    var report: PlannedReport?
    /// When the last report had arrived.
    var completedAt: UnixTime?
}

struct ReportSession: Equatable, Sendable {
    /// The code as far as it is typed.
    var typed = ""
    /// Whether the code is confirmed and the person is asked for consent.
    var isAskingForConsent = false
    /// The contacts could not be put together.
    var planFailed = false
    /// The reason why the last request got no answer; nil if it did.
    var failure: AuthorityFailure?
    /// Whether the authority has confirmed the right in this slot. Without that, the clock may be wrong, and the
    /// authenticators of a batch would be refused for good.
    var isRightConfirmed = false

    /// Nothing is typed any more.
    mutating func forgetEntry() {
        (typed, isAskingForConsent, planFailed) = ("", false, false)
    }
}

enum ReportMessage: Sendable {
    case timePassed
    case type(String)
    case confirmCode
    case consent
    case decline
    /// The person left the screen.
    case left
    /// It is the time of a slot's request for the right. It is sent in any case, genuine or not.
    case askForRight
    /// It is the time of a slot's batch. It is sent in any case, genuine or not.
    case sendBatch
    case answered(CallAnswer)
    /// The contacts are those of an account that has ended.
    case accountEnded
}

struct ReportReducer: AppSlice {
    /// Whether contacts are put into boxes.
    let isPrivate: Bool

    func reduce(
        _ state: inout ReportState,
        _ message: ReportMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            return timePassed(&state, at: now, using: &generator)
        case .accountEnded:
            (state.report, state.session) = (nil, ReportSession())
        case .type(let text):
            state.session.forgetEntry()
            state.typed = String(text.prefix(Self.maxTyped))
        case .confirmCode:
            confirm(&state)
        case .consent:
            consent(&state, in: whole, at: now, using: &generator)
        case .decline, .left:
            state.session.forgetEntry()
        case .askForRight:
            state.isRightConfirmed = false
            state.report?.beginSlot()
            return [.perform(.send(rightCall(state, in: whole)))]
        case .sendBatch:
            return [.perform(.send(batchCall(state, in: whole)))]
        case .answered(let answer):
            return time(answer) + take(answer, &state, at: now)
        }
        return []
    }

    private func timePassed(
        _ state: inout ReportState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard let report = state.report else {
            return []
        }
        // Its contacts are personal data that warn nobody.
        guard !report.isObsolete(on: now.utcDay) else {
            state.report = nil
            return []
        }
        guard report.hasOtherBatches else {
            return []
        }
        state.report = try? PlannedReport(again: report, on: now.utcDay, using: &generator)
        return report.code != nil && state.report?.code == nil ? [.tell(.notices(.show(.news)))] : []
    }

    /// A report whose code was refused goes on with the new one. The person consented to it already.
    private func confirm(_ state: inout ReportState) {
        guard let code = ReportCodeEntry(typed: state.typed).code else {
            return
        }
        if let report = state.report {
            if report.code == nil {
                state.report?.resume(with: code)
                state.session = ReportSession()
            }
        } else {
            state.isAskingForConsent = true
        }
    }

    private func consent(
        _ state: inout ReportState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) {
        guard state.isAskingForConsent, state.report == nil, let code = ReportCodeEntry(typed: state.typed).code else {
            return
        }
        let contacts = whole.exchange.log.contacts
        let report = try? PlannedReport(
            code: code,
            contacts: contacts,
            isPrivate: isPrivate,
            on: now.utcDay,
            using: &generator
        )
        guard let report else {
            state.planFailed = true
            return
        }
        state.report = report
        state.session = ReportSession()
    }

    private func rightCall(_ state: ReportState, in whole: AppState) -> SlotCall {
        guard let account = whole.account.account, let request = state.report?.rightRequest else {
            return .decoyRight
        }
        return .right(account, SlotCall.RightOrder(body: StoredBytes(request.exposedBytes)))
    }

    private func batchCall(_ state: ReportState, in whole: AppState) -> SlotCall {
        guard let account = whole.account.account, state.isRightConfirmed, let batch = state.report?.nextBatch else {
            return .decoyBatch
        }
        return .batch(account, batch)
    }

    private func take(_ answer: CallAnswer, _ state: inout ReportState, at now: UnixTime) -> [AppStep] {
        switch answer {
        case .decoy:
            return []
        case .batch(let failure):
            state.failure = failure
            return []
        case .right(.failure(let failure)):
            state.failure = failure
            return []
        case .right(.success(let answer)):
            guard state.report != nil else {
                return []
            }
            (state.failure, state.isRightConfirmed) = (nil, true)
            state.report?.note(answer)
            guard let report = state.report, report.code == nil || report.isComplete else {
                return []
            }
            if report.isComplete {
                (state.report, state.completedAt) = (nil, now)
            }
            return [.tell(.notices(.show(.news)))]
        }
    }

    private func time(_ answer: CallAnswer) -> [AppStep] {
        switch answer {
        case .right(.success): [.tell(.account(.timeChecked(isWrong: false)))]
        case .right(.failure(.wrongTime)): [.tell(.account(.timeChecked(isWrong: true)))]
        case .right, .batch, .decoy: []
        }
    }

    /// Characters that are kept of what is typed.
    private static let maxTyped = 64
}

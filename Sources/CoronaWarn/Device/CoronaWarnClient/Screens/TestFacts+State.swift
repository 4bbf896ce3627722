import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives

extension TestFacts {
    /// Nil without a test and without a registration.
    init?(_ state: AppState, now: UnixTime) {
        if let pending = state.tests.registration {
            let isSending = state.isUnderWay(.registration, at: now)
            phase = isSending ? .registering : .notRegistered(pending.failure.map(WaitReason.init) ?? .noConnection)
            (registeredAt, sampledAt, canRefresh, canShare) = (nil, nil, !isSending, false)
            return
        }
        guard let test = state.tests.test else {
            return nil
        }
        registeredAt = test.record.registeredAt
        sampledAt = test.record.sampledAt
        canRefresh = test.record.asks(at: now) && !state.isUnderWay(.question, at: now)
        canShare = state.canShare
        switch test.record.card(at: now) {
        case .pending: phase = .pending(test.failure.map(WaitReason.init))
        case .lost: phase = .result(.lost)
        case let card: phase = test.isOpened ? .result(card) : .available
        }
    }
}

extension WaitReason {
    init(_ failure: ExchangeFailure) {
        self =
            switch failure {
            case .unreachable: .noConnection
            case .tooManyRequests, .busy: .busy
            case .refused(.differingResults): .resultsDiffer
            case .unavailable, .unexpected, .refused: .serverFailed
            case .lost: .noAnswer
            }
    }
}

extension SubmissionFacts {
    /// Nil as long as nothing can be shared.
    init?(_ state: AppState, now: UnixTime) {
        guard let phase = Phase(state, now: now) else {
            return nil
        }
        self.phase = phase
        sharesDaily = state.submission.plan?.choices.sharesDaily ?? false
        offersToday = state.submission.plan?.offersDailyUpload(at: now) ?? false
    }
}

extension SubmissionFacts.Phase {
    fileprivate init?(_ state: AppState, now: UnixTime) {
        let submission = state.submission
        if let draft = submission.draft {
            self.init(draft, countries: state.session.configuration?.supportedCountries ?? [])
        } else if let upload = submission.plan?.upload {
            if state.isUnderWay(.upload, at: now) {
                self = .sending
            } else {
                self = upload.mayHaveArrived ? .unanswered : .notSent(submission.failure.map(WaitReason.init))
            }
        } else if let ended = submission.ended, state.tests.test?.token == submission.token {
            self = .ended(HotlineReason(ended))
        } else if let sent = submission.sent, state.tests.test?.token == submission.token {
            self = .sent(sent)
        } else if state.canShare {
            self = submission.isDeclined ? .declined : .consent(submission.keysFailure)
        } else {
            return nil
        }
    }

    private init(_ draft: SubmissionDraft, countries: [String]) {
        self =
            draft.keys == nil
            ? .asking : draft.levels == nil ? .symptoms : .countries(countries.compactMap { RegionCode($0) })
    }
}

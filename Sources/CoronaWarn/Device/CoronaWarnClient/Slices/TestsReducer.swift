import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposurePrimitives
import PhonePorts

struct TestsReducer: AppSlice {
    func reduce(
        _ state: inout TestsState,
        _ message: TestsMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            if state.test?.record.isOver(at: now) ?? false {
                state.test = nil
            }
        case .scan(let text, let birthDate):
            return scan(text, birthDate: birthDate, &state, at: now, using: &generator)
        case .register(let teleTAN):
            return register(.teleTAN(teleTAN), &state, at: now, using: &generator)
        case .leftScan:
            state.scanRefusal = nil
        case .refresh:
            refresh(&state, at: now)
        case .open:
            return open(&state)
        case .remove:
            state.memory = TestsMemory()
            return [.tell(.hotline(.settled)), .tell(.places(.open(.home)))]
        case .sendRegistration:
            return sendRegistration(&state, at: now)
        case .registrationAnswered(let result):
            return registrationAnswered(result, &state, at: now, using: &generator)
        case .sendQuestion:
            return sendQuestion(state, at: now)
        case .questionAnswered(let result):
            return questionAnswered(result, &state, in: whole, at: now, using: &generator)
        }
        return []
    }

    // MARK: - Registration

    private func scan(
        _ text: String,
        birthDate: CalendarDay?,
        _ state: inout TestsState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        do throws(ScanRefusal) {
            let scanned = try ScannedTest(text, birthDate: birthDate, today: now.utcDay)
            state.scanRefusal = nil
            return register(.scanned(scanned), &state, at: now, using: &generator)
        } catch {
            state.scanRefusal = error
            return []
        }
    }

    /// Registers with the next sequence. The credential and its nonce are in the file before the request leaves. A
    /// registration that has no answer yet is not replaced: its code may be used up already.
    private func register(
        _ credential: RegistrationAttempt.Credential,
        _ state: inout TestsState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard state.registration == nil else {
            return []
        }
        let attempt = RegistrationAttempt(credential, using: &generator)
        state.registration = PendingRegistration(attempt: attempt, again: now)
        // The way back from the test leads Home, not to the entry of a code that is used up.
        return [.tell(.hotline(.settled)), .tell(.places(.open(.home))), .tell(.places(.open(.test)))]
    }

    private func sendRegistration(_ state: inout TestsState, at now: UnixTime) -> [AppStep] {
        guard state.registration != nil else {
            return [.tell(.traffic(.fill(.registration)))]
        }
        state.registration?.attempt.sending(at: now)
        return state.registration.map { [.perform(.send(.register($0.attempt)))] } ?? []
    }

    private func registrationAnswered(
        _ result: Result<RegistrationToken, ExchangeFailure>,
        _ state: inout TestsState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard var pending = state.registration else {
            return []
        }
        switch result {
        case .success(let token):
            state.test = RegisteredTest(pending.attempt.credential, token: token, at: now)
            state.registration = nil
            return []
        case .failure(let failure):
            pending.failure = failure
            switch pending.attempt.failed(failure, at: now, using: &generator) {
            case .again(let time):
                pending.again = time
                state.registration = pending
                return []
            case .ended(let failure):
                state.registration = nil
                return [.tell(.hotline(.need(HotlineReason(failure, of: pending.attempt.credential))))]
            }
        }
    }

    // MARK: - Result

    /// The person does not wait for the end of a pause.
    private func refresh(_ state: inout TestsState, at now: UnixTime) {
        if state.registration != nil {
            state.registration?.again = now
            state.registration?.failure = nil
        } else {
            state.test?.polling.endPause(at: now)
            state.test?.failure = nil
        }
    }

    private func sendQuestion(_ state: TestsState, at now: UnixTime) -> [AppStep] {
        guard let test = state.test, test.record.asks(at: now) else {
            return [.tell(.traffic(.fill(.result)))]
        }
        return [.perform(.send(.ask(test.token)))]
    }

    private func questionAnswered(
        _ result: Result<TestResultAnswer, ExchangeFailure>,
        _ state: inout TestsState,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        guard var test = state.test, let pauses = whole.session.configuration?.resultPolling else {
            return []
        }
        defer { state.test = test }
        switch result {
        case .success(let answer):
            test.failure = nil
            test.polling.answered(at: now, pauses: pauses, using: &generator)
            guard test.record.told(answer, at: now) else {
                return []
            }
            test.isOpened = false
            // An open app shows it at once, and a notification would stay behind on the lock screen.
            return whole.life.isForeground ? [] : [.tell(.notices(.show(.resultAvailable)))]
        case .failure(let failure):
            test.failure = failure
            test.polling.failed(failure, at: now, using: &generator)
            switch failure {
            case .refused(.differingResults):
                return [.tell(.hotline(.need(.resultsDiffer)))]
            case .refused:
                test.record.tokenRefused(at: now)
                return [.tell(.hotline(.need(.testForgotten)))]
            default:
                return []
            }
        }
    }

    private func open(_ state: inout TestsState) -> [AppStep] {
        guard state.test?.record.result.map({ $0.outcome != .pending }) ?? false else {
            return []
        }
        state.test?.isOpened = true
        return [.tell(.notices(.withdraw(.resultAvailable))), .tell(.places(.open(.test)))]
    }
}

import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnDemo
import ExposurePrimitives
import PhonePorts
import StoryKit

// From the consent to the keys on the server, and what goes wrong on the way.

extension StoryActs {
    /// Anna warns the others.
    func share() async throws -> StoryOutcome.Shared {
        let before = cast.connection.record
        narrator.step("Anna agrees to warn others, and says that her symptoms began within the last seven days.")
        try await cast.anna.consent()
        switch mishap {
        case nil: break
        case .stoppedServer:
            narrator.detail("The servers stop.")
            try await cast.servers.interrupt()
        case .expiredTAN: cast.connection.fail(.unreachable)
        case .lostAnswer: cast.connection.fail(.lostAnswer)
        }
        var phase = try await cast.anna.answer(.symptoms(.withinSevenDays))
        narrator.detail(Self.words(for: phase))
        if mishap != .lostAnswer {
            await cast.anna.putAway()
        }
        if let mishap {
            phase = try await recover(from: mishap)
        }
        let after = cast.connection.record
        return StoryOutcome.Shared(
            keyCount: try await keyCount(of: cast.anna, phase) + keyCount(of: cast.emil, cast.emil.submission),
            questions: cast.anna.device.screen.questionsForKeys,
            tans: after.requestsForTANs - before.requestsForTANs,
            uploads: Array(after.uploads.dropFirst(before.uploads.count))
        )
    }

    /// Lets Anna's phone send by itself what it could not send before.
    private func recover(from mishap: StoryMishap) async throws -> SubmissionFacts.Phase? {
        switch mishap {
        case .stoppedServer:
            try await cast.servers.resume()
            try await cast.connection.reconnect(to: cast.servers)
        case .expiredTAN: clock.move(to: clock.now().advanced(bySeconds: UnixTime.secondsPerDay))
        case .lostAnswer: break
        }
        if mishap != .lostAnswer, let time = cast.anna.device.screen.wakeUp(for: .traffic) {
            clock.move(to: time)
        }
        narrator.step("\(clock.now()): \(Self.words(for: mishap))")
        if mishap == .lostAnswer {
            try await stayUntilSent(cast.anna)
        } else {
            await cast.anna.wake(for: .traffic)
        }
        let phase = try await cast.anna.submission
        narrator.detail(Self.words(for: phase))
        return phase
    }

    /// Looks at the open app for at most a minute.
    private func stayUntilSent(_ phone: StoryPhone) async throws {
        let end = clock.now().advanced(bySeconds: 60)
        while clock.now() < end {
            if case .sent? = try await phone.submission {
                break
            }
            await phone.waitForSequence()
        }
        await phone.putAway()
    }

    private func keyCount(of phone: StoryPhone, _ phase: SubmissionFacts.Phase?) throws -> Int {
        guard case .sent(let keys)? = phase else {
            throw StoryError.unexpectedScreen(of: phone.name)
        }
        return keys.count
    }

    private static func words(for mishap: StoryMishap) -> String {
        switch mishap {
        case .stoppedServer: "The servers are back. Anna's phone sends by itself, at the time of its next fakes."
        case .expiredTAN:
            """
            The connection is back, and the TAN has expired. Anna's phone gets another one for the same keys, without a \
            question to Anna.
            """
        case .lostAnswer:
            """
            The server has the keys, and Anna's phone does not know it. While the app is open, it soon sends the same \
            bytes again.
            """
        }
    }

    static func words(for phase: SubmissionFacts.Phase?) -> String {
        switch phase {
        case .sent(let keys): "The app shows: \(keys.count) keys sent."
        case .notSent: "The app shows: not sent yet. The phone will send by itself."
        case .unanswered: "The app shows: no answer yet. The keys may have arrived."
        default: "The app shows nothing of an upload."
        }
    }
}

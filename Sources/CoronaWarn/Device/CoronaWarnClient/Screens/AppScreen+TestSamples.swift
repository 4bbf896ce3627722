import CoronaWarnAPI
import CoronaWarnConfiguration

// Tests, uploads and the hotline with made-up facts.

extension AppScreen {
    static var scansSamples: [SampleScreen] {
        [
            SampleScreen("scan", .scan(ScanFacts(refusal: nil, isBusy: false, replacesTest: false))),
            SampleScreen("scan-busy", .scan(ScanFacts(refusal: nil, isBusy: true, replacesTest: false))),
            SampleScreen("scan-again", .scan(ScanFacts(refusal: nil, isBusy: false, replacesTest: true))),
        ]
            + ScanRefusal.allCases.map {
                SampleScreen(
                    "scan-\($0)".lowercased(),
                    .scan(ScanFacts(refusal: $0, isBusy: false, replacesTest: false))
                )
            }
    }

    static var testsSamples: [SampleScreen] {
        testPhases.map { SampleScreen("test-\($0.name)", .test(testFacts($0.phase))) }
            + [SampleScreen("test-asking", .test(testFacts(.pending(nil), isAsking: true)))]
    }

    static var testPhases: [(name: String, phase: TestFacts.Phase)] {
        [("registering", .registering), ("pending", .pending(nil)), ("available", .available)]
            + WaitReason.allCases.flatMap { reason in
                [
                    ("not-registered-\(reason)".lowercased(), TestFacts.Phase.notRegistered(reason)),
                    ("pending-\(reason)".lowercased(), .pending(reason)),
                ]
            }
            + TestCard.allCases.map { ("result-\($0)", .result($0)) }
    }

    static func testFacts(_ phase: TestFacts.Phase, isAsking: Bool = false) -> TestFacts {
        let isRegistered: Bool =
            switch phase {
            case .registering, .notRegistered: false
            case .pending, .available, .result: true
            }
        let canRefresh: Bool =
            switch phase {
            case .notRegistered, .pending, .result(.invalid): true
            case .registering, .available, .result: false
            }
        return TestFacts(
            phase: phase,
            registeredAt: isRegistered ? sampleTime : nil,
            sampledAt: isRegistered ? sampleTime : nil,
            canRefresh: canRefresh && !isAsking,
            canShare: phase == .result(.positive)
        )
    }
}

// MARK: - Uploads

extension AppScreen {
    static var submissionsSamples: [SampleScreen] {
        submissionPhases.map { name, phase in
            SampleScreen("share-\(name)", .submission(facts(phase)))
        } + [
            SampleScreen(
                "share-sent-daily",
                .submission(SubmissionFacts(phase: .sent(sent), sharesDaily: true, offersToday: true))
            )
        ]
    }

    private static let sent = SentKeys(count: 13, at: sampleTime)

    private static func facts(_ phase: SubmissionFacts.Phase) -> SubmissionFacts {
        SubmissionFacts(phase: phase, sharesDaily: false, offersToday: false)
    }

    static var submissionPhases: [(name: String, phase: SubmissionFacts.Phase)] {
        [
            ("consent", .consent(nil)), ("declined", .declined), ("asking", .asking), ("symptoms", .symptoms),
            ("countries", .countries(["DE", "FR", "IT", "ES"].compactMap { RegionCode($0) })), ("sending", .sending),
            ("not-sent", .notSent(nil)), ("unanswered", .unanswered), ("sent", .sent(sent)),
        ]
            + KeysFailure.allCases.map { ("consent-keys-\($0)", .consent($0)) }
            + WaitReason.allCases.map { ("not-sent-\($0)".lowercased(), .notSent($0)) }
            + [HotlineReason.noTAN, .refusedTAN, .uploadUncertain, .contentRefused].map {
                ("ended-\($0)".lowercased(), .ended($0))
            }
    }

    static var hotlinesSamples: [SampleScreen] {
        let number = Hotline(purpose: .teleTAN, number: "+00 000 0000000")
        let other = Hotline(purpose: .information, number: "+00 000 0000001")
        func facts(_ reason: HotlineReason?, typed: String = "") -> AppScreen {
            let entry = TeleTANEntry(typed: typed)
            return .hotline(
                HotlineFacts(
                    reason: reason,
                    numbers: [number, other],
                    groups: entry.groups,
                    feedback: typed.isEmpty ? nil : entry.feedback,
                    canConfirm: entry.teleTAN != nil
                )
            )
        }
        let typed = [
            ("incomplete", "R3A 4F7"), ("wrong-character", "R0"), ("too-long", "R3A4F7KP2MA"),
            ("wrong-check-character", "AAAAAAAAAA"), ("complete", completeTeleTAN),
        ]
        return [
            SampleScreen("hotline", facts(nil)),
            SampleScreen(
                "hotline-without-numbers",
                .hotline(HotlineFacts(reason: nil, numbers: [], groups: [], feedback: nil, canConfirm: false))
            ),
        ]
            + HotlineReason.allCases.map { SampleScreen("hotline-\($0)".lowercased(), facts($0)) }
            + typed.map { SampleScreen("hotline-typed-\($0)", facts(nil, typed: $1)) }
    }

    /// Nine characters, and the check character that fits them.
    private static var completeTeleTAN: String {
        TeleTAN.alphabet.map { "AAAAAAAAA" + String(UnicodeScalar($0)) }
            .first { TeleTANEntry(typed: $0).feedback == .complete } ?? ""
    }
}

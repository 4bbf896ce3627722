import ExposurePrimitives
import ImmuniAPI
import PhonePorts

// Home, its repairs of the phone, and the upload.

extension AppScreen {
    static func home(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        func home(
            _ service: ServiceStatus = .working,
            _ status: CovidStatus = .neutral,
            _ lastCheck: LastCheck = .foundNothing(at: sampleCheck),
            failure: AttemptFailure? = nil,
            hasUnfinishedUpload: Bool = false,
            hasJustRecovered: Bool = false,
            mustBeOpened: Bool = false
        ) -> AppScreen {
            .home(
                HomeFacts(
                    service: service,
                    status: status,
                    lastCheck: lastCheck,
                    checkFailure: failure,
                    hasUnfinishedUpload: hasUnfinishedUpload,
                    hasJustRecovered: hasJustRecovered,
                    canExplain: status.lastDayOfWarning != nil,
                    contact: sampleContact,
                    mustBeOpened: mustBeOpened
                )
            )
        }
        let reopened = SampleScreen("home-to-be-opened", home(mustBeOpened: true))
        let done = LastCheck.done(at: sampleCheck)
        return (platform == .android ? [reopened] : []) + [
            SampleScreen("home", home()), SampleScreen("home-before-first-check", home(.working, .neutral, .none)),
            SampleScreen("home-check-incomplete", home(.working, .neutral, .foundNothingSoFar(at: sampleCheck))),
            SampleScreen("home-clock-set-back", home(.working, .neutral, .atUnknownTime)),
            SampleScreen("home-risk", home(.working, .risk(lastContact: sampleDay), done)),
            SampleScreen("home-risk-off", home(.switchedOff, .risk(lastContact: sampleDay), done)),
            SampleScreen("home-dismissed", home(.working, .dismissed(lastContact: sampleDay), done)),
            SampleScreen("home-positive", home(.working, .positive(lastUpload: sampleDay), done)),
            SampleScreen("home-recovered", home(.working, .neutral, done, hasJustRecovered: true)),
            SampleScreen("home-off", home(.switchedOff)),
            SampleScreen("home-impaired", home(.impaired(problems(on: platform)))),
            SampleScreen("home-limited", home(.impaired([.notificationsOff, .storageFull]))),
            SampleScreen("home-unfinished", home(hasUnfinishedUpload: true)),
        ]
            + AttemptFailure.allCases.map { SampleScreen("home-failed-\($0)".lowercased(), home(failure: $0)) }
    }

    private static func problems(on platform: SettingsRequest.Platform) -> [ServiceProblem] {
        ServiceProblem.allCases.filter { platform == .android || $0 != .locationOff }
    }

    static func repairs(on platform: SettingsRequest.Platform) -> [SampleScreen] {
        func repair(_ problem: ServiceProblem, mayAsk: Bool) -> AppScreen {
            let phone = PhoneFacts(
                systemVersion: SystemVersion(),
                model: "",
                notificationPermission: mayAsk ? .notDetermined : .refused,
                languages: []
            )
            return .repair(RepairFacts(problem: problem, repair: problem.repair(on: phone)))
        }
        return problems(on: platform).map {
            SampleScreen("repair-\($0.rawValue.lowercased())", repair($0, mayAsk: false))
        } + [SampleScreen("repair-notifications-never-asked", repair(.notificationsOff, mayAsk: true))]
    }

    static var uploads: [SampleScreen] {
        func upload(
            _ phase: UploadFacts.Phase,
            secondsToWait: Int = 0,
            keyCount: Int? = 2,
            isServiceOff: Bool = false
        ) -> AppScreen {
            .upload(
                UploadFacts(
                    phase: phase,
                    code: "ABC DEFG HIJ",
                    secondsToWait: secondsToWait,
                    content: UploadSummary(
                        keyCount: keyCount,
                        summaryCount: 2,
                        infoCount: 3,
                        province: Province(code: "RM")
                    ),
                    isServiceOff: isServiceOff,
                    isCodeLostByLeaving: phase == .recap,
                    contact: sampleContact
                )
            )
        }
        return UploadFacts.Phase.allCases.map { SampleScreen("upload-\($0)".lowercased(), upload($0)) } + [
            SampleScreen("upload-wait", upload(.notAuthorised, secondsToWait: 20)),
            SampleScreen("upload-service-off", upload(.keysUnavailable, keyCount: nil, isServiceOff: true)),
        ]
    }
}

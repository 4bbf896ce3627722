import ClientKit
import ExposureFramework
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import MessageSignatures
import PhonePorts
import WireFormat

// The reducer's effects, performed through the phone's ports.

extension AppDefinition {
    func perform(_ effect: AppEffect, for container: isolated StateContainer<AppDefinition>) async -> AppAction? {
        await end(of: effect, for: container).map { .effectEnded(EffectEnd($0)) }
    }

    /// - Returns: the message to the slice that the effect belongs to; nil if the app need not know of its end.
    private func end(
        of effect: AppEffect,
        for container: isolated StateContainer<AppDefinition>
    ) async -> AppMessage? {
        switch effect {
        case .life(let effect): await end(of: effect, for: container).map(AppMessage.life)
        case .session(let effect): await end(of: effect, for: container).map(AppMessage.session)
        case .upload(let effect): .upload(await end(of: effect, for: container))
        case .analytics(let effect): await end(of: effect).map(AppMessage.analytics)
        case .sendDummy(let kind): await sendDummy(kind, for: container)
        case .show(let notification): .warnings(await show(notification))
        case .schedule(let task, let time): schedule(task, at: time)
        }
    }

    private func show(_ notification: PhoneNotification) async -> WarningsMessage {
        await phone.notifications.show(notification)
        return .shown(notification)
    }

    private func schedule(_ task: PhoneTask, at time: UnixTime?) -> AppMessage? {
        phone.scheduler.schedule(task, at: time)
        return nil
    }
}

// MARK: - The phone

extension AppDefinition {
    private func end(
        of effect: LifeEffect,
        for container: isolated StateContainer<AppDefinition>
    ) async -> LifeMessage? {
        switch effect {
        case .observePhone: return await observePhone()
        case .enableFramework: return await switchFramework(on: true)
        case .disableFramework: return await switchFramework(on: false)
        case .askForNotifications:
            _ = await phone.system.mayNotify()
            return nil
        case .wipe: return .wiped(await wipe(container))
        }
    }

    private func observePhone() async -> LifeMessage {
        let facts = await phone.system.facts()
        let framework = FrameworkFacts(
            status: await phone.framework.status,
            authorisation: await phone.framework.authorisation,
            releasableKeyCount: await phone.framework.releasableKeyCount
        )
        return .phoneObserved(facts, framework)
    }

    private func switchFramework(on: Bool) async -> LifeMessage {
        do throws(ExposureFrameworkError) {
            if on {
                try await phone.framework.enable()
            } else {
                try await phone.framework.disable()
            }
            return .attempted(nil)
        } catch {
            return .attempted(.framework(error))
        }
    }

    private func wipe(_ container: isolated StateContainer<AppDefinition>) async -> Bool {
        do {
            try await phone.framework.wipe()
            try container.wipeFile()
            return true
        } catch {
            return false
        }
    }
}

// MARK: - Session

extension AppDefinition {
    private func end(of effect: SessionEffect, for container: isolated StateContainer<AppDefinition>) async
        -> SessionMessage?
    {
        switch effect {
        case .fetchSettings: .settingsAnswered(await authority.settings())
        case .fetchFAQ(let target, let language): .faqAnswered(await authority.faq(target, in: language))
        case .detect(let plan): await detect(plan, in: container.state).map(SessionMessage.detectionEnded)
        }
    }

    private func detect(_ plan: DetectionPlan, in state: AppState) async -> DetectionOutcome? {
        guard let settings = state.session.settings else {
            return nil
        }
        let detection = Detection(
            authority: authority,
            framework: phone.framework,
            plan: plan,
            settings: settings,
            seenSequence: state.session.seenSequences[SignedDocument.keyIndex.rawValue],
            wantsInfos: !state.warnings.status.isPositive
        )
        return await detection.run()
    }
}

// MARK: - Upload

extension AppDefinition {
    private func end(of effect: UploadEffect, for container: isolated StateContainer<AppDefinition>) async
        -> UploadMessage
    {
        switch effect {
        case .validate(let otp): .validated(otp, await validate(otp, for: container))
        case .askForKeys: await askForKeys()
        case .upload(let otp, let keys): await upload(keys, with: otp, for: container)
        }
    }

    private func uploadRequests(for state: AppState) -> UploadRequests {
        UploadRequests(
            addedHeaders: phone.transport.addedHeaders(to: .upload),
            size: state.session.settings?.teksPacketSize ?? 0
        )
    }

    private func validate(
        _ otp: OneTimePassword,
        for container: isolated StateContainer<AppDefinition>
    ) async -> ValidationResult {
        do throws(MobileClientError) {
            let request = try uploadRequests(for: container.state)
                .validation(of: otp.uploadToken, .genuine, using: &container.generator)
            switch try await authority.send(request).status {
            case 204: return .authorised
            case APIError.unauthorisedOTP.status: return .notAuthorised
            default: return .failed
            }
        } catch {
            return .failed
        }
    }

    private func askForKeys() async -> UploadMessage {
        do {
            return .keysAnswered(.success(try await phone.framework.temporaryExposureKeyHistory()))
        } catch {
            return .keysAnswered(.failure(error))
        }
    }

    private func upload(
        _ keys: [TemporaryExposureKey],
        with otp: OneTimePassword,
        for container: isolated StateContainer<AppDefinition>
    ) async -> UploadMessage {
        do throws(MobileClientError) {
            let (request, report) = try makeUpload(of: keys, with: otp, for: container)
            return .uploaded(await answer(to: request, report), nil)
        } catch {
            return .uploaded(.failed, error)
        }
    }

    /// The newest fourteen keys, newest first, and the phone's data about its own exposures.
    private func makeUpload(
        of keys: [TemporaryExposureKey],
        with otp: OneTimePassword,
        for container: isolated StateContainer<AppDefinition>
    ) throws(MobileClientError) -> (PhoneRequest, UploadReport) {
        let (now, state) = (phone.clock.now(), container.state)
        let newest = Array(keys.reversed().prefix(UploadLimits.keysSent))
        let (history, settings) = (state.session.history, state.session.settings)
        return try uploadRequests(for: state).largest(
            with: otp.uploadToken,
            at: now,
            infoCount: settings?.teksMaxInfoCount ?? 0,
            using: &container.generator
        ) { infoCount in
            UploadRequest(
                province: state.choices.province ?? .abroad,
                keys: newest,
                epidemiologicalInfo: history.epidemiologicalInfo(
                    summaryCount: settings?.teksMaxSummaryCount ?? 0,
                    infoCount: infoCount,
                    on: now.utcDay
                )
            )
        }
    }

    private func answer(to request: PhoneRequest, _ report: UploadReport) async -> UploadResult {
        do throws(MobileClientError) {
            let status = try await authority.send(request).status
            switch status {
            case 204: return .sent(report)
            case APIError.unauthorisedOTP.status: return .notAuthorised
            case 429, 500...: return .unanswered
            default: return .failed
            }
        } catch {
            return error == .transport(.unreachable) ? .unsent : .unanswered
        }
    }

    private func sendDummy(
        _ kind: DummyKind,
        for container: isolated StateContainer<AppDefinition>
    ) async -> AppMessage? {
        let request = try? uploadRequests(for: container.state)
            .dummy(kind, at: phone.clock.now(), using: &container.generator)
        if let request {
            _ = try? await authority.send(request)
        }
        return nil
    }
}

// MARK: - Analytics

extension AppDefinition {
    private func end(of effect: AnalyticsEffect) async -> AnalyticsMessage? {
        switch effect {
        case .requestToken(let token): await requestAuthorisation(of: token)
        case .sendInfo(let order): .infoEnded(await sendInfo(order))
        }
    }

    /// Requests the authorisation. If the phone has no evidence, or no answer comes, the next detection asks again.
    private func requestAuthorisation(of token: AnalyticsToken) async -> AnalyticsMessage? {
        guard case .apple(let evidence, let proof) = phone.evidence,
            let answer = try? await analytics.authorise(token, by: proof, of: evidence)
        else {
            return nil
        }
        return .tokenAnswered(token, isAuthorised: answer == .authorised)
    }

    private func sendInfo(_ order: InfoOrder) async -> InfoResult {
        do throws(MobileClientError) {
            switch (phone.evidence, order.report) {
            case (.apple, let report?):
                if let token = report.token {
                    try await analytics.send(report.request, with: token.token)
                }
            case (.apple, nil): try await analytics.sendAppleDummy()
            case (.android(let evidence), let report?):
                try await analytics.send(report.request, attestedBy: evidence)
            case (.android(let evidence), nil): try await analytics.sendAndroidDummy(attestedBy: evidence)
            case (.none, _): break
            }
            return .ended
        } catch {
            return error == .evidence(.unavailable) ? .evidenceUnreachable : .ended
        }
    }
}

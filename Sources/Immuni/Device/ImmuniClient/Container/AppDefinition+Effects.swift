import ClientKit
import ExposureFramework
import ExposurePrimitives
import PhonePorts

// The reducer's effects, performed through the phone's ports.

extension AppDefinition {
    func perform(_ effect: AppEffect, for container: isolated StateContainer<AppDefinition>) async -> AppAction? {
        await end(of: effect, for: container).map { .effectEnded(EffectEnd($0)) }
    }

    /// - Returns: the message to the slice that the effect belongs to; nil if the app need not know of its end.
    private func end(of effect: AppEffect, for container: isolated StateContainer<AppDefinition>) async -> AppMessage? {
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

import ClientKit
import CoronaWarnAPI
import ExposureFramework
import ExposurePrimitives
import GAENCore
import PhonePorts

/// The app as the container runs it: its rules, and the parts of the phone that its effects use.
struct AppDefinition: ClientDefinition {
    let phone: CoronaWarnApp.Phone
    let reducer: AppReducer
    let exchange: ExchangeClient

    init(app: CoronaWarnApp.App, phone: CoronaWarnApp.Phone) {
        self.phone = phone
        reducer = AppReducer(app: app)
        exchange = ExchangeClient(transport: phone.transport)
    }

    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        reducer.reduce(&state, action, at: now, using: &generator)
    }

    /// A session requests all other wake-ups. A sequence's wake-up follows from the file, and that of an opening's plan
    /// from the opening.
    ///
    /// Nothing genuine leaves. A fake takes its place, so that the network does not see who had something to send.
    func withoutFile(_ effects: [AppEffect], of action: AppAction) -> [AppEffect] {
        effects.compactMap { effect -> AppEffect? in
            switch effect {
            case .life(.observePhone), .schedule(.planned, _): effect
            case .schedule(.session, let time): time == nil ? nil : effect
            case .send(let call): action.isOfSequence ? .send(.fake(call.kind)) : nil
            // That of a start.
            case .session(.download(let order)): action.isOfSequence && !order.wantsPackages ? effect : nil
            default: nil
            }
        }
    }

    func fileFailed(_ state: inout AppState, at action: AppAction, wanted: AppState) {
        state.fileFailed(at: action, wanted: wanted)
    }

    func display(of state: AppState) -> AppDisplay {
        AppDisplay(state, now: phone.clock.now())
    }
}

// MARK: - Effects

extension AppDefinition {
    func perform(_ effect: AppEffect, for container: isolated StateContainer<AppDefinition>) async -> AppAction? {
        await end(of: effect, for: container).map { .effectEnded(EffectEnd($0)) }
    }

    /// - Returns: the message to the slice that the effect belongs to; nil if the app need not know of its end.
    private func end(of effect: AppEffect, for container: isolated StateContainer<AppDefinition>) async -> AppMessage? {
        switch effect {
        case .life(let effect): return await end(of: effect, for: container).map(AppMessage.life)
        case .session(let effect): return await end(of: effect, for: container).map(AppMessage.session)
        case .askForKeys: return .submission(.keysAnswered(await askForKeys()))
        case .send(let call): return .traffic(.answered(await answer(to: call, for: container)))
        case .show(let notification):
            await phone.notifications.show(notification)
            return .notices(.shown(notification))
        case .schedule(let task, let time):
            phone.scheduler.schedule(task, at: time)
            return nil
        }
    }

    private func askForKeys() async -> Result<[TemporaryExposureKey], ExposureFrameworkError> {
        do throws(ExposureFrameworkError) {
            return .success(try await phone.framework.temporaryExposureKeyHistory())
        } catch {
            return .failure(error)
        }
    }

    private func end(
        of effect: LifeEffect,
        for container: isolated StateContainer<AppDefinition>
    ) async -> LifeMessage? {
        switch effect {
        case .observePhone:
            let facts = await phone.system.facts()
            let framework = FrameworkFacts(
                status: await phone.framework.status,
                authorisation: await phone.framework.authorisation
            )
            return .phoneObserved(facts, framework)
        case .enableFramework: return await switchFramework(on: true)
        case .disableFramework: return await switchFramework(on: false)
        case .askForNotifications:
            _ = await phone.system.mayNotify()
            return nil
        case .wipe: return .wiped(await wipe(container))
        }
    }

    private func switchFramework(on: Bool) async -> LifeMessage {
        do throws(ExposureFrameworkError) {
            if on {
                try await phone.framework.enable()
            } else {
                try await phone.framework.disable()
            }
            return .switched(nil)
        } catch {
            return .switched(error)
        }
    }

    private func wipe(_ container: isolated StateContainer<AppDefinition>) async -> Bool {
        do {
            try await phone.framework.wipe()
            try container.wipeFile()
            PackageStorage(phone.storage).sweep(keeping: [])
            return true
        } catch {
            return false
        }
    }
}

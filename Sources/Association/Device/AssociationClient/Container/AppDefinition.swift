import AssociationAPI
import AssociationProtocol
import ClientKit
import ExposurePrimitives
import PhonePorts

/// The app as the container runs it: its rules, and the parts of the phone that its effects use.
struct AppDefinition: ClientDefinition {
    let phone: AssociationApp.Phone
    let reducer: AppReducer
    let authority: AuthorityClient

    init(app: AssociationApp.App, phone: AssociationApp.Phone) {
        self.phone = phone
        reducer = AppReducer(app: app)
        authority = AuthorityClient(app: app, proofs: phone.proofs, transport: phone.transport, clock: phone.clock)
    }

    func reduce(
        _ state: inout AppState,
        _ action: AppAction,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppEffect] {
        reducer.reduce(&state, action, at: now, using: &generator)
    }

    /// The rotation comes each quarter of an hour and requests the other wake-ups. Before the first one there is the
    /// registration.
    func needsNoFile(_ effect: AppEffect) -> Bool {
        switch effect {
        case .life(.observePhone): true
        case .schedule(.rotation, let time), .schedule(.registration, let time): time != nil
        default: false
        }
    }

    func fileFailed(_ state: inout AppState, at action: AppAction, wanted: AppState) {
        state.fileFailed(at: action, wanted: wanted)
    }

    func display(of state: AppState) -> AppDisplay { AppDisplay(state, of: reducer.app) }
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
        case .register(let key, let district): return .account(.registered(await register(key, in: district)))
        case .send(let call): return .report(.answered(await answer(to: call, for: container)))
        case .poll(let account): return .alerts(.polled(await send(.poll, of: account, for: container)))
        case .endAccount(let account):
            _ = await send(.end, of: account, for: container)
            return nil
        case .attest(let call):
            return .attestations(.answered(call.day, await attestations(for: call, in: container)))
        case .search(let search): return .boxes(.searched(await search.findings(in: authority)))
        case .show(let notification):
            await phone.notifications.show(notification)
            return .notices(.shown(notification))
        case .schedule(let task, let time):
            phone.scheduler.schedule(task, at: time)
            return nil
        case .taken: return nil
        }
    }

    private func end(
        of effect: LifeEffect,
        for container: isolated StateContainer<AppDefinition>
    ) async -> LifeMessage? {
        switch effect {
        case .observePhone: return .phoneObserved(await phone.system.facts())
        case .askForNotifications:
            // An Android phone of these years notifies without asking.
            if await phone.system.facts().notificationPermission == .notDetermined {
                _ = await phone.system.mayNotify()
            }
            return nil
        case .wipe:
            do throws(PhoneStorageError) {
                try container.wipeFile()
                return .wiped(true)
            } catch {
                return .wiped(false)
            }
        }
    }

    private func register(
        _ key: StoredBytes,
        in district: PostalDistrict
    ) async -> Result<StoredAccount, AuthorityFailure> {
        guard let key = try? PrivateAgreementKey(SecretBytes(key.bytes)) else {
            return .failure(.lost)
        }
        do throws(AuthorityFailure) {
            return .success(try await authority.register(key, in: district))
        } catch {
            return .failure(error)
        }
    }

    private func send(
        _ call: PollCall,
        of account: StoredAccount,
        for container: isolated StateContainer<AppDefinition>
    ) async -> Result<PolledAlerts, AuthorityFailure> {
        guard let message = try? call.message(of: account, at: phone.clock.now(), using: &container.generator) else {
            return .failure(.lost)
        }
        do throws(AuthorityFailure) {
            return .success(try await authority.poll(message))
        } catch {
            return .failure(error)
        }
    }

    private func attestations(
        for call: AttestationCall,
        in container: isolated StateContainer<AppDefinition>
    ) async -> Result<[IdentityAttestation]?, AuthorityFailure> {
        guard let body = try? call.body(at: phone.clock.now(), using: &container.generator) else {
            return .failure(.lost)
        }
        do throws(AuthorityFailure) {
            return .success(try await authority.attestations(body, for: call))
        } catch {
            return .failure(error)
        }
    }

    /// Signs and sends one upload of a slot.
    private func answer(
        to call: SlotCall,
        for container: isolated StateContainer<AppDefinition>
    ) async -> CallAnswer {
        guard let body = try? call.body(at: phone.clock.now(), using: &container.generator) else {
            return CallAnswer(.lost, to: call)
        }
        do throws(AuthorityFailure) {
            switch call {
            case .decoyRight:
                _ = try await authority.right(body)
                return .decoy
            case .decoyBatch:
                try await authority.upload(body)
                return .decoy
            case .right: return .right(.success(try await authority.right(body)))
            case .batch:
                try await authority.upload(body)
                return .batch(nil)
            }
        } catch {
            return CallAnswer(error, to: call)
        }
    }
}

extension CallAnswer {
    init(_ failure: AuthorityFailure, to call: SlotCall) {
        self =
            switch call {
            case .decoyRight, .decoyBatch: .decoy
            case .right: .right(.failure(failure))
            case .batch: .batch(failure)
            }
    }
}

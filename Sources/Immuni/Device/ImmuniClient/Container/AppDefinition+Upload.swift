import ClientKit
import ExposureFramework
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import PhonePorts
import WireFormat

extension AppDefinition {
    func end(of effect: UploadEffect, for container: isolated StateContainer<AppDefinition>) async
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

    func sendDummy(_ kind: DummyKind, for container: isolated StateContainer<AppDefinition>) async -> AppMessage? {
        let request = try? uploadRequests(for: container.state)
            .dummy(kind, at: phone.clock.now(), using: &container.generator)
        if let request {
            _ = try? await authority.send(request)
        }
        return nil
    }
}

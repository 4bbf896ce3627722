import ImmuniAPI
import ImmuniClient
import PhonePorts

// The person's actions in their app.

extension StoryPhone {
    /// Starts the app and completes the onboarding.
    func settleIn(region: Region, province: Province) async throws {
        await client.send(.launched(inForeground: true))
        let steps: [AppAction] = [
            .proceed, .proceed, .acceptTerms(termsAccepted: true, noticeRead: true, isFourteen: true),
            .chooseRegion(region), .chooseProvince(province), .proceed,
        ]
        for step in steps {
            await client.send(step)
        }
        guard case .home = await client.display.screen else {
            if let failure = await client.lastFailure {
                throw failure
            }
            throw StoryError.notOnboarded
        }
    }

    /// Opens the screen with the code.
    func showCode() async throws -> OneTimePassword {
        await client.send(.open(.upload))
        return try OneTimePassword(try await uploadScreen().code.filter { $0 != " " })
    }

    /// Validates the code, confirms, and returns how many keys were sent.
    func upload() async throws -> Int {
        await client.send(.validateCode)
        guard try await uploadScreen().phase == .recap else {
            throw StoryError.codeNotAuthorised
        }
        await client.send(.confirmUpload)
        let screen = try await uploadScreen()
        guard screen.phase == .sent, let keyCount = screen.content.keyCount else {
            if let failure = await client.lastFailure {
                throw failure
            }
            throw StoryError.notUploaded
        }
        return keyCount
    }

    /// Lets the app look for exposures in the background.
    func detect() async throws -> DetectionReport {
        await client.send(.woken(.backgroundSession))
        let report = await client.lastReport ?? DetectionReport()
        if let interruption = report.interruption {
            throw interruption
        }
        return report
    }

    private func uploadScreen() async throws -> UploadFacts {
        guard case .upload(let facts) = await client.display.screen else {
            throw StoryError.notUploaded
        }
        return facts
    }
}

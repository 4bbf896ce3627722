import AppleDeviceCheck
import DeviceAttestation
import DeviceCheckEmulation
import ExposurePrimitives
import ExposureTesting
import Synchronization
import Testing

@Suite("Apple's DeviceCheck, against the emulator over TLS")
struct AppleDeviceCheckClientTests {
    private static let june = DeviceState(bits: .waiting, lastUpdate: CalendarMonth(iso: "2020-06"))

    @Test("validates, reads and writes")
    func round() async throws {
        try await EmulatedApple.with { apple in
            let token = apple.token()
            try await apple.client.validate(token)
            let state1 = try await apple.client.query(token)
            #expect(state1 == DeviceState(bits: .clear, lastUpdate: nil))
            try await apple.client.update(token, to: .waiting)
            let state2 = try await apple.client.query(apple.token())
            #expect(state2 == Self.june)
            #expect(apple.devices.calls == 4)
            #expect(apple.devices.protocols == ["HTTP/2"])
        }
    }

    @Test(
        "takes both wordings for bits that were never written",
        arguments: ["Failed to find bit state", "Bit State Not Found"]
    )
    func neverWritten(wording: String) async throws {
        try await EmulatedApple.with { apple in
            apple.plan { $0.body = wording }
            let state3 = try await apple.client.query(apple.token())
            #expect(state3 == DeviceState(bits: .clear, lastUpdate: nil))
        }
    }

    @Test("says that a token is refused which is made up or too old, without trying again")
    func refused() async throws {
        try await EmulatedApple.with { apple in
            await #expect(throws: DeviceCheckError.tokenRefused) {
                try await apple.client.validate(DeviceToken(exposing: "bWFkZSB1cA=="))
            }
            let token = apple.token()
            apple.devices.set(time: EmulatedApple.now.advanced(bySeconds: 3600))
            await #expect(throws: DeviceCheckError.tokenRefused) { try await apple.client.query(token) }
            #expect(apple.devices.calls == 2)
        }
    }

    @Test("a key that Apple does not believe is our fault and not the device's")
    func keyRefused() async throws {
        let refusals = Mutex(0)
        try await EmulatedApple.with(team: "TEAM2", keyWasRefused: { refusals.withLock { $0 += 1 } }) { apple in
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.validate(apple.token()) }
            #expect(apple.devices.calls == 1)
        }
        #expect(refusals.withLock { $0 } == 1)
    }

    @Test(
        "a 400 is held against the device unless its words speak of our key or clock",
        arguments: [
            ("Missing or badly formatted authorization token", DeviceCheckError.unavailable),
            ("Bad Authorization Token", .unavailable), ("Bad Timestamp", .unavailable),
            ("Missing or incorrectly formatted device token payload", .tokenRefused),
            ("Bad Device Token", .tokenRefused),
            ("", .tokenRefused),
        ]
    )
    func badRequest(reason: String, error: DeviceCheckError) async throws {
        let refusals = Mutex(0)
        try await EmulatedApple.with(keyWasRefused: { refusals.withLock { $0 += 1 } }) { apple in
            apple.plan { mishap in
                mishap.status = 400
                mishap.body = reason
            }
            await #expect(throws: error) { try await apple.client.update(apple.token(), to: .waiting) }
            #expect(apple.devices.calls == 1)
        }
        #expect(refusals.withLock { $0 } == (error == .unavailable ? 1 : 0))
    }

    @Test("tries again after 429, 500, 503 and answers that make no sense", arguments: [429, 500, 503, 404])
    func again(status: Int) async throws {
        try await EmulatedApple.with { apple in
            apple.plan { $0.status = status }
            apple.plan { $0.body = #"{"bit0":true,"bit1":false}"# }
            apple.devices.set("phone", to: Self.june)
            let state4 = try await apple.client.query(apple.token())
            #expect(state4 == Self.june)
            #expect(apple.devices.calls == 3)
        }
    }

    @Test(
        "an answer is none where a bit or the month is missing or wrong, or where it is too long",
        arguments: [
            "", "{}", #"{"bit0":1,"bit1":0,"last_update_time":"2020-06"}"#,
            #"{"bit0":true,"bit1":false,"last_update_time":"2020-13"}"#,
            #"{"bit0":true,"bit1":false,"last_update_time":null}"#, "Found",
            #"{"bit0":true,"bit1":false,"last_update_time":"2020-06"}"# + String(repeating: " ", count: 5000),
        ]
    )
    func garbage(body: String) async throws {
        try await EmulatedApple.with { apple in
            apple.plan(3) { $0.body = body }
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.query(apple.token()) }
            #expect(apple.devices.calls == 3)
        }
    }

    @Test("a server that hangs or closes is unavailable after three attempts; what it had written stays written")
    func unavailable() async throws {
        try await EmulatedApple.with(timeout: .seconds(1)) { apple in
            let token = apple.token()
            apple.plan(3) { $0.delayBefore = 2000 }
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.query(token) }
            apple.plan(3) { $0.losesAnswer = true }
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.update(token, to: .waiting) }
            let state5 = try await apple.client.query(token)
            #expect(state5 == Self.june)
        }
    }

    @Test("an answer that trickles in takes no longer than one that does not come")
    func trickle() async throws {
        try await EmulatedApple.with(timeout: .seconds(1)) { apple in
            let body = "Failed to find bit state"
            apple.plan(3) { mishap in
                mishap.body = body
                mishap.trickle = 5000
            }
            let start = ContinuousClock.now
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.query(apple.token()) }
            // Less than one such answer takes, let alone three.
            #expect(start.duration(to: .now) < .seconds(5 * (body.count - 1)))
        }
    }

    @Test("one bearer token serves for twenty minutes")
    func bearer() async throws {
        try await EmulatedApple.with { apple in
            for (seconds, count) in [(0, 1), (1199, 1), (1200, 2), (1100, 3)] as [(Int64, Int)] {
                apple.clock.set(EmulatedApple.now.advanced(bySeconds: seconds))
                try await apple.client.validate(apple.token())
                #expect(apple.devices.bearers == count)
            }
        }
    }

    @Test("the longest call is all attempts, all pauses, and the time in which the last may still arrive")
    func longestCall() throws {
        let configuration = AppleDeviceCheckClient.Configuration(teamID: "A", keyID: "B")
        #expect(throws: AppleDeviceCheckError.noPrivateKey) {
            try AppleDeviceCheckClient(configuration, privateKeyPEM: SecretBytes([]), clock: EmulatedApple.stillClock)
        }
        let client = try AppleDeviceCheckClient(
            configuration,
            privateKeyPEM: EmulatedApple.anyKey,
            clock: EmulatedApple.stillClock
        )
        #expect(client.longestCall == .seconds(3 * 5 + 2 + 4 + 5))
    }
}

import AppleDeviceCheck
import DeviceAttestation
import DeviceCheckEmulation
import ExposurePrimitives
import ExposureTesting
import Synchronization
import Testing

@Suite("The client of Apple's DeviceCheck, against the emulator over TLS")
struct AppleDeviceCheckClientTests {
    private static let june = DeviceState(bits: .waiting, lastUpdate: CalendarMonth(iso: "2020-06"))

    @Test("validates, reads and writes")
    func round() async throws {
        try await EmulatedApple.with { apple in
            let token = apple.token()
            try await apple.client.validate(token)
            #expect(try await apple.client.query(token) == DeviceState(bits: .clear, lastUpdate: nil))
            try await apple.client.update(token, to: .waiting)
            #expect(try await apple.client.query(apple.token()) == Self.june)
            #expect((apple.devices.calls, apple.devices.protocols) == (4, ["HTTP/2"]))
        }
    }

    @Test(
        "accepts both texts that Apple sends for bits that were never written",
        arguments: ["Failed to find bit state", "Bit State Not Found"]
    )
    func neverWritten(wording: String) async throws {
        try await EmulatedApple.with { apple async throws in
            apple.plan { $0.body = wording }
            #expect(try await apple.client.query(apple.token()) == DeviceState(bits: .clear, lastUpdate: nil))
        }
    }

    @Test("reports an invented or old token as refused, without a second attempt")
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

    @Test("blames us, not the device, if Apple does not believe our key")
    func keyRefused() async throws {
        let refusals = Mutex(0)
        try await EmulatedApple.with(team: "TEAM2", keyWasRefused: { refusals.withLock { $0 += 1 } }) { apple in
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.validate(apple.token()) }
            #expect(apple.devices.calls == 1)
        }
        #expect(refusals.withLock { $0 } == 1)
    }

    @Test(
        "blames the device for a 400 unless the text names our key or clock",
        arguments: [
            ("Missing or badly formatted authorization token", DeviceCheckError.unavailable),
            ("Bad Authorization Token", .unavailable), ("Bad Timestamp", .unavailable),
            ("Missing or incorrectly formatted device token payload", .tokenRefused),
            ("Bad Device Token", .tokenRefused), ("", .tokenRefused),
        ]
    )
    func badRequest(reason: String, error: DeviceCheckError) async throws {
        let refusals = Mutex(0)
        try await EmulatedApple.with(keyWasRefused: { refusals.withLock { $0 += 1 } }) { apple in
            apple.plan { ($0.status, $0.body) = (400, reason) }
            await #expect(throws: error) { try await apple.client.update(apple.token(), to: .waiting) }
            #expect(apple.devices.calls == 1)
        }
        #expect(refusals.withLock { $0 } == (error == .unavailable ? 1 : 0))
    }

    @Test("tries again after 429, 500, 503 and impossible answers", arguments: [429, 500, 503, 404])
    func again(status: Int) async throws {
        try await EmulatedApple.with { apple async throws in
            apple.plan { $0.status = status }
            apple.plan { $0.body = #"{"bit0":true,"bit1":false}"# }
            apple.devices.set("phone", to: Self.june)
            #expect(try await apple.client.query(apple.token()) == Self.june)
            #expect(apple.devices.calls == 3)
        }
    }

    @Test(
        "ignores an answer in which a bit or the month is missing or wrong, or which is too long",
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

    @Test("reports a server that hangs or closes as unavailable after three attempts; its writes stay")
    func unavailable() async throws {
        try await EmulatedApple.with(timeout: .seconds(1)) { apple async throws in
            let token = apple.token()
            apple.plan(3) { $0.delayBefore = 2000 }
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.query(token) }
            apple.plan(3) { $0.losesAnswer = true }
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.update(token, to: .waiting) }
            #expect(try await apple.client.query(token) == Self.june)
        }
    }

    @Test("an answer that arrives byte by byte takes no longer than no answer")
    func trickle() async throws {
        try await EmulatedApple.with(timeout: .seconds(1)) { apple in
            let body = "Failed to find bit state"
            apple.plan(3) { ($0.body, $0.trickle) = (body, 5000) }
            let start = ContinuousClock.now
            await #expect(throws: DeviceCheckError.unavailable) { try await apple.client.query(apple.token()) }
            // This is shorter than one such answer takes, and much shorter than three.
            #expect(start.duration(to: .now) < .seconds(5 * (body.count - 1)))
        }
    }

    @Test("uses one bearer token for twenty minutes")
    func bearer() async throws {
        try await EmulatedApple.with { apple in
            for (seconds, count) in [(0, 1), (1199, 1), (1200, 2), (1100, 3)] as [(Int64, Int)] {
                apple.clock.set(EmulatedApple.now.advanced(bySeconds: seconds))
                try await apple.client.validate(apple.token())
                #expect(apple.devices.bearers == count)
            }
        }
    }

    @Test("the longest call is all attempts, all pauses, and the time in which the last answer may still arrive")
    func longestCall() throws {
        let configuration = AppleDeviceCheckClient.Configuration(teamID: "A", keyID: "B")
        #expect(throws: AppleDeviceCheckError.noPrivateKey) {
            try AppleDeviceCheckClient(configuration, privateKeyPEM: SecretBytes([]), clock: EmulatedApple.stillClock)
        }
        let (key, clock) = (EmulatedApple.anyKey, EmulatedApple.stillClock)
        let client = try AppleDeviceCheckClient(configuration, privateKeyPEM: key, clock: clock)
        let (attempts, pauses) = (3 * 5, 2 + 4)
        #expect(client.longestCall == .seconds(attempts + pauses + 5))
    }
}

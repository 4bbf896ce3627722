import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import Synchronization
import WireFormat

/// A phone with the trial client, for the tests.
struct LetterPhone: RestartablePhone {
    let clock: ManualClock
    let scheduler = ManualScheduler()
    let server: LetterServer
    let disk: any PhoneStorage & KeyVault
    let container: StateContainer<LetterClient>
    /// The number of starts of the phone.
    private let starts: UInt64

    init(
        disk: any PhoneStorage & KeyVault = InMemoryPhoneStorage(),
        server: LetterServer = LetterServer(),
        clock: ManualClock = ManualClock(UnixTime(1_795_255_200)),
        name: String = "letters",
        starts: UInt64 = 0
    ) throws {
        self.clock = clock
        self.server = server
        self.disk = disk
        self.starts = starts
        container = try StateContainer(
            LetterClient(transport: server, scheduler: scheduler),
            file: SealedStateFile(name: name, format: "letters-1", storage: disk, vault: disk),
            clock: clock,
            generator: SeededGenerator(seed: 7 + starts)
        )
    }

    var launch: LetterClient.Action { .launched }

    func wakeUp(for task: PhoneTask) -> LetterClient.Action { .woken(task) }

    func restarted() throws -> LetterPhone {
        try LetterPhone(disk: disk, server: server, clock: clock, starts: starts + 1)
    }
}

/// The server of the trial client. It loses its first answers to letters.
final class LetterServer: PhoneTransport {
    private let received = Mutex<[PhoneRequest]>([])
    private let lostAnswers: Int

    init(lostAnswers: Int = 0) {
        self.lostAnswers = lostAnswers
    }

    var requests: [PhoneRequest] { received.withLock { $0 } }

    /// Those that carry a text.
    var letters: [[UInt8]] {
        requests.map(\.body).filter { $0.first != UInt8(ascii: "|") }
    }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "letters.example.org")] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        received.withLock { $0.append(request) }
        if request.body.first != UInt8(ascii: "|"), letters.count <= lostAnswers {
            throw .interrupted
        }
        return HTTPAnswer(status: 200)
    }
}

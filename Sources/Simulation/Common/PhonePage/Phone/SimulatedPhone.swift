import ExposureFramework
package import ExposurePrimitives
import Foundation
import PhonePorts

/// One simulated phone of a cast, with its owner at the page.
package actor SimulatedPhone {
    package nonisolated let name: PhoneName
    nonisolated let clock: any WallClock
    nonisolated let platform: PhonePlatform
    nonisolated let clients: [any HostedClient]
    private let plan: PhonePlan
    private let lock: PhoneLock
    private(set) var parts: PhoneParts
    /// The client on the screen; nil while the phone is put away.
    private(set) var openClient: ClientID?
    /// False while the clock of the cast moves.
    private var isWatched = true
    /// The last background task.
    private var waking: Task<Void, Never>?
    /// Whether it has just replaced another phone; true until a client is opened.
    private(set) var isNew = false
    /// The result of the last encounter.
    private(set) var lastMeeting: Meeting?

    /// The result of a meeting, for the panel.
    struct Meeting: Sendable {
        let name: String
        let minutes: Int
        let packets: Int
    }

    /// - Throws: `PhonePageError.isRunning` while another process has the phone.
    package init(_ plan: PhonePlan, clock: any WallClock) throws {
        name = plan.name
        lock = try PhoneLock(plan.name, in: plan.castFolder)
        self.plan = plan
        clients = plan.clients
        platform = plan.platform
        self.clock = clock
        parts = try PhoneParts(plan, clock: clock)
    }

    /// Switches the phone on. Its clients wake in the background.
    package func start() async {
        await withDiscardingTaskGroup { group in
            for client in parts.clients {
                group.addTask { await client.running.handle(.started) }
            }
        }
    }

    // MARK: - The person

    /// Handles a tap of the person; nothing happens if the client is not on the screen.
    func tap(_ client: ClientID, _ action: @escaping @Sendable () async -> Void) async {
        if isOnScreen(client) {
            await act([action])
        }
    }

    /// Whether the client is open and no question of the system covers it.
    func isOnScreen(_ client: ClientID) -> Bool {
        openClient == client && parts.system.question == nil
    }

    /// Performs actions of a person or the system, each beside the others. Returns once something is done, or something
    /// to answer or wait for is on the screen.
    private func act(_ actions: [@Sendable () async -> Void]) async {
        let system = parts.system
        let before = system.version
        // The end of the task is not awaited: it may wait until the owner answers a question.
        Task {
            await withDiscardingTaskGroup { group in
                for action in actions {
                    group.addTask {
                        await action()
                        system.noteChange()
                    }
                }
            }
        }
        await waitForChange(of: system, since: before)
    }

    /// Tells clients of an event.
    private func tell(_ event: PhoneEvent, _ clients: [InstalledClient]) async {
        await act(clients.map { client in { await client.running.handle(event) } })
    }

    func open(_ client: ClientID) async {
        // Another form may open a client while one is being put away.
        while let open = openClient, open != client, parts[open] != nil {
            await putAway()
        }
        guard let installed = parts[client] else {
            return
        }
        openClient = client
        isNew = false
        parts.system.change { $0[client].notifications = [] }
        if isWatched || !installed.host.sendsWhileOpen {
            await tell(.opened, [installed])
        }
    }

    /// Closes the client that is on the screen.
    func putAway() async {
        guard let client = openClient.flatMap({ parts[$0] }) else {
            return
        }
        openClient = nil
        await tell(.closed, [client])
    }

    /// Says whether somebody looks at the client that is open. A phone locks itself while nobody does.
    func setWatched(_ isWatched: Bool) async {
        self.isWatched = isWatched
        guard let open = openClient.flatMap({ parts[$0] }), open.host.sendsWhileOpen else {
            return
        }
        await tell(isWatched ? .opened : .closed, [open])
    }

    /// Answers the question with this number. An answer that comes late does nothing.
    func answer(_ question: Int, _ isGranted: Bool) async {
        guard parts.system.answer(question, isGranted) else {
            return
        }
        // The task continues now; most often it ends at once.
        await waitForChange(of: parts.system, since: parts.system.version)
    }

    // MARK: - The tester

    /// Wakes the clients for everything that is due, after their previous tasks. Returns once nothing is under way, so
    /// the clock may move on.
    ///
    /// - Returns: the time of the next task.
    @discardableResult
    func runDueTasks() async -> UnixTime? {
        let before = waking
        let next = Task {
            await before?.value
            await wakeForDueTasks()
        }
        waking = next
        await next.value
        return parts.system.nextTask
    }

    private func wakeForDueTasks() async {
        for _ in 0..<Self.maxWakes {
            guard let wake = parts.system.takeTask(dueAt: clock.now()) else {
                return
            }
            await parts[wake.client]?.running.handle(.woken(wake.task))
            parts.system.noteChange()
        }
    }

    /// The limit for a client that wants to be woken again at once: it must not stop the clock.
    static let maxWakes = 100

    func wake(_ client: ClientID, for task: PhoneTask) async {
        await tell(.woken(task), parts.clients.filter { $0.host.id == client })
    }

    func setSystem(_ body: @Sendable (inout SystemState) -> Void) async {
        parts.system.change(body)
        await tell(.phoneChanged, parts.clients)
    }

    func revokeFramework(of client: ClientID) async {
        guard let installed = parts[client] else {
            return
        }
        try? await installed.running.framework?.revokeAuthorisation()
        await tell(.phoneChanged, [installed])
    }

    /// Replaces this phone by a new one with the same builds of its clients.
    func reset() async throws {
        let before = parts.system.state
        switchOff()
        try FileManager.default.removeItem(at: plan.folder)
        lastMeeting = nil
        try await switchOn()
        if plan.clients.contains(where: { before[$0.id].build != parts.system.state[$0.id].build }) {
            parts.system.change { state in
                for client in plan.clients {
                    state[client.id].build = before[client.id].build
                }
            }
            try await restart()
        }
        isNew = true
    }

    /// Switches the phone off and on: only the content of its files is left.
    func restart() async throws {
        switchOff()
        try await switchOn()
    }

    /// Restarts the phone after damaging the files of a client, except the framework's.
    func restartWithDamagedFiles(of client: any HostedClient) async throws {
        switchOff()
        let folder = plan.folder(of: client).appending(path: ClientPorts.appFolder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try Data("damaged".utf8).write(to: folder.appending(path: name))
        }
        try await switchOn()
    }

    /// Installs the newest build of a client, like the owner.
    func installNewest(_ client: ClientID) async throws {
        parts.system.change { $0[client].build = Self.newestBuild }
        try await restart()
    }

    private func switchOff() {
        parts.system.stop()
        openClient = nil
    }

    private func switchOn() async throws {
        let version = parts.system.version
        parts = try PhoneParts(plan, clock: clock)
        // A page that shows the earlier phone must get another number.
        parts.system.noteChange(after: version)
        await start()
    }

    func met(_ meeting: Meeting) async {
        lastMeeting = meeting
        // The radio's work may have shown that the storage is full.
        await tell(.phoneChanged, parts.clients)
    }

    private func waitForChange(of system: SimulatedSystem, since version: Int) async {
        for _ in 0..<Self.looks where system.version == version {
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// The time between two checks whether an action is done, and their number: five seconds, then the page shows the
    /// progress.
    private static let pause = Duration.milliseconds(20)
    private static let looks = 250

    /// New phones have the build before this one.
    static let newestBuild = 2
}

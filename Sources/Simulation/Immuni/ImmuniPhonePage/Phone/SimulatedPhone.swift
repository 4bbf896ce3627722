import ExposureFramework
package import ExposurePrimitives
import Foundation
import ImmuniAPI
import ImmuniClient
import PhonePorts
import PhoneSimulation
import ProximityRadio

/// One simulated phone of a cast, with the person who holds it at the page.
package actor SimulatedPhone {
    package nonisolated let name: PhoneName
    nonisolated let clock: any WallClock
    nonisolated let platform: SettingsRequest.Platform
    private let plan: PhonePlan
    private let lock: PhoneLock
    private(set) var parts: PhoneParts
    /// Whether the app is on the screen.
    private(set) var isAppOpen = false
    /// What the app was woken for last.
    private var waking: Task<Void, Never>?
    /// Whether it was just put in the place of another; until its app is opened.
    private(set) var isNew = false
    /// What was heard in the last encounter.
    private(set) var lastMeeting: Meeting?

    /// How a meeting went, for the panel.
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
        platform = plan.app.platform
        self.clock = clock
        parts = try PhoneParts(plan, clock: clock)
    }

    /// The phone is switched on, and its app wakes in the background.
    package func start() async {
        await parts.client.send(.launched(inForeground: false))
    }

    // MARK: - The person

    /// What the person taps; nothing where the app is not on the screen.
    func tap(_ action: AppAction) async {
        if isAppOpen, parts.system.question == nil {
            await act(action)
        }
    }

    /// Does what a person or the system does. Returns once it is done, or shows something to answer or wait for.
    private func act(_ action: AppAction) async {
        let parts = parts
        let before = parts.system.version
        // Not waited for to the end: it may stand still until the owner answers a question.
        Task {
            await parts.client.send(action)
            parts.system.noteChange()
        }
        await waitForChange(of: parts.system, since: before)
    }

    func openApp() async {
        isAppOpen = true
        isNew = false
        parts.system.change { $0.notifications = [] }
        await act(.enteredForeground)
    }

    func closeApp() async {
        isAppOpen = false
        await act(.enteredBackground)
    }

    func answer(_ isGranted: Bool) async {
        parts.system.answer(isGranted)
        // What was asked for goes on now: most often it is over at once.
        await waitForChange(of: parts.system, since: parts.system.version)
    }

    // MARK: - The tester

    /// Wakes the app for everything that is due, after what it was woken for before: returns once nothing is under way, so
    /// that the clock may move on.
    ///
    /// - Returns: when the next is due.
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
        while let task = parts.system.takeTask(dueAt: clock.now()) {
            await parts.client.send(.woken(task))
            parts.system.noteChange()
        }
    }

    func wake(for task: PhoneTask) async {
        await act(.woken(task))
    }

    func setSystem(_ body: @Sendable (inout SystemState) -> Void) async {
        parts.system.change(body)
        await act(.phoneChanged)
    }

    func revokeFramework() async {
        try? await parts.framework.revokeAuthorisation()
        await act(.phoneChanged)
    }

    /// A new phone in place of this one, with the same build of the app.
    func reset() async throws {
        let build = parts.system.state.build
        switchOff()
        try FileManager.default.removeItem(at: plan.folder)
        lastMeeting = nil
        try await switchOn()
        if build != parts.system.state.build {
            try await install(build: build)
        }
        isNew = true
    }

    /// Switches the phone off and on: only what is in its files is left.
    func restart() async throws {
        switchOff()
        try await switchOn()
    }

    /// As a restart after the app's file was damaged.
    func restartWithDamagedFile() async throws {
        switchOff()
        let folder = plan.folder.appending(path: PhonePlan.appFolder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try Data("damaged".utf8).write(to: folder.appending(path: name))
        }
        try await switchOn()
    }

    /// The owner installs a build of the app.
    func install(build: Int) async throws {
        parts.system.change { $0.build = build }
        try await restart()
    }

    private func switchOff() {
        parts.system.stop()
        parts.system.antenna.stop()
        isAppOpen = false
    }

    private func switchOn() async throws {
        let version = parts.system.version
        parts = try PhoneParts(plan, clock: clock)
        // A page that shows the phone from before must find another number.
        parts.system.noteChange(after: version)
        await start()
    }

    func met(_ meeting: Meeting) async {
        lastMeeting = meeting
        // What the radio did may have shown that the storage is full.
        await act(.phoneChanged)
    }

    private func waitForChange(of system: SimulatedSystem, since version: Int) async {
        for _ in 0..<Self.looks where system.version == version {
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Between two looks whether something is done, and how many: five seconds, then the page shows what goes on.
    private static let pause = Duration.milliseconds(20)
    private static let looks = 250
}

import ExposureFramework
package import ExposurePrimitives
import Foundation
import ImmuniAPI
import ImmuniClient
import PhonePorts
import PhoneSimulation
import ProximityRadio

/// One simulated phone of a cast, with its owner at the page.
package actor SimulatedPhone {
    package nonisolated let name: PhoneName
    nonisolated let clock: any WallClock
    nonisolated let platform: SettingsRequest.Platform
    private let plan: PhonePlan
    private let lock: PhoneLock
    private(set) var parts: PhoneParts
    /// Whether the app is on the screen.
    private(set) var isAppOpen = false
    /// The last task that woke the app.
    private var waking: Task<Void, Never>?
    /// Whether it has just replaced another phone; true until its app is opened.
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
        platform = plan.app.platform
        self.clock = clock
        parts = try PhoneParts(plan, clock: clock)
    }

    /// Switches the phone on. Its app wakes in the background.
    package func start() async {
        await parts.client.send(.launched(inForeground: false))
    }

    // MARK: - The person

    /// Handles a tap of the person; nothing happens if the app is not on the screen.
    func tap(_ action: AppAction) async {
        if isAppOpen, parts.system.question == nil {
            await act(action)
        }
    }

    /// Performs an action of a person or the system. Returns once it is done, or something to answer or wait for is on
    /// the screen.
    private func act(_ action: AppAction) async {
        let parts = parts
        let before = parts.system.version
        // The end of the task is not awaited: it may wait until the owner answers a question.
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
        // The task continues now; most often it ends at once.
        await waitForChange(of: parts.system, since: parts.system.version)
    }

    // MARK: - The tester

    /// Wakes the app for everything that is due, after its previous tasks. Returns once nothing is under way, so the
    /// clock may move on.
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

    /// Replaces this phone by a new one with the same build of the app.
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

    /// Switches the phone off and on: only the content of its files is left.
    func restart() async throws {
        switchOff()
        try await switchOn()
    }

    /// Restarts the phone after damaging the app's file.
    func restartWithDamagedFile() async throws {
        switchOff()
        let folder = plan.folder.appending(path: PhonePlan.appFolder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try Data("damaged".utf8).write(to: folder.appending(path: name))
        }
        try await switchOn()
    }

    /// Installs a build of the app, like the owner.
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
        // A page that shows the earlier phone must get another number.
        parts.system.noteChange(after: version)
        await start()
    }

    func met(_ meeting: Meeting) async {
        lastMeeting = meeting
        // The radio's work may have shown that the storage is full.
        await act(.phoneChanged)
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
}

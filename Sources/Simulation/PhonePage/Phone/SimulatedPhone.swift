import ExposureFramework
package import ExposurePrimitives
import Foundation
import ImmuniAPI
import MobileClient
import PhonePorts
import ProximityRadio

/// One simulated phone of a cast, with the person who holds it at the page.
package actor SimulatedPhone {
    package nonisolated let name: PhoneName
    nonisolated let clock: any WallClock
    nonisolated let platform: SettingsRequest.Platform
    private let plan: PhonePlan
    private(set) var parts: PhoneParts
    /// Whether the app is on the screen.
    private(set) var isAppOpen = false
    /// What the app was woken for last.
    private var waking: Task<Void, Never>?
    /// What was heard in the last encounter.
    private(set) var lastMeeting: Meeting?

    /// How a meeting went, for the panel.
    struct Meeting: Sendable {
        let name: String
        let minutes: Int
        let packets: Int
    }

    package init(_ plan: PhonePlan, clock: any WallClock) throws {
        name = plan.name
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

    /// Does what a person at the screen does. Returns once it is done, or shows something to answer or wait for.
    func act(_ action: AppAction) async {
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
    func runDueTasks() async {
        let before = waking
        let next = Task {
            await before?.value
            await wakeForDueTasks()
        }
        waking = next
        await next.value
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

    /// A new phone in place of this one.
    func reset() async throws {
        parts.system.stop()
        parts.system.antenna.stop()
        try FileManager.default.removeItem(at: plan.folder)
        isAppOpen = false
        lastMeeting = nil
        parts = try PhoneParts(plan, clock: clock)
        await start()
    }

    func met(_ meeting: Meeting) {
        lastMeeting = meeting
        parts.system.noteChange()
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

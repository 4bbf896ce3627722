import ExposurePrimitives

// The movement of a cast's clock.

extension PhoneCast {
    /// Begins to move the clock forward. A move under way becomes longer by the same time.
    func advance(bySeconds seconds: Int64) {
        guard !isStopped else {
            return
        }
        guard move == nil else {
            move?.lengthen(bySeconds: seconds)
            version += 1
            return
        }
        let before = passing
        move = ClockMove(from: clock.now(), bySeconds: seconds)
        passing = Task {
            await before?.value
            await moveClock()
        }
    }

    /// Stops the clock's move, and returns once nothing of it is under way.
    func stop() async {
        isStopped = true
        passing?.cancel()
        await passing?.value
    }

    /// Waits for the clock for a short time; the page then shows the progress.
    func waitForClock() async {
        for _ in 0..<Self.looks where move != nil {
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Runs all tasks of the authority and the phones that are due on the way, each at its time.
    private func moveClock() async {
        do {
            try await withLinks { links in
                try await whileNobodyLooks(links) {
                    while let goal = move?.goal, clock.now() < goal, !isStopped {
                        try await passTime(until: goal, links)
                    }
                }
            }
            hasMoveFailed = false
        } catch {
            hasMoveFailed = true
        }
        move = nil
        version += 1
    }

    private func passTime(until goal: UnixTime, _ links: Links) async throws {
        var next = await runDueTasks(links)
        for _ in 0..<Self.maxSteps {
            guard !isStopped, let time = next, time < goal else {
                break
            }
            try clock.move(to: time)
            version += 1
            next = await runDueTasks(links)
        }
        guard !isStopped else {
            return
        }
        try clock.move(to: goal)
        _ = await runDueTasks(links)
    }

    /// The time between two checks of the clock, and their number: a second.
    private static let pause = Duration.milliseconds(20)
    private static let looks = 50

    /// The limit for tasks that are due again at once: they must not stop the clock.
    private static let maxSteps = 5000
}

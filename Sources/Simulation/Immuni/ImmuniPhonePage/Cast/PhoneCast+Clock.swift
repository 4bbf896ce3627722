import ExposurePrimitives

// How the clock of a cast moves on.

extension PhoneCast {
    /// Begins to move the clock on. A move that is under way becomes so much longer.
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

    /// Ends what moves the clock, and returns once nothing of it is under way any more.
    func stop() async {
        isStopped = true
        passing?.cancel()
        await passing?.value
    }

    /// Waits for the clock, but not for long: the page shows how far it has come.
    func waitForClock() async {
        for _ in 0..<Self.looks where move != nil {
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Lets the authority and all phones do what is due on the way, each at its time.
    private func moveClock() async {
        do {
            try await withLinks { links in
                while let goal = move?.goal, clock.now() < goal, !isStopped {
                    try await passTime(until: goal, links)
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

    /// Between two looks at the clock, and how many: a second.
    private static let pause = Duration.milliseconds(20)
    private static let looks = 50

    /// So that a task that is due again at once cannot hold the clock up.
    private static let maxSteps = 5000
}

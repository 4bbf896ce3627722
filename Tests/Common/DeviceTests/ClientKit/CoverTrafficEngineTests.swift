import ClientKit
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("The engine of cover traffic")
struct CoverTrafficEngineTests {
    private static let start = UnixTime(1_795_255_200)

    private static func parameters(_ occasion: CoverTraffic.Occasion) -> CoverTraffic.Parameters {
        CoverTraffic.Parameters(
            occasion: occasion,
            opportunityMean: 86_400,
            startMean: 15,
            requestMean: 10,
            windowLength: 3600,
            continuing: [1, 1, 0]
        )
    }

    /// A client's cover traffic whose opportunity has come, the time of it, and the generator.
    private static func ready(_ occasion: CoverTraffic.Occasion) throws -> (CoverTraffic, UnixTime, SeededGenerator) {
        var generator = SeededGenerator(seed: 4)
        var cover = CoverTraffic()
        cover.begin(at: start, parameters(occasion), using: &generator)
        return (cover, try #require(cover.plan).opportunity, generator)
    }

    @Test("sends a sequence at its drawn times, position by position, and then waits for the next opportunity")
    func background() throws {
        var (cover, now, generator) = try Self.ready(.background)
        let parameters = Self.parameters(.background)
        #expect(cover.wakeUp(on: .background) == now)
        let opportunity = now
        for position in 0..<3 {
            let steps = cover.woken(at: now, isAppOpen: false, parameters, using: &generator)
            guard case .wake(let next?) = steps.last else {
                Issue.record("no next time")
                return
            }
            #expect(steps.first == .send(position: position))
            #expect(try #require(cover.plan).opportunity > opportunity, "drawn before the first request leaves")
            if position < 2 {
                let early = next.advanced(bySeconds: -1)
                #expect(
                    next == now
                        || cover.woken(at: early, isAppOpen: false, parameters, using: &generator) == [.wake(at: next)]
                )
                now = next
            } else {
                #expect(next == cover.plan?.opportunity)
            }
        }
        #expect(cover.sequence == nil)
    }

    @Test("sends nothing in the background while the app is open, and draws another time")
    func postponed() throws {
        var (cover, now, generator) = try Self.ready(.background)
        let steps = cover.woken(at: now, isAppOpen: true, Self.parameters(.background), using: &generator)
        let next = try #require(cover.plan).opportunity
        #expect(next > now && steps == [.wake(at: next)])
    }

    @Test("begins in the open app within the window alone, and ends when the app is left")
    func openApp() throws {
        var (cover, opening, generator) = try Self.ready(.openApp)
        let parameters = Self.parameters(.openApp)
        #expect(cover.wakeUp(on: .openApp) == nil, "it waits until somebody opens the app")
        let early = opening.advanced(bySeconds: -1)
        #expect(cover.appOpened(at: early, parameters, using: &generator).isEmpty)
        guard case .wake(let first?) = cover.appOpened(at: opening, parameters, using: &generator).last else {
            Issue.record("nothing begins")
            return
        }
        #expect(cover.woken(at: first, isAppOpen: false, parameters, using: &generator).isEmpty)
        let steps = cover.woken(at: first, isAppOpen: true, parameters, using: &generator)
        #expect(steps.first == .send(position: 0))
        #expect(cover.abort(on: .openApp) == [.wake(at: nil)])
        #expect(cover.abort(on: .openApp).isEmpty)
    }

    @Test("has nothing to do before its first parameters")
    func noPlan() {
        var cover = CoverTraffic()
        var generator = SeededGenerator(seed: 1)
        let parameters = Self.parameters(.background)
        #expect(cover.woken(at: Self.start, isAppOpen: false, parameters, using: &generator).isEmpty)
        #expect(cover.wakeUp(on: .background) == nil)
    }
}

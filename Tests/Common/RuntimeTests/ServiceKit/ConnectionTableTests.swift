import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import ServiceKit

@Suite("The table of connections")
struct ConnectionTableTests {
    private let table: ConnectionTable

    init() {
        var limits = TransportLimits()
        limits.connections = 2
        table = ConnectionTable(
            limits: limits,
            listener: .public,
            metrics: MetricsRegistry(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// A connection of the table. It becomes active with ``activate(_:)``.
    private func connect() throws -> (channel: EmbeddedChannel, slot: ConnectionSlot) {
        let channel = EmbeddedChannel()
        let slot = table.slot(for: channel)
        try channel.pipeline.syncOperations.addHandler(ConnectionSlotHandler(slot: slot, table: table))
        return (channel, slot)
    }

    private func activate(_ channel: EmbeddedChannel) throws {
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// The system hands over a burst of connections before the first of them is set up.
    @Test("a connection that is not set up yet is closed to make room")
    func burst() throws {
        let connections = try (0..<3).map { _ in try connect() }
        for (channel, _) in connections {
            channel.embeddedEventLoop.run()
        }
        #expect(connections.map { isOpen($0.channel) } == [false, true, true])
    }

    @Test("if the client of a chosen connection was active in the last moment, another connection makes room")
    func active() throws {
        let first = try connect()
        let others = try (0..<2).map { _ in try connect() }
        try activate(first.channel)
        first.slot.clientsTurn(since: .now() + .seconds(1))
        first.channel.embeddedEventLoop.run()
        for (channel, _) in others {
            channel.embeddedEventLoop.run()
        }
        #expect(isOpen(first.channel))
        #expect(others.map { isOpen($0.channel) } == [false, true])
    }

    @Test("a connection that its client closed takes no place again")
    func closed() throws {
        let first = try connect()
        let others = try (0..<2).map { _ in try connect() }
        try activate(first.channel)
        first.slot.clientsTurn(since: .now() + .seconds(1))
        try first.channel.close().wait()
        first.channel.embeddedEventLoop.run()
        for (channel, _) in others {
            channel.embeddedEventLoop.run()
        }
        #expect(others.map { isOpen($0.channel) } == [true, true])
        #expect(table.crowding == .crowded)
    }

    @Test("event loops that add connections at the same moment make room for each of them")
    func loops() async {
        let channels = (0..<2_000).map { _ in NIOAsyncTestingChannel() }
        let parts = (0..<8).map { start in stride(from: start, to: channels.count, by: 8).map { channels[$0] } }
        await withDiscardingTaskGroup { tasks in
            for part in parts {
                tasks.addTask {
                    for channel in part {
                        table.add(table.slot(for: channel))
                    }
                }
            }
        }
        #expect(table.crowding == .crowded, "the table has its two connections, and not its limit for a moment")
        for channel in channels {
            _ = try? await channel.finish(acceptAlreadyClosed: true)
        }
    }

    /// Whether nothing has closed the channel. An embedded channel is not active before it is connected.
    private func isOpen(_ channel: EmbeddedChannel) -> Bool {
        (try? channel.pipeline.syncOperations.handler(type: ConnectionSlotHandler.self)) != nil
    }
}

import NIOCore
import Synchronization

/// The facts that the table of connections keeps about one connection: how long the server has waited for its client,
/// and the body that it holds.
final class ConnectionSlot: Sendable {
    /// The client's address as a number that only this process can compute; nil unless clients are told apart.
    let peer: UInt64?
    private let channel: any Channel
    /// The start of the client's turn, in nanoseconds of the machine's uptime; 0 during the server's turn.
    private let waitingSince: Atomic<UInt64>
    private let body = Atomic(0)

    init(channel: any Channel, peer: UInt64?) {
        self.channel = channel
        self.peer = peer
        waitingSince = Atomic(NIODeadline.now().uptimeNanoseconds)
    }

    // MARK: - For the connection, on its event loop

    func clientsTurn(since moment: NIODeadline) {
        waitingSince.store(moment.uptimeNanoseconds, ordering: .relaxed)
    }

    func serversTurn() {
        waitingSince.store(0, ordering: .relaxed)
        body.store(0, ordering: .relaxed)
    }

    /// Bytes of memory that the body being received holds.
    func holdsBody(of count: Int) {
        body.store(count, ordering: .relaxed)
    }

    // MARK: - For the table, on any thread

    /// Nil while the server works on a request of the connection. The server never interrupts this work.
    var clientHasTurnSince: UInt64? {
        let moment = waitingSince.load(ordering: .relaxed)
        return moment == 0 ? nil : moment
    }

    var bodyBytes: Int { body.load(ordering: .relaxed) }

    /// Closes the connection unless its client has done something since `moment`. A connection that is accepted and not
    /// set up yet is closed as well.
    ///
    /// - Parameter otherwise: called if it has, and the connection is still open.
    func close(ifWaitingSince moment: UInt64, otherwise: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute {
            if self.clientHasTurnSince == moment {
                self.channel.triggerUserOutboundEvent(ConnectionAbort(), promise: nil)
            } else if self.channel.isActive {
                otherwise()
            }
        }
    }
}

/// Ends a connection at once, without the closing messages of TLS. It is sent through the pipeline to its front.
struct ConnectionAbort: Sendable {}

/// The handler at the front of a pipeline, before TLS. It has a slot in the table as long as the connection is open,
/// and ends the connection when it is told to.
final class ConnectionSlotHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private let slot: ConnectionSlot
    private let table: ConnectionTable

    init(slot: ConnectionSlot, table: ConnectionTable) {
        self.slot = slot
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        table.add(slot)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        table.remove(slot)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if event is ConnectionAbort {
            context.close(promise: promise)
        } else {
            context.triggerUserOutboundEvent(event, promise: promise)
        }
    }
}

import NIOCore
import NIOHTTP1
import WireFormat

/// One HTTP/1.1 connection on its event loop: turns parts into whole requests, has them answered one after the other, and
/// enforces the limits of time.
///
/// A task exists only while a request is worked on: a hundred thousand connections that are open, or whose answers wait
/// for their release, must not keep the memory of as many handlers.
final class HTTPConnection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private let limits: TransportLimits
    private let responder: Responder
    private let tasks: EventLoopTasks
    private var assembler: RequestAssembler
    /// Whole requests that are not answered yet, in order; the first is being worked on or waits for its release.
    private var unanswered = CircularBuffer<IncomingRequest>(initialCapacity: 1)
    /// Works on the first request.
    private var work: Task<Void, Never>?
    /// More was asked for, and is read when a request has been answered.
    private var holdsRead = false
    /// The start of the request that is being received; nil between requests.
    private var receivingSince: NIODeadline?
    private var workingSince = NIODeadline.now()
    private var idleSince = NIODeadline.now()
    private var pendingWrites = 0
    private var pendingBytes = 0
    private var inputIsClosed = false
    private var isQuiescing = false
    /// The last answer was written; what still comes in is read and dropped until this moment.
    private var lingersUntil: NIODeadline?
    private var timer: Scheduled<Void>?

    init(responder: Responder, eventLoop: any EventLoop) {
        self.responder = responder
        tasks = EventLoopTasks(eventLoop)
        limits = responder.limits
        assembler = RequestAssembler(limits: responder.limits, bodies: responder.bodies)
    }

    func bytesArrived() {
        if receivingSince == nil {
            receivingSince = .now()
        }
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        bytesArrived()
        perform(assembler.receive(part), context: context)
        if case .end = part {
            receivingSince = nil
            finishIfDone(context: context)
        }
    }

    private func perform(_ step: RequestAssembler.Step, context: ChannelHandlerContext) {
        switch step {
        case .wait, .refusedRequestEnded:
            break
        case .sendContinue:
            if unanswered.isEmpty {
                context.writeAndFlush(
                    wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")),
                    promise: nil
                )
            }
        case .deliver(let head, let body, let refusal, let closes):
            let request = IncomingRequest(
                head: head,
                body: RequestBody(body),
                refusal: refusal,
                closesConnection: closes,
                arrival: responder.pacemaker.elapsed()
            )
            unanswered.append(request)
            if unanswered.count == 1 {
                begin(request, context: context)
            }
        }
    }

    private func refuse(_ error: APIError, context: ChannelHandlerContext) {
        guard !assembler.hasRefused, lingersUntil == nil else {
            return
        }
        perform(assembler.refuse(error), context: context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: refuse(.tooLarge, context: context)
        case is HTTPParserError: refuse(.malformedRequest, context: context)
        case is ByteToMessageDecoderError: break
        default: context.close(promise: nil)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            inputIsClosed = true
            receivingSince = nil
            context.fireUserInboundEventTriggered(event)
            finishIfDone(context: context)
        } else if event is ChannelShouldQuiesceEvent {
            isQuiescing = true
            finishIfDone(context: context)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        holdsRead = true
        readOn(context: context)
    }

    /// Reads where somebody asked for it: one request is worked on at a time, and a second may already be read.
    private func readOn(context: ChannelHandlerContext) {
        if holdsRead, unanswered.count < 2 || lingersUntil != nil {
            holdsRead = false
            context.read()
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // Nobody is left to be told.
        work?.cancel()
        context.fireChannelInactive()
    }

    // MARK: - Answers

    private func begin(_ request: IncomingRequest, context: ChannelHandlerContext) {
        workingSince = .now()
        let eventLoop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
        work = Task(executorPreference: tasks) { [responder] in
            let answer = await responder.answer(request)
            eventLoop.execute {
                let (connection, context) = bound.value
                connection.release(answer, to: request, context: context)
            }
        }
    }

    /// Sends an answer at its moment.
    private func release(_ answer: Answer, to request: IncomingRequest, context: ChannelHandlerContext) {
        work = nil
        guard let moment = answer.release, moment > responder.pacemaker.elapsed() else {
            return finish(answer, to: request, context: context)
        }
        let eventLoop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
        responder.pacemaker.call(at: moment) {
            eventLoop.execute {
                let (connection, context) = bound.value
                connection.finish(answer, to: request, context: context)
            }
        }
    }

    private func finish(_ answer: Answer, to request: IncomingRequest, context: ChannelHandlerContext) {
        // Unless the request was given up on meanwhile.
        guard lingersUntil == nil, context.channel.isActive, unanswered.popFirst() != nil else {
            return
        }
        send(responder.encode(answer, for: request), context: context)
        if lingersUntil == nil, let next = unanswered.first {
            begin(next, context: context)
        }
    }

    private func send(_ answer: OutgoingAnswer, context: ChannelHandlerContext) {
        workingSince = .now()
        idleSince = .now()
        pendingWrites += 1
        if answer.closesConnection {
            lingersUntil = (receivingSince ?? .now()) + TimeAmount(limits.arrival)
        }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.pendingWrites -= 1
            self.idleSince = .now()
            self.finishIfDone(context: context)
        }
        if let body = answer.separateBody {
            context.write(wrapOutboundOut(answer.bytes), promise: nil)
            context.writeAndFlush(wrapOutboundOut(body), promise: written)
        } else {
            context.writeAndFlush(wrapOutboundOut(answer.bytes), promise: written)
        }
        readOn(context: context)
    }

    /// Closes the connection when everything was said. While the client still sends, only the sending side is closed:
    /// closing both would make the system answer with a reset, and the client could lose the answer.
    private func finishIfDone(context: ChannelHandlerContext) {
        guard pendingWrites == 0, unanswered.isEmpty else {
            return
        }
        let clientMaySend = receivingSince != nil && !inputIsClosed
        if lingersUntil != nil {
            context.close(mode: clientMaySend ? .output : .all, promise: nil)
        } else if inputIsClosed || (isQuiescing && !clientMaySend) {
            context.close(promise: nil)
        }
    }

    // MARK: - Time

    func handlerAdded(context: ChannelHandlerContext) {
        scheduleCheck(at: idleSince + TimeAmount(limits.idle), context: context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    // One timer a connection: it looks no further ahead than the shortest limit, so it is never too late for what
    // begins after it was set, and nothing has to be cancelled and set anew with every request.
    private func scheduleCheck(at deadline: NIODeadline, context: ChannelHandlerContext) {
        let moment = min(deadline, .now() + TimeAmount(min(limits.arrival, responder.overdueAfter)))
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: moment) {
            self.check(context: context)
        }
    }

    private func check(context: ChannelHandlerContext) {
        let (deadline, expiry) = nextDeadline()
        guard deadline <= .now() else {
            return scheduleCheck(at: deadline, context: context)
        }
        switch expiry {
        case .nothingHappens:
            guard madeProgressWriting(context: context) else {
                return context.close(promise: nil)
            }
            idleSince = .now()
        case .requestIncomplete:
            refuse(.requestTimeout, context: context)
        case .handlerOverdue:
            if let request = unanswered.popFirst() {
                work?.cancel()
                unanswered.removeAll(keepingCapacity: false)
                send(responder.overdueAnswer(to: request), context: context)
            }
        }
        scheduleCheck(at: nextDeadline().0, context: context)
    }

    private enum Expiry {
        case nothingHappens
        case requestIncomplete
        case handlerOverdue
    }

    private func nextDeadline() -> (NIODeadline, Expiry) {
        if let lingersUntil, unanswered.isEmpty, pendingWrites == 0 {
            return (lingersUntil, .nothingHappens)
        }
        if !unanswered.isEmpty {
            return (workingSince + TimeAmount(responder.overdueAfter), .handlerOverdue)
        }
        if let receivingSince, pendingWrites == 0, !assembler.hasRefused {
            return (receivingSince + TimeAmount(limits.arrival), .requestIncomplete)
        }
        return (idleSince + TimeAmount(limits.idle), .nothingHappens)
    }

    /// Whether a client that reads slowly has taken anything since the last look.
    private func madeProgressWriting(context: ChannelHandlerContext) -> Bool {
        guard pendingWrites > 0 else {
            return false
        }
        let bytes = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        defer { pendingBytes = bytes }
        return bytes != pendingBytes
    }
}

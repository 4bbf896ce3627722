import NIOCore
import NIOHTTP1
import WireFormat

/// One HTTP/1.1 connection on its event loop. It turns parts into complete requests, has them answered one after the
/// other, and enforces the time limits.
///
/// It starts the next request when the previous answer has left. Meanwhile it reads once more at most, and the gate
/// holds these bytes. So a client that does not read keeps one answer and one buffer in memory, however much it sends.
///
/// A task exists only while the server works on a request. A hundred thousand connections that are open, or whose
/// answers wait for their release, must not keep the memory of as many handlers.
final class HTTPConnection: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        /// It is the client's turn: it has sent nothing, or a part of a request.
        case receiving
        /// The first request is being worked on, or its answer waits for its release.
        case working
        /// The answer is on its way to the client.
        case sending
        /// The last answer has left.
        case ended
    }

    /// Nil before the handshake, and for a client without a certificate.
    var clientCertificate: ClientCertificate?
    private let limits: TransportLimits
    private let responder: Responder
    private let slot: ConnectionSlot
    private let tasks: EventLoopTasks
    private let writer = AnswerWriter()
    private(set) lazy var gate = RequestGate(connection: self)
    private var context: ChannelHandlerContext?
    private var assembler: RequestAssembler
    private var phase = Phase.receiving
    /// Complete requests that are not answered yet, in order.
    private var unanswered = CircularBuffer<IncomingRequest>(initialCapacity: 1)
    /// Works on the first request, if its handler waits for something.
    private var work: Task<Void, Never>?
    /// The number of the request that a handler works on.
    private var workedOn: Int?
    /// Of all requests so far.
    private(set) var begunCount = 0
    /// Another read was requested. It happens when the gate holds nothing.
    private var holdsRead = false
    /// The start of the request that is being received; nil between requests.
    private var receivingSince: NIODeadline?
    private var workingSince = NIODeadline.now()
    private var idleSince = NIODeadline.now()
    private var inputIsClosed = false
    private var isQuiescing = false
    /// The last answer was begun. Until this moment, the connection reads further bytes and drops them.
    private var lingersUntil: NIODeadline?
    private var timer: Scheduled<Void>?

    init(responder: Responder, slot: ConnectionSlot, eventLoop: any EventLoop) {
        self.responder = responder
        self.slot = slot
        tasks = EventLoopTasks(eventLoop)
        limits = responder.limits
        assembler = RequestAssembler(limits: responder.limits, bodies: responder.bodies) { target in
            responder.routes.maxAnnounced(RequestTarget(target).path)
        }
    }

    // MARK: - Bytes

    /// Whether received bytes are parsed now.
    var takesBytes: Bool { phase == .receiving || lingersUntil != nil }

    /// The number of bytes that are parsed at once: all of a body, but few if complete requests may follow each other.
    var bytesTakenAtOnce: Int {
        lingersUntil != nil ? .max : assembler.remainingCount ?? Self.bytesBetweenRequests
    }

    private static let bytesBetweenRequests = 1024

    /// The time of a request starts with its first byte, before it is parsed. So header bytes that arrive one by one
    /// are limited, too.
    func bytesArrived() {
        if receivingSince == nil {
            let now = NIODeadline.now()
            receivingSince = now
            if phase == .receiving {
                slot.clientsTurn(since: now)
            }
        }
    }

    func read(context: ChannelHandlerContext) {
        holdsRead = true
        receiveOn(context: context)
    }

    /// Goes on with the bytes that the gate left for another turn of the event loop.
    func receiveOn() {
        if let context {
            receiveOn(context: context)
        }
    }

    /// Takes the bytes that were held back, as far as the connection takes bytes, then reads more.
    ///
    /// It also reads during the server's turn. Otherwise the event loop would have the system forget the connection and
    /// remember it again, which costs two calls for each request.
    private func receiveOn(context: ChannelHandlerContext) {
        gate.passOn()
        if holdsRead, gate.isEmpty {
            holdsRead = false
            context.read()
        }
    }

    // MARK: - Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        bytesArrived()
        if case .end = part {
            // Before its answer, which can leave within `perform`.
            receivingSince = nil
        }
        perform(assembler.receive(part), context: context)
        switch part {
        case .head: break
        case .body: bodyGrew()
        case .end: finishIfDone(context: context)
        }
    }

    private func bodyGrew() {
        slot.holdsBody(of: assembler.reservedBytes)
        if responder.bodies.isNearlyFull {
            responder.connections.makeRoomForBodies()
        }
    }

    private func perform(_ step: RequestAssembler.Step, context: ChannelHandlerContext) {
        switch step {
        case .wait, .refusedRequestEnded:
            break
        case .sendContinue:
            // Not into an answer that is leaving.
            if phase == .receiving, unanswered.isEmpty {
                context.writeAndFlush(
                    wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")),
                    promise: nil
                )
            }
        case .deliver(let head, let body, let refusal, let closes):
            guard lingersUntil == nil else {
                return
            }
            let partner = clientCertificate.flatMap { responder.partners?.partner(showing: $0) }
            let isKnown = responder.partners == nil || partner != nil
            unanswered.append(
                IncomingRequest(
                    head: head,
                    body: body,
                    partner: partner,
                    refusal: refusal ?? (isKnown ? nil : .unauthorised),
                    closesConnection: closes || !isKnown,
                    arrival: responder.monotonicClock.elapsed()
                )
            )
            if phase == .receiving {
                beginNext(context: context)
            }
        }
    }

    private func refuse(_ refusal: Refusal, context: ChannelHandlerContext) {
        guard !assembler.hasRefused, lingersUntil == nil else {
            return
        }
        perform(assembler.refuse(refusal), context: context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case HTTPParserError.headerOverflow: refuse(.tooLarge, context: context)
        case HTTPParserError.invalidContentLength where gate.currentPiece.announcesTooMuch:
            refuse(.tooLarge, context: context)
        case is HTTPParserError: refuse(.malformed, context: context)
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

    func channelInactive(context: ChannelHandlerContext) {
        // Nobody is left to tell.
        work?.cancel()
        writer.discard()
        context.fireChannelInactive()
    }

    // MARK: - Answers

    private func beginNext(context: ChannelHandlerContext) {
        guard let request = unanswered.first else {
            return
        }
        phase = .working
        workingSince = .now()
        slot.serversTurn()
        begunCount += 1
        let number = begunCount
        workedOn = number
        let eventLoop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
        // It begins at once. A handler that waits for nothing has answered when this call returns, and by then the next
        // request may have begun.
        let task = Task.immediate(executorPreference: tasks) { [responder] in
            let answer = await responder.answer(request)
            guard !eventLoop.inEventLoop else {
                return bound.value.0.release(answer, to: request, context: bound.value.1)
            }
            eventLoop.execute {
                bound.value.0.release(answer, to: request, context: bound.value.1)
            }
        }
        if workedOn == number {
            work = task
        }
    }

    /// Sends an answer at its moment.
    private func release(_ answer: Answer, to request: IncomingRequest, context: ChannelHandlerContext) {
        work = nil
        workedOn = nil
        guard let moment = answer.release, moment > responder.monotonicClock.elapsed() else {
            return finish(answer, to: request, context: context)
        }
        let request = request.withoutFields
        if phase == .working, !unanswered.isEmpty {
            unanswered[unanswered.startIndex] = request
        }
        let eventLoop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: eventLoop)
        responder.monotonicClock.call(at: moment) {
            eventLoop.execute {
                let (connection, context) = bound.value
                connection.finish(answer, to: request, context: context)
            }
        }
    }

    private func finish(_ answer: Answer, to request: IncomingRequest, context: ChannelHandlerContext) {
        // Unless the request was abandoned meanwhile.
        guard phase == .working, context.channel.isActive, unanswered.popFirst() != nil else {
            return
        }
        send(responder.encode(answer, for: request), context: context)
    }

    private func send(_ answer: OutgoingAnswer, context: ChannelHandlerContext) {
        phase = .sending
        let now = NIODeadline.now()
        slot.clientsTurn(since: now)
        if answer.closesConnection {
            lingersUntil = (receivingSince ?? now) + TimeAmount(limits.arrival)
            unanswered.removeAll(keepingCapacity: false)
        }
        writer.write(answer, context: context) {
            self.answerHasLeft(context: context)
        }
        receiveOn(context: context)
    }

    private func answerHasLeft(context: ChannelHandlerContext) {
        idleSince = .now()
        if lingersUntil != nil {
            phase = .ended
        } else if !unanswered.isEmpty {
            return beginNext(context: context)
        } else {
            phase = .receiving
            slot.clientsTurn(since: receivingSince ?? idleSince)
        }
        receiveOn(context: context)
        finishIfDone(context: context)
    }

    /// Closes the connection after the last answer. While the client still sends, only the sending side is closed. If
    /// both were closed, the system would answer with a reset, and the client could lose the answer.
    private func finishIfDone(context: ChannelHandlerContext) {
        guard phase == .receiving || phase == .ended else {
            return
        }
        let clientMaySend = (receivingSince != nil || !gate.isEmpty) && !inputIsClosed
        if phase == .ended {
            context.close(mode: clientMaySend ? .output : .all, promise: nil)
        } else if inputIsClosed || (isQuiescing && !clientMaySend) {
            context.close(promise: nil)
        }
    }

    // MARK: - Time

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        scheduleCheck(at: idleSince + TimeAmount(limits.idle), context: context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        timer?.cancel()
    }

    // One timer for each connection. Its time is never longer than the shortest limit. So it is never too late for a
    // phase that begins later, and no request needs to cancel and set it again.
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
            return context.close(promise: nil)
        case .nothingLeaves:
            guard writer.bytesHaveLeft(context: context) else {
                return context.triggerUserOutboundEvent(ConnectionAbort(), promise: nil)
            }
        case .requestIncomplete:
            refuse(.timeout, context: context)
        case .handlerOverdue:
            if let request = unanswered.popFirst() {
                work?.cancel()
                send(responder.overdueAnswer(to: request), context: context)
            }
        }
        scheduleCheck(at: nextDeadline().0, context: context)
    }

    private enum Expiry {
        case nothingHappens
        case nothingLeaves
        case requestIncomplete
        case handlerOverdue
    }

    private func nextDeadline() -> (NIODeadline, Expiry) {
        let idle = TimeAmount(responder.connections.idleLimit(limits.idle))
        switch phase {
        case .working:
            return (workingSince + TimeAmount(responder.overdueAfter), .handlerOverdue)
        case .sending:
            return (writer.progressSince + idle, .nothingLeaves)
        case .ended:
            return (lingersUntil ?? idleSince, .nothingHappens)
        case .receiving:
            if let receivingSince, !assembler.hasRefused {
                return (receivingSince + TimeAmount(limits.arrival), .requestIncomplete)
            }
            return (idleSince + idle, .nothingHappens)
        }
    }
}

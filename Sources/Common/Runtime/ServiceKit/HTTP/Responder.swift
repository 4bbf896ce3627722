import ExposurePrimitives
import HTTPTypes
import Logging
import NIOHTTP1
import Synchronization
import WireFormat

/// A handler's answer, which may have to wait.
struct Answer: Sendable {
    let response: ServiceResponse
    /// Whether the route has dummies. Then all its answers have one size.
    let hasDummies: Bool
    /// The moment of its release, on the host's `MonotonicClock`; nil to send it at once.
    let release: Duration?
}

/// Answers the requests of one listener: finds the route, runs its handler, and gives answers with dummies their size
/// and release moment. It is an object because each connection and each request holds it.
final class Responder: Sendable {
    let routes: RouteTable
    let limits: TransportLimits
    let cover: CoverTraffic
    /// Nil if everybody may call everything.
    let callerCheck: CallerCheck?
    let monotonicClock: any MonotonicClock
    let encoder: AnswerEncoder
    let metrics: HTTPMetrics
    let inFlight: InFlightGate
    let isStopping: @Sendable () -> Bool
    let logger: Logger
    let bodies: BodyMemory
    /// Nil on every listener except the one for partners.
    let partners: PartnerKeeper?
    let connections: ConnectionTable

    init(
        routes: RouteTable,
        limits: TransportLimits,
        cover: CoverTraffic,
        callerCheck: CallerCheck?,
        monotonicClock: any MonotonicClock,
        encoder: AnswerEncoder,
        metrics: HTTPMetrics,
        inFlight: InFlightGate,
        isStopping: @escaping @Sendable () -> Bool,
        logger: Logger,
        bodies: BodyMemory,
        partners: PartnerKeeper?,
        connections: ConnectionTable
    ) {
        self.routes = routes
        self.limits = limits
        self.cover = cover
        self.callerCheck = callerCheck
        self.monotonicClock = monotonicClock
        self.encoder = encoder
        self.metrics = metrics
        self.inFlight = inFlight
        self.isStopping = isStopping
        self.logger = logger
        self.bodies = bodies
        self.partners = partners
        self.connections = connections
    }

    /// The time after which a handler is abandoned: its own limit, and the maximum delay of the release schedule.
    var overdueAfter: Duration { limits.handling + cover.schedule.floor + cover.schedule.tick }

    func answer(_ request: IncomingRequest) async -> Answer {
        let target = RequestTarget(request.head?.uri ?? "")
        let match = routes.match(target.path)
        let response = await respond(to: request, target: target, match: match)
        request.body.release()
        let finished = monotonicClock.elapsed()
        let routeMetrics = match?.entry.metrics ?? metrics.unmatched
        routeMetrics.record(method: request.head?.method, status: response.status, duration: finished - request.arrival)
        let hasDummies = match?.entry.hasDummies == true
        if finished - request.arrival > cover.schedule.floor {
            routeMetrics.recordOverrun()
        }
        return Answer(
            response: response,
            hasDummies: hasDummies,
            release: hasDummies ? release(of: request, finished: finished) : nil
        )
    }

    private func release(of request: IncomingRequest, finished: Duration) -> Duration {
        cover.schedule.release(
            arrival: request.arrival,
            finished: finished,
            calendarOrigin: monotonicClock.calendarOrigin()
        )
    }

    /// The answer as it leaves now. Its Date shows the moment of the release and nothing about the work.
    func encode(_ answer: Answer, for request: IncomingRequest) -> OutgoingAnswer {
        encode(answer.response, for: request, hasDummies: answer.hasDummies)
    }

    /// The answer to a request whose handler has not ended.
    func overdueAnswer(to request: IncomingRequest) -> OutgoingAnswer {
        let entry = routes.match(RequestTarget(request.head?.uri ?? "").path)?.entry
        logger.record(LoggedEvent.requestOverdue(route: entry?.template ?? HTTPMetrics.unmatchedRoute))
        return encode(
            Self.refuse(.unavailable, request, by: entry?.refusals ?? routes.refusals),
            for: request,
            hasDummies: entry?.hasDummies == true,
            closes: true
        )
    }

    private func respond(
        to request: IncomingRequest,
        target: RequestTarget,
        match: (entry: RouteTable.Entry, parameters: [Substring])?
    ) async -> ServiceResponse {
        let refusals = match?.entry.refusals ?? routes.refusals
        if let refusal = request.refusal {
            return Self.refuse(refusal, request, by: refusals)
        }
        guard callerCheck?.foreignNames.may(head: request.head, ask: match?.entry) != false else {
            return Self.refuse(.misdirected, request, by: refusals)
        }
        guard let head = request.head, let (entry, parameters) = match else {
            return Self.refuse(.notFound, request, by: refusals)
        }
        guard let route = Self.route(for: head.method, in: entry) else {
            var response = Self.refuse(.wrongMethod, request, by: refusals)
            response.headers[.allow] = entry.allow
            return response
        }
        guard inFlight.enter() else {
            return Self.refuse(.unavailable, request, by: refusals)
        }
        defer { inFlight.leave() }
        do {
            try callerCheck?.admit(head, to: route)
            return try await route.handler(
                serviceRequest(request, head: head, target: target, parameters: parameters, for: route.endpoint)
            )
        } catch let refusal as Refusal {
            return Self.refuse(refusal, request, by: refusals)
        } catch {
            if let answer = refusals.answer(toOwn: error) {
                return answer
            }
            let cause = FailureCause(error)
            logger.recordFailure(of: entry.template, cause)
            return Self.refuse(cause.mayPass ? .unavailable : .failed, request, by: refusals)
        }
    }

    private func serviceRequest(
        _ request: IncomingRequest,
        head: HTTPRequestHead,
        target: RequestTarget,
        parameters: [Substring],
        for endpoint: Endpoint
    ) throws -> ServiceRequest {
        ServiceRequest(
            method: try HTTPRequest.Method(head.method),
            path: String(target.path),
            rawQuery: target.query.map(String.init),
            query: target.queryPairs,
            parameters: try parameters.map { parameter in
                guard let decoded = PercentCoding.decode(parameter) else {
                    throw Refusal.notCompliant
                }
                return decoded
            },
            headers: try HTTPFields(head.headers, isKept: ProxyFields.isForServices),
            body: request.body.bytes,
            endpoint: endpoint,
            partner: request.partner
        )
    }

    private static func refuse(
        _ refusal: Refusal,
        _ request: IncomingRequest,
        by refusals: any RefusalRenderer
    ) -> ServiceResponse {
        // Invalid fields count as absent.
        let headers = request.head.flatMap { try? HTTPFields($0.headers) } ?? [:]
        return refusals.answer(to: refusal, headers: headers)
    }

    private static func route(for method: HTTPMethod, in entry: RouteTable.Entry) -> Route? {
        switch method {
        case .GET, .HEAD: entry.get
        case .POST: entry.post
        default: nil
        }
    }

    private func encode(
        _ response: ServiceResponse,
        for request: IncomingRequest,
        hasDummies: Bool,
        closes: Bool = false
    ) -> OutgoingAnswer {
        let connection: AnswerEncoder.Connection =
            if closes || request.closesConnection || isStopping() {
                .close
            } else if let head = request.head, head.version.isBefore1_1 {
                .keepAlive
            } else {
                .persists
            }
        return encoder.encode(
            response,
            omitsBody: request.head?.method == .HEAD,
            connection: connection,
            paddedTo: hasDummies ? cover.answerSize : nil
        )
    }
}

import ArgumentParser
import Hummingbird

/// The framework by itself: reads a body and drops it, answers fifty bytes of JSON.
struct DiscardServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "discard-server")

    @Option(help: "The port on 127.0.0.1.")
    var port: Int

    func run() async throws {
        let router = Router()
        router.post("discard") { request, _ in
            for try await _ in request.body {}
            return Response(status: .noContent)
        }
        router.get("small") { _, _ in
            Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: Self.small)))
        }
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port))
        )
        try await application.runService()
    }

    private static let small = #"{"oldest":1,"newest":1234,"filler":"0000000000000"}"#
}

import ArgumentParser
import Foundation
import Hummingbird

/// The framework by itself: reads a body and drops it, answers fifty bytes of JSON. It prints its port once it listens.
struct DiscardServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "discard-server")

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
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
            }
        )
        try await application.runService()
    }

    private static let small = #"{"oldest":1,"newest":1234,"filler":"0000000000000"}"#
}

import ExposurePrimitives
import Testing

@Suite("Access to a file")
struct FileAccessTests {
    private static let (root, server, other): (UInt32, UInt32, UInt32) = (0, 998, 1000)

    @Test(
        "a private key is safe if only its user can use it, and unsafe with any right of others, whoever owns it",
        arguments: [
            (0o600, true), (0o400, true), (0o700, true), (0o500, true), (0o604, false), (0o602, false), (0o601, false),
            (0o644, false), (0o666, false), (0o777, false),
        ] as [(UInt32, Bool)]
    )
    func ownAndOthers(mode: UInt32, isSafe: Bool) {
        for owner in [Self.root, Self.server, Self.other] {
            #expect(FileAccess(mode: mode, owner: owner).keepsSecret(for: Self.server) == isSafe, "owner \(owner)")
        }
    }

    private static let groupModes: [(UInt32, UInt32, UInt32, Bool)] = [
        (0o640, root, server, true), (0o440, root, server, true), (0o640, other, server, true),
        (0o640, root, root, true), (0o640, server, server, false), (0o440, server, server, false),
        (0o660, root, server, false), (0o650, root, server, false), (0o620, other, server, false),
    ]

    @Test("a group may read a file that was given to the server, and never change it", arguments: groupModes)
    func group(mode: UInt32, owner: UInt32, user: UInt32, isSafe: Bool) {
        #expect(FileAccess(mode: mode, owner: owner).keepsSecret(for: user) == isSafe)
    }

    @Test("the refusal names a mode that is accepted afterwards")
    func refusal() {
        for (owner, mode) in [(Self.server, "600"), (Self.root, "640"), (Self.other, "640")] {
            let words = FileAccess(mode: 0o666, owner: owner).refusal(of: "/etc/key.pem", for: Self.server)
            #expect(words.hasSuffix("the private key /etc/key.pem: chmod \(mode) /etc/key.pem"))
            let advised = FileAccess(mode: UInt32(mode, radix: 8) ?? 0, owner: owner)
            #expect(advised.keepsSecret(for: Self.server))
        }
    }

    private static let writableModes: [(UInt32, Bool)] = [
        (0o644, false), (0o755, false), (0o600, false), (0o664, true), (0o646, true), (0o620, true),
    ]

    @Test("others can change a file if its group or anybody may write it", arguments: writableModes)
    func changes(mode: UInt32, canChange: Bool) {
        #expect(FileAccess(mode: mode, owner: Self.server).canOthersChange == canChange)
    }

    @Test("the bits of the file's type are not permissions")
    func kind() {
        #expect(FileAccess(mode: 0o100600, owner: 0) == FileAccess(mode: 0o600, owner: 0))
        #expect(!FileAccess(mode: 0o100600, owner: 0).isShared)
        #expect(FileAccess(mode: 0o100610, owner: 0).isShared)
    }
}

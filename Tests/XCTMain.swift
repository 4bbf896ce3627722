import Testing

/// The program of all tests. Without this file SwiftPM makes one from the names of the tests, which it reads in the
/// index of the sources. That index would take a tenth of the time of a build.
@main
struct AllTests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}

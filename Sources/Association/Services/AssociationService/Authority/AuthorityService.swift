package import ServiceKit

/// A service of the authority. All have its name and its refusals.
package protocol AuthorityService: HostedService {}

extension AuthorityService {
    package var name: String { "association" }
    package var refusals: any RefusalRenderer { AuthorityRefusals() }
    package func checkHealth() async throws {}
}

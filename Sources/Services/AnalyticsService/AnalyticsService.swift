import ServiceKit

/// The Analytics Service: takes Operational Info from phones that prove that they are phones, and Epidemiological Info
/// from Exposure Ingestion.
package struct AnalyticsService: HostedService {
    package let name = "analytics"

    package init() {}

    package func checkHealth() async throws {}
}

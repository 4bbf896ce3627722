package import CoronaWarnPorts
package import SQLEngine

extension SQLDatabase {
    /// The stores of the laboratory's database.
    package func testResultStores() -> TestResultStoreSet {
        TestResultStoreSet(results: SQLTestResults(self), traces: self)
    }

    /// The stores of the verification service, in Corona-Warn's database.
    package func verificationStores() -> VerificationStoreSet {
        VerificationStoreSet(verification: SQLVerification(self), traces: self)
    }
}

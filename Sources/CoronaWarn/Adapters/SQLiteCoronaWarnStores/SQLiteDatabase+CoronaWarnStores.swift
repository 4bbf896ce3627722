package import SQLiteEngine
package import TestResultStores
package import VerificationStores

extension SQLiteDatabase {
    /// The stores of the laboratory's database.
    package func testResultStores() -> TestResultStoreSet {
        TestResultStoreSet(results: SQLiteTestResults(self), traces: self)
    }

    /// The stores of the verification service, in Corona-Warn's database.
    package func verificationStores() -> VerificationStoreSet {
        VerificationStoreSet(verification: SQLiteVerification(self), traces: self)
    }
}

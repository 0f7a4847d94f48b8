/// Mails are counted where they are asked for, and no longer by the codes that wait.
enum V19 {
    static let schema = "DROP INDEX one_time_code_by_recipient;"
}

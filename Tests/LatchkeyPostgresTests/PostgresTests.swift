import Testing

/// The tests with a PostgreSQL server. They run one after the other, because transactions of other databases of the server advance the
/// revision of a store.
@Suite(.serialized) enum PostgresTests {}

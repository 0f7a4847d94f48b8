/// How long the requests of each route took, by hour and by day.
extension PostgresSchema {
    static let latencies = """
        CREATE TABLE route_latency (
            period TEXT COLLATE "C" NOT NULL CHECK (period IN ('hour', 'day')),
            begins_at BIGINT NOT NULL,
            route TEXT COLLATE "C" NOT NULL CHECK (octet_length(route) BETWEEN 1 AND 256),
            counts TEXT COLLATE "C" NOT NULL CHECK (octet_length(counts) <= 4096),
            failures BIGINT NOT NULL CHECK (failures >= 0),
            PRIMARY KEY (period, begins_at, route)
        );
        """
}

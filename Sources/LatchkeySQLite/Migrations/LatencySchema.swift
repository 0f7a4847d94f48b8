/// How long the requests of each route took, by hour and by day.
enum LatencySchema {
    static let sql = """
        CREATE TABLE route_latency (
            period TEXT NOT NULL CHECK (period IN ('hour', 'day')),
            begins_at INTEGER NOT NULL,
            route TEXT NOT NULL CHECK (length(CAST(route AS BLOB)) BETWEEN 1 AND 256),
            counts TEXT NOT NULL CHECK (length(CAST(counts AS BLOB)) <= 4096),
            failures INTEGER NOT NULL CHECK (failures >= 0),
            PRIMARY KEY (period, begins_at, route)
        ) STRICT, WITHOUT ROWID;
        """
}

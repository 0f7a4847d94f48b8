/// What is written to find out whether the disk takes writes.
enum V27 {
    static let schema = """
        ALTER TABLE store_marker ADD COLUMN write_proof BLOB CHECK (length(write_proof) <= 65536);
        """
}

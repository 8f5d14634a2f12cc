/**
 * What becomes of an export after its XML is on disk: the parts of the rule that say so, files that went beside it, the target
 * system's answer, and the report to the service. An answer's file names its XML: exports are found by their path.
 */
export const handOver = `
ALTER TABLE exports ADD COLUMN hand_over TEXT;
ALTER TABLE exports ADD COLUMN original TEXT;
ALTER TABLE exports ADD COLUMN beside TEXT;
ALTER TABLE exports ADD COLUMN answer_due_at INTEGER;
ALTER TABLE exports ADD COLUMN answer TEXT;
ALTER TABLE exports ADD COLUMN reported_at INTEGER;
CREATE INDEX exports_by_path ON exports (path) WHERE path IS NOT NULL;
`;

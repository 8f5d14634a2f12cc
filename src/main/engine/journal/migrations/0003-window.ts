/**
 * What the window looks at often: items that ended lately, documents that need a person, exports by time, and the history of
 * settling and holding. All but the exports' are partial, so that taking in and sending files write none of them.
 */
export const window = `
CREATE INDEX items_done ON items (stage_since, project_id)
  WHERE stage IN ('settled', 'exported', 'handed-over', 'duplicate', 'cancelled');
CREATE INDEX documents_needing_you ON documents (state) WHERE state IN ('reviewRequired', 'failed', 'transferFailed');
CREATE INDEX exports_by_time ON exports (planned_at);
CREATE INDEX custody_ends ON custody (at, event, subject_id) WHERE event IN ('settled', 'held');
`;

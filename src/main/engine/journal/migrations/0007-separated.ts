/** Files whose pages became items of their own are done: the index of what ended lately knows them too. */
export const separated = `
DROP INDEX items_done;
CREATE INDEX items_done ON items (stage_since, project_id)
  WHERE stage IN ('settled', 'exported', 'handed-over', 'duplicate', 'cancelled', 'separated');
`;

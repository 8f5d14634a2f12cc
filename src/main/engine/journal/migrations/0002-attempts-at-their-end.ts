/**
 * An attempt gets its row when it ends: until then its job says when it began. What runs while this is applied is moved there,
 * so that its end finds it.
 */
export const attemptsAtTheirEnd = `
ALTER TABLE jobs ADD COLUMN started_at INTEGER;
UPDATE jobs SET started_at = (SELECT started_at FROM attempts WHERE job_id = jobs.id AND number = jobs.tries)
  WHERE state = 'running';
DELETE FROM attempts WHERE ended_at IS NULL
  AND EXISTS (SELECT 1 FROM jobs WHERE id = attempts.job_id AND tries = attempts.number AND state = 'running');
`;

/** The row of a run that nothing has worked on yet. */
import type { Insertable } from 'kysely';
import type { StartRun } from './run';
import type { RunTable } from './tables';

export const newRow = (
  kind: string,
  id: string,
  { companyId, ownerId, subject, input, key }: Omit<StartRun<unknown>, 'resumes'>,
  now: number,
): Insertable<RunTable> => ({
  company_id: companyId,
  id,
  kind,
  owner_id: ownerId,
  subject_collection: subject.collection,
  subject_id: subject.id,
  key: key ?? null,
  input: JSON.stringify(input),
  state: 'READY',
  attempts: 0,
  progress: 0,
  error: '',
  retry_at: null,
  lease_holder: null,
  lease_until: null,
  cancel_requested: false,
  requested_again: false,
  deferrals: 0,
  created_at: now,
  updated_at: now,
  ended_at: null,
});

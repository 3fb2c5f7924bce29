/** Writes the demo's terms in five languages, and a file whose other terms wait for a review. */
import { newId, spaceOf } from '../../../../sync/model/ids';
import { foldIdOf } from '../policy';
import '../tables';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_TERM_FILES, DEMO_TERMS } from './terms';
import { DAY } from '../../../shared/demo-durations';

export async function writeDemoTerms({ tx, cast, platform }: DemoSeed): Promise<void> {
  const now = platform.clock.now();
  for (const { by, daysAgo, ...fields } of DEMO_TERMS) {
    const at = now - daysAgo * DAY;
    await tx.put(
      'terms',
      newId(at),
      {
        ...fields,
        space: spaceOf('company', cast.companyId),
        foldId: foldIdOf(fields.term),
        creatorId: cast.people[by],
        createdAt: at,
      },
      at,
    );
  }
  for (const { by, daysAgo, name, size, lines, candidates } of DEMO_TERM_FILES) {
    const at = now - daysAgo * DAY;
    await platform.db
      .insertInto('terminology_file')
      .values({
        company_id: cast.companyId,
        id: newId(at),
        // its text is read, so that no bytes are stored any more
        upload_id: newId(at),
        user_id: cast.people[by],
        name,
        size,
        format: name.slice(name.lastIndexOf('.')),
        status: 'EXTRACT_FINISH',
        mode: 'frequency',
        lines: JSON.stringify(lines) as never,
        candidates: JSON.stringify(candidates) as never,
        created_at: at,
      })
      .execute();
  }
}

/** Writes the demo's custom templates, one in each language; all but one are shared with the organization. */
import { newId, spaceOf } from '../../../../sync/model/ids';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_TEMPLATES } from './templates';
import { DAY } from '../../../shared/demo-durations';

export async function writeDemoTemplates({ tx, cast, platform }: DemoSeed): Promise<void> {
  for (const { by, daysAgo, shareRange, ...fields } of DEMO_TEMPLATES) {
    const at = platform.clock.now() - daysAgo * DAY;
    const creatorId = cast.people[by];
    await tx.put(
      'templates',
      newId(at),
      {
        ...fields,
        shareRange,
        space: shareRange === 'team' ? spaceOf('company', cast.companyId) : spaceOf('person', creatorId),
        builtIn: false,
        creatorId,
        createdAt: at,
      },
      at,
    );
  }
}

/** A person's private data in a company: a personal space, and the preferences in it. */
import { spaceOf } from '../../../sync/model/ids';
import * as v from 'valibot';
import { RecognitionLanguage } from '../../../sync/model/kinds/meetings';
import type { SyncTransaction } from '../../sync/store';

/** Creates both if missing; existing ones stay unchanged. */
export async function addPersonalSpace(tx: SyncTransaction, person: { userId: string; lang: string }): Promise<void> {
  const space = spaceOf('person', person.userId);
  if (!(await tx.spaceExists(space)))
    await tx.createSpace(space, { members: [{ userId: person.userId, role: 'owner' }] });
  if (await tx.get('preferences', person.userId)) return;
  const lang = v.is(RecognitionLanguage, person.lang) ? person.lang : 'en';
  await tx.put('preferences', person.userId, {
    space,
    lang,
    recognitionLanguage: lang,
    favouriteTemplateIds: [],
    favouriteProjectIds: [],
    mutedKinds: [],
    copyFormat: 'text',
    singleKeyShortcuts: true,
  });
}

/** Temporary files of questions, in the state after the server has parsed them. */
import type { ParsedText } from '../../sync/model/parsed-text';
import { newId } from '../../sync/model/ids';
import '../../server/core/files/tables';
import type { Core } from './core';

/** Returns its id. */
export async function writeTemporaryFile(
  { platform, now }: Pick<Core, 'platform' | 'now'>,
  {
    companyId = 'c1',
    userId = 'ann',
    chatId = '',
    name,
    text,
    notices = [],
  }: {
    companyId?: string;
    userId?: string;
    chatId?: string;
    name: string;
    text: string;
    notices?: ParsedText['notices'];
  },
): Promise<string> {
  const id = newId();
  await platform.db
    .insertInto('temporary_file')
    .values({
      company_id: companyId,
      id,
      user_id: userId,
      chat_id: chatId,
      upload_id: newId(),
      name,
      size: 1,
      sha256: 'a'.repeat(64),
      type: 'text/plain',
      parse_status: 'parsed',
      text: JSON.stringify({
        title: '',
        language: 'en',
        parts: [{ id: 'p1', kind: 'text', level: 0, text, place: {} }],
        outline: [],
        pages: 0,
        notices,
      }) as never,
      created_at: now(),
      expires_at: now() + 1e9,
    })
    .execute();
  return id;
}

/** The audit trail as CSV, streamed page by page: the server holds one page of it. */
import { CSV_BEGIN, csvRow } from '~/features/admin/csv';
import type { Call } from '../../../../sync/protocol/client';
import type { CallInput } from '../../../../sync/protocol/call';
import { auditCalls, type AuditEntry } from '../../../../server/organization/audit/contract';
import type { AuditWords } from './words';

const PAGE = 1000;

/** Throws the refusal of the first page before anything is sent. */
export async function auditCsv(
  api: Call,
  query: CallInput<typeof auditCalls.query>,
  heads: readonly string[],
  words: AuditWords,
): Promise<ReadableStream<Uint8Array>> {
  const page = (before: string) => api(auditCalls.query, { ...query, before, pageSize: PAGE });
  const row = (e: AuditEntry): string =>
    csvRow([
      new Date(e.at).toISOString(),
      words.actor(e),
      words.action(e.action),
      words.subject(e),
      words.changes(e.details).join('; '),
      e.ip,
    ]);
  const bytes = new TextEncoder();
  let { entries, more } = await page('');
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.encode((begun ? '' : CSV_BEGIN + csvRow(heads)) + entries.map(row).join('')));
      begun = true;
      if (!more) return controller.close();
      ({ entries, more } = await page(entries.at(-1)!.id));
    },
  });
}

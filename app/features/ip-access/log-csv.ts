/** The whole access log as CSV, streamed page by page: the server holds one page of it. */
import type { Call } from '../../../sync/protocol/client';
import { ipCalls, type AccessEntry } from '../../../server/organization/ip-access/contract';
import { CSV_BEGIN, csvRow } from '~/features/admin/csv';
import { statusOf, type LogFilter } from './log-filter';

const PAGE = 1000;

export interface LogWords {
  heads: readonly string[];
  status: Record<AccessEntry['status'], string>;
  device(type: AccessEntry['deviceType']): string;
  region(code: string): string;
}

/** Throws the refusal of the first page before anything is sent. */
export async function logCsv(
  api: Call,
  companyId: string,
  filter: LogFilter,
  words: LogWords,
): Promise<ReadableStream<Uint8Array>> {
  const page = (before?: AccessEntry) =>
    api(ipCalls.log, {
      companyId,
      pageSize: PAGE,
      ...statusOf(filter),
      ...(before ? { before: { at: before.at, id: before.id } } : {}),
    });
  const row = (e: AccessEntry): string =>
    csvRow([
      new Date(e.at).toISOString(),
      e.ip,
      words.status[e.status],
      words.device(e.deviceType),
      words.region(e.region),
      e.serverIp,
      e.userName,
      e.userAgent,
    ]);
  const bytes = new TextEncoder();
  let { entries } = await page();
  let begun = false;
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.encode((begun ? '' : CSV_BEGIN + csvRow(words.heads)) + entries.map(row).join('')));
      begun = true;
      const last = entries.at(-1);
      if (!last || entries.length < PAGE) return controller.close();
      ({ entries } = await page(last));
    },
  });
}

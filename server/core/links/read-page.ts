/** Reads one page of the web for a question or a research, which store no snapshot of it. */
import { linkAddress } from '../../../sync/model/link-address';
import { CallError } from '../../../sync/protocol/errors';
import { RunContinues } from '../../runs/failure';
import type { CoreServices } from '../context';
import { createPace } from './pace';
import { createPageReader, type PageReader, type ReadPage } from './page-reader';
import { createRobots } from './robots';

const REDIRECTS_MAX = 4;

export interface WantedPage {
  url: string;
  title: string;
}
export type PageOutcome =
  { page: ReadPage; url: string; title: string } | { url: string; title: string; error: string };

export function pageReaderOf(
  { platform, web, parsing }: Pick<CoreServices, 'platform' | 'web' | 'parsing'>,
  companyId: string,
): PageReader {
  const pace = createPace(platform, web);
  return createPageReader({
    web,
    pace,
    robots: createRobots(platform, web, pace),
    parser: parsing,
    companyId,
    now: () => platform.clock.now(),
  });
}

/**
 * Reads a page and follows redirects, each by the rules of its own site. Returns an error code for a page that cannot be
 * read; throws the reason of the signal only.
 */
export async function readPage(
  reader: PageReader,
  { url, title }: WantedPage,
  signal: AbortSignal,
): Promise<PageOutcome> {
  let address = url;
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const reading = await reader.read(address, null, signal);
      if (reading.result === 'page')
        return reading.text.parts.length > 0
          ? { page: reading, url: address, title }
          : { url, title, error: 'FILE_CONTENT_EMPTY' };
      if (reading.result === 'failed') return { url, title, error: reading.code };
      const next = reading.result === 'redirect' ? linkAddress(reading.to, address) : null;
      if (next === null) break;
      address = next;
    }
  } catch (error) {
    signal.throwIfAborted();
    // RunContinues: the pace of the host requires a wait of more than 5 s, which is too long for a person
    if (!(error instanceof RunContinues) && !(error instanceof CallError)) throw error;
  }
  return { url, title, error: 'WEBSITE_URL_NOT_ACCESSIBLE' };
}

import { consoleFile } from '~/features/admin/server';
import { logCsv } from '~/features/ip-access/log-csv';
import { readLogAddress } from '~/features/ip-access/log-filter';
import { regionNames } from '~/features/ip-access/region-name';
import { languageTag } from '../../../sync/model/languages';
import { textsOf } from '~/i18n/server';

/** The filtered access log as a CSV download. */
export const loader = consoleFile(async ({ api, companyId, request }) => {
  const { t, language } = await textsOf(request);
  const text = (key: string): string => t(`admin:ip.${key}`);
  const body = await logCsv(api, companyId, readLogAddress(request.url).filter, {
    heads: ['time', 'ip', 'status', 'device', 'region', 'server', 'person', 'userAgent'].map((name) =>
      text(`log.${name}`),
    ),
    status: { ALLOW: text('log.allowed'), DENY: text('log.blocked') },
    device: (type) => text(`device.${type}`),
    region: regionNames(languageTag(language), text('private')),
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="ip-access-log-${new Date().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
});

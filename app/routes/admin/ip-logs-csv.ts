import { consoleFile } from '~/features/admin/server';
import { logCsv } from '~/features/ip-access/log-csv';
import { readLogAddress } from '~/features/ip-access/log-filter';
import { regionNames } from '~/features/ip-access/region-name';
import { languageOfRequest, languageTag } from '~/i18n/languages';
import { languagesOf } from '~/i18n/server';

/** The filtered access log as a CSV download. */
export const loader = consoleFile(async ({ api, companyId, request }) => {
  const language = languageOfRequest(request.headers);
  const { t } = await languagesOf(language);
  const say = (key: string): string => t(`admin:ip.${key}`);
  const body = await logCsv(api, companyId, readLogAddress(request.url).filter, {
    heads: ['time', 'ip', 'status', 'device', 'region', 'server', 'person', 'userAgent'].map((name) =>
      say(`log.${name}`),
    ),
    status: { ALLOW: say('log.allowed'), DENY: say('log.blocked') },
    device: (type) => say(`device.${type}`),
    region: regionNames(languageTag(language), say('private')),
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

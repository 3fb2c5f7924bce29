import { auditCsv } from '~/features/admin/audit/audit-csv';
import { filterOf, queryOf } from '~/features/admin/audit/filter';
import { auditWords } from '~/features/admin/audit/words';
import { consoleFile } from '~/features/admin/server';
import { textsOf } from '~/i18n/server';

/** The filtered audit entries as a CSV download. */
export const loader = consoleFile(async ({ api, companyId, url, request, searched }) => {
  const { t, language } = await textsOf(request);
  const heads = (['when', 'who', 'what', 'subject', 'details', 'ip'] as const).map((name) => t(`admin:audit.${name}`));
  const body = await auditCsv(
    api,
    queryOf(companyId, filterOf(url, searched), Date.now()),
    heads,
    auditWords(t, language),
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.csv"`,
    },
  });
});

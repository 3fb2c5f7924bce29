import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import { Skeleton } from '~/ui/feedback/skeleton';
import type { Engagement } from '../../../sync/meeting/engagement';
import { languageTag } from '../../../sync/model/languages';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { seriesColor, SERIES_MAX } from './series-colors';
import type { ChartSeries } from './engagement-chart';

const Chart = lazy(() => import('./engagement-chart'));

/** Speaking times as a table and over time. The figures describe the meeting; no person gets a score. */
export function EngagementSection({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('summary');
  const engagement = useQuery({ kind: 'engagement', meetingId: meeting.id });
  const names = useMemo(() => new Map(meeting.participants.map(({ id, name }) => [id, name])), [meeting.participants]);
  if (engagement === undefined) return <Skeleton className="h-48 w-full" />;
  return (
    <section className="flex flex-col gap-4" aria-label={t('engagement.title')} data-engagement>
      <div>
        <h2 className="text-16 font-semibold text-ink-strong">{t('engagement.title')}</h2>
        <p className="text-13 text-ink-muted">{t('engagement.text')}</p>
      </div>
      {!engagement || engagement.speakers.length === 0 ? (
        <p className="text-14 text-ink-muted">{t(engagement ? 'engagement.noTimes' : 'engagement.none')}</p>
      ) : (
        <Shown engagement={engagement} nameOf={(id) => names.get(id) ?? t('speaker.unknown')} />
      )}
    </section>
  );
}

function Shown({ engagement, nameOf }: { engagement: Engagement; nameOf: (id: string) => string }) {
  const { t } = useTranslation('summary');
  const { speakers, parts, totalMs, silenceMs, overlapMs, untimed } = engagement;
  const series = seriesOf(engagement, nameOf, t('engagement.others'));
  const partMs = parts.length > 0 ? parts[0]!.to - parts[0]!.from : 0;
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact name={t('engagement.total')} value={clockText(totalMs)} />
        <Fact name={t('engagement.speakers')} value={String(speakers.length)} />
        <Fact name={t('engagement.silence')} value={clockText(silenceMs)} />
        <Fact name={t('engagement.overlap')} value={clockText(overlapMs)} />
      </dl>
      <SpeakerTable engagement={engagement} nameOf={nameOf} />
      {parts.length > 1 && (
        <figure className="flex flex-col gap-2">
          <figcaption className="text-13 font-medium text-ink-strong">{t('engagement.overTime')}</figcaption>
          <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-hidden>
            {series.map(({ name }, at) => (
              <li key={at} className="flex items-center gap-1.5 text-12 text-ink-muted">
                <span className="size-2.5 rounded-xs" style={{ background: seriesColor(at) }} />
                <Written text={name} />
              </li>
            ))}
          </ul>
          <Suspense fallback={<Skeleton className="h-52 w-full" />}>
            <Chart
              label={t('engagement.chart')}
              starts={parts.map(({ from }) => from)}
              partMs={partMs}
              series={series}
            />
          </Suspense>
          <details className="text-13">
            <summary className="focus-ring cursor-pointer rounded-control text-ink-muted hover:text-ink">
              {t('engagement.asTable')}
            </summary>
            <PartTable engagement={engagement} series={series} />
          </details>
        </figure>
      )}
      {untimed > 0 && <p className="text-12 text-ink-muted">{t('engagement.untimed', { count: untimed })}</p>}
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-12 text-ink-muted">{name}</dt>
    <dd className="tabular text-20 font-semibold text-ink-strong">{value}</dd>
  </div>
);

/** The series of the chart: the first speakers, and all others as one. */
function seriesOf({ speakers, parts }: Engagement, nameOf: (id: string) => string, others: string): ChartSeries[] {
  const own = speakers.length > SERIES_MAX ? SERIES_MAX - 1 : speakers.length;
  const series = speakers.slice(0, own).map(({ participantId }, at): ChartSeries => ({
    name: nameOf(participantId),
    talkMs: parts.map(({ talkMs }) => talkMs[at]!),
  }));
  if (own < speakers.length)
    series.push({
      name: others,
      talkMs: parts.map(({ talkMs }) => talkMs.slice(own).reduce((sum, ms) => sum + ms, 0)),
    });
  return series;
}

const CELL = 'border-b border-line px-2 py-2 text-right tabular whitespace-nowrap';

function SpeakerTable({ engagement, nameOf }: { engagement: Engagement; nameOf: (id: string) => string }) {
  const { t, i18n } = useTranslation('summary');
  const { speakers } = engagement;
  const all = speakers.reduce((sum, { talkMs }) => sum + talkMs, 0);
  const percent = new Intl.NumberFormat(languageTag(i18n.language), { style: 'percent' });
  return (
    // focusable, so that a wide table can be scrolled by keyboard
    <div role="region" aria-label={t('engagement.bySpeaker')} tabIndex={0} className="focus-ring overflow-x-auto">
      <table className="w-full border-collapse text-14 sm:min-w-[34rem]">
        <thead>
          <tr className="text-12 text-ink-muted">
            <th scope="col" className="border-b border-line px-2 py-2 text-left font-medium">
              {t('engagement.speaker')}
            </th>
            <th scope="col" className="border-b border-line px-2 py-2 text-left font-medium max-sm:text-right sm:w-2/5">
              {t('engagement.talk')}
            </th>
            {(['turns', 'longest', 'overlapping'] as const).map((name) => (
              <th key={name} scope="col" className={`${CELL} font-medium`}>
                {t(`engagement.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {speakers.map(({ participantId, talkMs, turns, longestMs, overlapMs }, at) => (
            <tr key={participantId}>
              <th scope="row" className="border-b border-line px-2 py-2 text-left font-medium text-ink-strong">
                <Written text={nameOf(participantId)} />
              </th>
              <td className="border-b border-line px-2 py-2">
                <span className="flex items-center gap-3">
                  <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-full bg-sunken max-sm:hidden">
                    <span
                      className="block h-full rounded-full"
                      style={{ width: `${(talkMs / all) * 100}%`, background: seriesColor(at) }}
                    />
                  </span>
                  <span className="tabular min-w-[6rem] whitespace-nowrap text-right max-sm:ml-auto max-sm:min-w-0">
                    {clockText(talkMs)} · {percent.format(talkMs / all)}
                  </span>
                </span>
              </td>
              <td className={CELL}>{turns}</td>
              <td className={CELL}>{clockText(longestMs)}</td>
              <td className={CELL}>{clockText(overlapMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PartTable({ engagement: { parts }, series }: { engagement: Engagement; series: readonly ChartSeries[] }) {
  const { t } = useTranslation('summary');
  return (
    <div role="region" aria-label={t('engagement.overTime')} tabIndex={0} className="focus-ring mt-2 overflow-x-auto">
      <table className="w-full border-collapse text-13">
        <thead>
          <tr className="text-12 text-ink-muted">
            <th scope="col" className="border-b border-line px-2 py-1.5 text-left font-medium">
              {t('engagement.from')}
            </th>
            {series.map(({ name }, at) => (
              <th key={at} scope="col" className={`${CELL} font-medium`}>
                <Written text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map(({ from }, i) => (
            <tr key={from}>
              <th scope="row" className="tabular border-b border-line px-2 py-1.5 text-left font-normal text-ink-muted">
                {clockText(from)}
              </th>
              {series.map(({ talkMs }, at) => (
                <td key={at} className={CELL}>
                  {clockText(talkMs[i]!)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../sync/ranking/sources';
import { KIND_NAMES, KINDS, TRASH_KINDS } from '../sync/model/kinds';
import { NOTICE_NAMES } from '../sync/model/notices';
import { coreFeatures, features } from './features';
import { AUDIT_ACTIONS } from './organization/audit/contract';
import { readConfig } from './platform/config';
import type { Platform } from './platform/context';
import { FEATURE_PARTS, given, isNone, none, retentionRules, type Feature } from './shared/feature';
import { OWN_POLICIES } from './sync/policies';
import { LANGUAGES } from '../sync/model/languages';

const SERVER = fileURLToPath(new URL('.', import.meta.url));
const WHO = ['anyone', 'user', 'member', 'admin', 'owner'];
const filesBelow = (folder: string): string[] =>
  readdirSync(join(SERVER, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const textsOf = (language: string, namespace: string): Record<string, Record<string, unknown>> =>
  JSON.parse(readFileSync(join(SERVER, '..', 'locales', language, `${namespace}.json`), 'utf8')) as never;

type AnyFeature = Feature<never>;
const all = <T>(part: (feature: AnyFeature) => readonly T[] | { none: string }): T[] =>
  features.flatMap((feature) => given<readonly T[]>(part(feature) as readonly T[]) ?? []);

/** The faults of a manifest, one line each. */
function faultsOf(feature: AnyFeature): string[] {
  const missing = FEATURE_PARTS.filter((part) => {
    const value: unknown = feature[part];
    if (value === undefined || value === null) return true;
    if (isNone(value)) return !/^because \S+ \S+/.test(value.none);
    if (Array.isArray(value)) return value.length === 0;
    return typeof value === 'object' && Object.keys(value).length === 0;
  }).map((part) => `${feature.name}: ${part} is neither given nor none with a reason`);
  const calls = (given(feature.calls) ?? []).flatMap((group) => group.calls);
  const unhandled =
    (given(feature.calls) === null) === (given(feature.handlers) === null)
      ? []
      : [`${feature.name}: calls and handlers are not both given or both none`];
  const unguarded = calls
    .filter((call) => !WHO.includes(call.who))
    .map((call) => `${feature.name}: ${call.path} has no authorisation rule`);
  const untranslated = (given(feature.notifications) ?? []).flatMap((kind) =>
    LANGUAGES.filter((language) => {
      const texts = textsOf(language, 'shell')['notification'] ?? {};
      return !texts[kind] && !texts[`${kind}_other`];
    }).map((language) => `${feature.name}: the notification ${kind} lacks a text in ${language}`),
  );
  const untranslatedActions = (given(feature.audit) ?? []).flatMap((action) =>
    LANGUAGES.filter((language) => {
      const texts = (textsOf(language, 'admin')['audit'] as Record<string, unknown>)['actions'];
      const text = action
        .split('.')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], texts);
      return typeof text !== 'string' || text.trim() === '';
    }).map((language) => `${feature.name}: the audit action ${action} lacks a text in ${language}`),
  );
  return [...missing, ...unhandled, ...unguarded, ...untranslated, ...untranslatedActions];
}

describe('the manifests of the features', () => {
  it.each(features.map((feature) => [feature.name, feature] as const))('%s is complete', (_name, feature) => {
    expect(faultsOf(feature)).toEqual([]);
  });

  const whole = coreFeatures.find(({ name }) => name === 'core/meetings')! as AnyFeature;
  const [group] = given(whole.calls)!;

  it.each(FEATURE_PARTS)('fail the check without %s, and with a part that is declined without a reason', (part) => {
    const { [part]: _part, ...partial } = whole;
    const fault = `core/meetings: ${part} is neither given nor none with a reason`;
    expect(faultsOf(partial as AnyFeature)).toContain(fault);
    expect(faultsOf({ ...whole, [part]: { none: '' } })).toContain(fault);
    expect(faultsOf({ ...whole, [part]: { none: 'because' } })).toContain(fault);
    expect(faultsOf({ ...whole, [part]: [] })).toContain(fault);
  });

  it('fail the check with a call that has no rule or no handler', () => {
    const { who: _who, ...open } = group!.calls[0]!;
    expect(faultsOf({ ...whole, calls: [{ ...group!, calls: [open as never] }] })).toEqual([
      `core/meetings: ${open.path} has no authorisation rule`,
    ]);
    expect(faultsOf({ ...whole, handlers: none('because nobody wrote them') })).toEqual([
      'core/meetings: calls and handlers are not both given or both none',
    ]);
  });

  it('fail the check with a notification or an audit action that lacks a text in a language', () => {
    expect(faultsOf({ ...whole, notifications: ['untranslated'] })).toHaveLength(LANGUAGES.length);
    expect(faultsOf({ ...whole, audit: ['untranslated.action'] })).toHaveLength(LANGUAGES.length);
  });

  it('are all in the list, each once and under its folder’s name', () => {
    const files = filesBelow('.')
      .filter((file) => file.endsWith('/feature.ts') && !/\/(shared|platform)\//.test(file))
      .map((file) => file.slice(SERVER.length).replace(/\/feature\.ts$/, ''));
    expect(features.map(({ name }) => name).sort()).toEqual(files.sort());
  });

  it('declare every kind of notification that is sent', () => {
    const sources = filesBelow('.')
      .filter((file) => file.endsWith('.ts') && !/\.(test|integration)\.ts$/.test(file))
      .map((file) => readFileSync(file, 'utf8'));
    // a file that imports the type chooses a kind for the caller, or for itself
    const chosen = sources
      .filter((source) => source.includes('import type { NoticeName }'))
      .flatMap((source) => NOTICE_NAMES.filter((name) => source.includes(`'${name}'`)));
    const sent = sources
      .flatMap((source) => [...source.matchAll(/\bnotify(?:All)?\(\s*tx,[^{;]*\{([\s\S]*?)\}/g)])
      .flatMap(([, notice]) => /\bkind:([^,\n]*)/.exec(notice!)?.[1]!.match(/'[A-Za-z]{4,}'/g) ?? [])
      .map((kind) => kind.slice(1, -1))
      .filter((kind) => kind !== 'done');
    expect(all((feature) => feature.notifications).sort()).toEqual([...new Set([...sent, ...chosen])].sort());
  });

  it('declare every action of the audit trail once', () => {
    expect(all((feature) => feature.audit).sort()).toEqual([...AUDIT_ACTIONS].sort());
  });

  it('declare every job, besides those of the parts below all features', () => {
    // server/composition.ts: the nightly clean-up, which is that of all features (their `retention`)
    const declaring = filesBelow('.')
      .filter((file) => /\.m?ts$/.test(file) && !/\.(test|integration)\.ts$/.test(file))
      .map((file) => ({ name: file.slice(SERVER.length), source: readFileSync(file, 'utf8') }))
      .flatMap(({ name, source }) => [...source.matchAll(/\b(?:jobs|queue)\s*\.define\b/g)].map(() => name));
    expect(declaring.filter((name) => !/^(platform|runs|sync)\//.test(name)).sort()).toEqual([
      'composition.ts',
      'shared/feature.ts',
    ]);
  });

  it('declare each call once', () => {
    const calls = all((feature) => feature.calls).flatMap((each) =>
      each.calls.map(({ method, path }) => `${method} ${path}`),
    );
    expect(calls.filter((call, n) => calls.indexOf(call) !== n)).toEqual([]);
  });

  it('give each kind that devices write one policy', () => {
    const platform = { config: readConfig({ DATA_DIR: '/nowhere' }) } as Platform;
    const policies = features.flatMap((feature) => given(feature.policies)?.(platform) ?? []);
    expect([...OWN_POLICIES, ...policies].map(({ collection }) => collection).sort()).toEqual(
      KIND_NAMES.filter((kind) => KINDS[kind].direction === 'both').sort(),
    );
  });

  it('restore each kind of the trash, one feature each', () => {
    const restored = features.flatMap(({ trash = {} }) => Object.keys(trash));
    expect(restored.sort()).toEqual([...TRASH_KINDS].sort());
  });

  it('say of each kind that search reads how its texts are read as passages, one feature each', () => {
    const read = features.flatMap(({ passages }) => Object.keys(given(passages) ?? {}));
    expect(read.sort()).toEqual([...SOURCES].sort());
  });

  it('age each document by one rule', () => {
    const aging = retentionRules(features).flatMap(({ collection, itemTypes }) =>
      itemTypes ? itemTypes.map((type) => `${collection}/${type}`) : [collection],
    );
    expect(new Set(aging).size).toBe(aging.length);
  });

  it('name keepers that are within an aging document', () => {
    const named = features.flatMap(({ retention }) => given(retention)?.keepers ?? []);
    expect(new Set(retentionRules(features).flatMap(({ keepers = [] }) => keepers))).toEqual(new Set(named));
  });
});

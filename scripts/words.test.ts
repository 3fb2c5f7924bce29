/**
 * Old names do not come back. The left column of each list is what a file or an exported name was once called; the right column is the
 * standard term to use instead (docs/glossary.md).
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from '../tests/support/repository';

/** Base names of files without suffix, and folders: the whole name, or its last words (`core-files-bad-days`). */
const PATHS: Record<string, string> = {
  alone: 'tab-presence',
  'at-once': 'initial-read',
  attention: 'rejected-changes, alerts',
  'bad-days': 'faults',
  beginning: 'init-message',
  damage: 'integrity',
  exits: 'space-tombstones',
  found: 'matches, search-anchor',
  'found-list': 'matches-list',
  'found-titles': 'find-titles',
  gate: 'lock-controller, ip-filter',
  grounds: 'servers',
  house: 'server-fixture',
  intake: 'page-applier',
  joining: 'join-requests',
  judge: 'evaluate-write',
  'keep-last': 'stale-fallback',
  kept: 'conflict-versions',
  'kept-side-card': 'conflict-card',
  leaving: 'navigation-guards',
  ledger: 'oracle',
  letters: 'live-updates, templates',
  look: 'button-styles, refresh',
  misfortunes: 'faults',
  'not-here': 'missing-document',
  'not-here-yet': 'initial-sync-gate',
  'on-screen': 'active-lists',
  'once-here': 'initial-sync-gate',
  'only-here': 'unsynced',
  opened: 'lazy-overlay',
  outcome: 'result',
  'passing-on': 'ownership-transfer',
  'people-first': 'foreground-priority',
  place: 'url-state',
  places: 'navigation, checkpoint-positions',
  'pglite-here': 'pglite-in-process',
  plain: 'native-controls',
  remembered: 'document-cache',
  'resting-fetch': 'pausable-fetch',
  say: 'messages',
  'send-waiting': 'send-prepared-pushes',
  spot: 'anchor',
  standing: 'checkpoints',
  sweep: 'snapshot-scan',
  'tell-waiting': 'report-unsynced',
  'text-not-here': 'missing-text',
  'to-come': 'placeholder',
  traffic: 'page-views',
  tries: 'attempt-throttle',
  'typed-early': 'early-input',
  unanswered: 'in-flight',
  'use-outcome': 'use-result',
  'use-spot': 'use-anchor',
  'waiting-request': 'prepared-push',
  warm: 'preload',
  watching: 'subscriptions',
  witness: 'loss-counter',
};
/** Old names that are good last words: a gate that waits (`initial-sync-gate`), a place within a source (`passage-place`). */
const WHOLE = ['gate', 'place'];
/** Paths whose base name is a good word elsewhere. */
const ROOMS: Record<string, string> = {
  'app/features/organization/act': 'actions',
  'app/features/organization/done': 'flash',
  'server/core/messages/': 'server/core/notifications/',
  'server/core/sync/': 'server/sync/',
  'server/organization/links/': 'server/organization/mail-tokens/',
  'sync/engine/accounts/': 'sync/engine/account/',
  'sync/engine/device/': 'sync/engine/storage/',
  'sync/engine/live/': 'sync/engine/host/live/',
  'sync/engine/lock/': 'sync/engine/account/lock/',
  'sync/engine/recordings/': 'sync/engine/recording/',
  'sync/engine/replica/': 'sync/engine/storage/',
  'sync/engine/texts/': 'sync/engine/text/',
  'sync/engine/vault/': 'sync/engine/storage/sealing/',
  'tests/e2e/company': 'organization-lifecycle',
};
/** Names of functions, classes, types and constants; a name that ends in `*` is a beginning. */
const NAMES: Record<string, string> = {
  'Attention*': 'RejectedChange',
  BackendHere: 'InProcessBackend',
  BadHouse: 'FaultyServer',
  Beginning: 'InitMessage',
  ConsolePlace: 'ConsoleNavigationItem',
  EmployeesPlace: 'EmployeesUrlState',
  Exit: 'SpaceTombstone',
  FoundAnswer: 'MatchedAnswer',
  FoundList: 'MatchesList',
  FoundTitle: 'MatchedTitle',
  GateHost: 'LockHost',
  Grounds: 'Servers',
  HouseProcess: 'ServerFixtureProcess',
  Intake: 'PageApplier',
  'Joining*': 'JoinRequest…',
  Judgement: 'WriteEvaluation',
  'KeepLast*': 'StaleFallback…',
  'KeptSide*': 'ConflictVersion',
  Ledger: 'Oracle',
  LIES: 'COLLECTION_OF',
  LetterKind: 'MailKind',
  LetterParams: 'MailParams',
  LetterRelay: 'LiveUpdateRelay',
  Letters: 'LiveUpdates',
  LettersParts: 'LiveUpdatesParts',
  LinkKind: 'MailTokenKind',
  Logged: 'LoggedText',
  Mark: 'SyncBadge',
  MarkProps: 'SyncBadgeProps',
  MarkState: 'SyncState',
  Marked: 'HighlightedRanges',
  'NobodyHere*': 'SignedOutScreen',
  'NotHere*': 'MissingDocument',
  'OlderData*': 'LegacyData',
  'OnScreen*': 'ActiveLists',
  'OnceHere*': 'InitialSyncGate',
  OrganizationPlace: 'OrganizationUrlState',
  'PeopleFirst*': 'ForegroundPriority',
  PLACES: 'NAVIGATION',
  Places: 'CheckpointPositions',
  'PlainButton*': 'NativeButton',
  'PlainCheck*': 'NativeCheck',
  'PlainChoice*': 'NativeChoice',
  'PlainColumn*': 'NativeColumn',
  'PlainDialog*': 'NativeDialog',
  'PlainField*': 'NativeField',
  'PlainForm*': 'NativeForm',
  'PlainIconButton*': 'NativeIconButton',
  'PlainLink*': 'NativeLink',
  'PlainSelect*': 'NativeSelect',
  'PlainSwitch*': 'NativeSwitch',
  'PlainTable*': 'NativeTable',
  'PlainTextArea*': 'NativeTextArea',
  'PlainTick*': 'NativeCheckbox',
  'SentLink*': 'MailToken…',
  Spot: 'SearchAnchor',
  TextNotHere: 'MissingText',
  Unanswered: 'InFlightWrites',
  UploadHouse: 'UploadServer',
  WAITING_REQUEST: 'PREPARED_PUSH',
  'WaitingDocument*': 'PendingDocument…',
  'WaitingRequest*': 'PreparedPush',
  'WaitingSender*': 'PushSender',
  'Watching*': 'Subscriptions',
  'Witness*': 'LossCounter, LossCount',
  alongOf: 'cascadeParentOf',
  answeredAtOnce: 'withInitialRead',
  bringBackParts: 'restoreChildDocuments',
  countOnlyHere: 'unsyncedCount',
  createBadHouse: 'createFaultyServer',
  createLetters: 'createLiveUpdates',
  isAlone: 'isOnlyTab',
  isBeginning: 'isInitMessage',
  isOnlyHere: 'mayBeUnsynced',
  isSweeping: 'isScanning',
  joiningCalls: 'joinRequestCalls',
  joiningRoutes: 'joinRequestRoutes',
  'keepLast*': 'withStaleFallback',
  keepSides: 'saveConflictVersions',
  keepStandings: 'saveCheckpoints',
  'keepWitness*': 'writeLossCount',
  mergeFound: 'mergeMatches',
  messageCalls: 'notificationCalls',
  messageRoutes: 'notificationRoutes',
  noWitness: 'noLossCounter',
  openGrounds: 'openServers',
  openHouse: 'openServerFixture',
  openUploadHouse: 'openUploadServer',
  outcomeOf: 'resultOf',
  placesOf: 'rangesOf',
  'plainButton*': 'nativeButton…',
  readSpot: 'readAnchor',
  readStandings: 'readCheckpoints',
  readWitness: 'readLossCount',
  restingFetch: 'pausableFetch',
  'sendWaiting*': 'sendPreparedPushes',
  spotOf: 'anchorOf',
  standingKey: 'checkpointKey',
  'tellWaiting*': 'reportUnsynced',
  textsOnScreen: 'openTexts',
  'traffic*': 'pageView…',
  untilAlone: 'untilOnlyTab',
  useDone: 'useFlash',
  'useFound*': 'useTitleMatches',
  useLeaving: 'useAccountRemoval',
  useOutcome: 'useResult',
  usePlace: 'useUrlState',
  useSay: 'useMessages',
  useSpot: 'useAnchor',
  waitingThings: 'pendingCount',
  writeExits: 'writeSpaceTombstones',
  writeWitness: 'writeLossCount',
};

/** Live queries, fields and commands of the page's interface to the engine. */
const INTERFACE: Record<string, string> = {
  attention: 'rejectedChanges, rejected',
  kept: 'conflictVersions',
  mark: 'syncState',
};
const INTERFACE_FILES = [
  'sync/engine/host/api.ts',
  'sync/engine/host/live-queries.ts',
  ...filesBelow('sync/engine/outbox/commands/declared'),
  'sync/engine/storage/status.ts',
  'sync/model/sync-status.ts',
];

interface Field {
  name: string;
  term: string;
  /** where its old sense would be meant; everywhere unless told */
  in?: RegExp;
}
/** Fields of objects, properties of components and parameters. */
const FIELDS: readonly Field[] = [
  { name: 'spot', term: 'anchor' },
  { name: 'isOnlyHere', term: 'mayBeUnsynced' },
  { name: 'stands', term: 'current' },
  {
    name: 'places',
    term: 'shownIn',
    in: /^app\/(feature|features\/[^/]+\/(feature|navigation-items|console-items))\.ts$/,
  },
  { name: 'side', term: 'version', in: /^app\/(features\/outbox|routes)\// },
  { name: 'waits', term: 'isPending', in: /^sync\// },
  {
    name: 'waiting',
    term: 'pending, unsynced',
    in: /^(server\/organization\/sessions|sync\/(engine\/host\/live|model|protocol))\//,
  },
  { name: 'kept', term: 'conflictVersions', in: /^sync\/engine\/storage\// },
  { name: 'attention', term: 'rejectedChanges', in: /^sync\/engine\/storage\// },
  { name: 'seal', term: 'integrityMarker', in: /^sync\/engine\/storage\// },
];
/** Old names that stay (decision 152): another name would make stored data or messages of older clients unreadable. */
const STORED: Record<string, { why: string; files: readonly string[] }> = {
  stands: {
    why: 'rows of conflict versions on the device, and the protocol of the handover',
    files: [
      'sync/engine/outbox/commands/inbox.ts',
      'sync/engine/storage/device-rows.ts',
      'sync/merge/dropped-words.ts',
      'sync/merge/merge.ts',
      'sync/merge/values.ts',
      'sync/protocol/handover.ts',
    ],
  },
  waits: {
    why: 'an index of the stores of documents',
    files: ['sync/engine/storage/documents.ts', 'sync/engine/storage/schema.ts', 'sync/engine/storage/stored.ts'],
  },
  waiting: {
    why: 'the state of synchronisation that tabs of other versions read, and the calls about devices',
    files: [
      'server/organization/sessions/contract.ts',
      'server/organization/sessions/service.ts',
      'sync/engine/host/live/status.ts',
      'sync/model/sync-status.ts',
    ],
  },
  kept: { why: 'a table of the device database', files: ['sync/engine/storage/device-database.ts'] },
  attention: {
    why: 'a table of the device database, and its count in the loss counter',
    files: ['sync/engine/storage/device-database.ts', 'sync/engine/storage/integrity/loss-counter.ts'],
  },
  seal: {
    why: 'the row `~seal` of each store with its field: a device whose marker has another name would report a loss',
    files: ['sync/engine/storage/integrity/integrity-marker.ts'],
  },
};
/** Keys of texts by namespace. */
const LOCALE_KEYS: Record<string, Record<string, string>> = {
  account: { say: 'messages' },
  admin: {
    'frame.place': 'frame.navigation',
    'frame.places': 'frame.navigationLabel',
    'organization.say': 'organization.messages',
  },
  outbox: { 'conflict.stands': 'conflict.current' },
  shell: { place: 'navigation', placeShort: 'navigationShort', places: 'navigationLabel' },
};

const sources = ['app', 'bench', 'scripts', 'server', 'sync', 'tests', 'workers'].flatMap(filesBelow);
const code = sources.filter((file) => /\.(ts|tsx|mjs|mts)$/.test(file) && !file.endsWith('.d.ts'));

const DECLARED =
  /^\s*(?:export )?(?:default )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|const|enum) (\w+)/gm;

function termFor(name: string): string | undefined {
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  const beginning = Object.keys(NAMES).find(
    (key) => key.endsWith('*') && new RegExp(`^${key.slice(0, -1)}(?![a-z])`).test(name),
  );
  return beginning && NAMES[beginning];
}

/** The old name that is the whole base name or its last words. */
function oldEnding(base: string): string | undefined {
  const words = base.split('-');
  const endings = words.map((_, at) => words.slice(at).join('-'));
  return endings.find((ending) => Object.hasOwn(PATHS, ending) && (ending === base || !WHOLE.includes(ending)));
}

/** Old names in a list of paths, with the term to use. */
export function oldPaths(files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const room = Object.keys(ROOMS).find((prefix) =>
      prefix.endsWith('/') ? file.startsWith(prefix) : file.startsWith(`${prefix}.`),
    );
    if (room) return [`${file}: ${ROOMS[room]}`];
    if (/^app\/(.*\/)?plain-/.test(file)) return [`${file}: native-…`];
    const old = file
      .split('/')
      .map((part) => oldEnding(part.replace(/\..*$/, '')))
      .find((ending) => ending !== undefined);
    return old ? [`${file}: ${PATHS[old]}`] : [];
  });
}

/** Old names that a source declares, with the term to use. */
export function oldNames(source: string): string[] {
  return [...source.matchAll(DECLARED)].flatMap(([, name]) => {
    const term = termFor(name!);
    return term ? [`${name}: ${term}`] : [];
  });
}

/** Old names of queries, fields and commands that an interface declares, with the term to use. */
export function oldInterface(source: string): string[] {
  const declared = source.matchAll(/\bkind: '(\w+)'|^ *(\w+)\??: |[{;] (\w+): SyncState|^ *'(\w+)\.\w+': /gm);
  return [...declared].flatMap((groups) => {
    const name = groups.slice(1).find((group) => group !== undefined)!;
    return Object.hasOwn(INTERFACE, name) ? [`${name}: ${INTERFACE[name]}`] : [];
  });
}

/** Old names of fields, properties and parameters that a source has in lines of code. */
export function oldFields(file: string, source: string): Field[] {
  const lines = source.split('\n').filter((line) => !/^\s*(\/?\*|\/\/)/.test(line));
  return FIELDS.filter(
    (field) =>
      (field.in?.test(file) ?? true) &&
      lines.some((line) => new RegExp(`(?<![\\w.'"-])${field.name}\\??: `).test(line)),
  );
}

test('no file has an old name', () => {
  expect(oldPaths(sources)).toEqual([]);
});

test('no source declares an old name', () => {
  const found = code.flatMap((file) => oldNames(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});

test('a field has an old name only in stored data and in messages', () => {
  const found = code
    .filter((file) => /^(app|server|sync|workers)\//.test(file) && !/\.(test|integration)\.tsx?$/.test(file))
    .flatMap((file) => oldFields(file, readFileSync(file, 'utf8')).map((field) => ({ file, ...field })));
  const left = found.filter(({ file, name }) => !STORED[name]?.files.includes(file));
  expect(left.map(({ file, name, term }) => `${file}: ${name}: ${term}`)).toEqual([]);
  const unused = Object.entries(STORED).flatMap(([name, { files }]) =>
    files.filter((file) => !found.some((each) => each.file === file && each.name === name)),
  );
  expect(unused).toEqual([]);
});

test('no text has an old key', () => {
  const found = filesBelow('locales').flatMap((file) => {
    const old = LOCALE_KEYS[/([^/]+)\.json$/.exec(file)?.[1] ?? ''];
    if (!old) return [];
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const at = (key: string): unknown =>
      key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], texts);
    return Object.keys(old).flatMap((key) => (at(key) === undefined ? [] : [`${file}: ${key}: ${old[key]}`]));
  });
  expect(found).toEqual([]);
});

test("the page's interface to the engine has no old name", () => {
  expect(INTERFACE_FILES.flatMap((file) => oldInterface(readFileSync(file, 'utf8')))).toEqual([]);
});

test('an old path and an old name are recognised', () => {
  expect(
    oldPaths([
      'sync/engine/texts/texts.ts',
      'app/features/x/witness.test.ts',
      'app/features/x/navigation.ts',
      'tests/integration/core-x-bad-days.integration.ts',
      'app/features/shell/initial-sync-gate.tsx',
      'app/ui/controls/plain-select.tsx',
      'tests/e2e/company.spec.ts',
    ]),
  ).toEqual([
    'sync/engine/texts/texts.ts: sync/engine/text/',
    'app/features/x/witness.test.ts: loss-counter',
    'tests/integration/core-x-bad-days.integration.ts: faults',
    'app/ui/controls/plain-select.tsx: native-…',
    'tests/e2e/company.spec.ts: organization-lifecycle',
  ]);
  const fields = (line: string): string[] => oldFields('app/x.ts', line).map(({ name }) => name);
  expect(fields('  spot: SearchAnchor | null;')).toEqual(['spot']);
  expect(fields('  return { spot: null, stands: 1 };')).toEqual(['spot', 'stands']);
  expect(fields('  // spot: null')).toEqual([]);
  expect(fields("  'a-spot': 1, blindspot: 2")).toEqual([]);
  expect(oldFields('app/features/x/feature.ts', "href: '/x', places: ['palette']")).toHaveLength(1);
  expect(oldNames('export const PlainButton = 1;\nexport function plainText() {}\nexport class Witness {}')).toEqual([
    'PlainButton: NativeButton',
    'Witness: LossCounter, LossCount',
  ]);
  expect(
    oldInterface(
      [
        "  | { kind: 'mark'; id: string }",
        '  kept: number;',
        "  | { kind: 'status' }",
        "  'attention.resolve': { output: null };",
        'Row & { mark: SyncState }',
      ].join('\n'),
    ),
  ).toEqual(['mark: syncState', 'kept: conflictVersions', 'attention: rejectedChanges, rejected', 'mark: syncState']);
});

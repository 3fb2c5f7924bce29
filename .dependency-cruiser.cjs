/**
 * The order of the rooms (docs/architecture.md). Test files, known by suffix (vitest.config.ts), are exempt: a test may
 * import internals.
 */
const TESTS = '\\.(test|integration|fuzz)\\.tsx?$';
/** The features' manifests, plain data that the server and the service worker read, too (app/feature.ts). */
const MANIFESTS = '^app/(feature|features|screens|features/[^/]+/feature)\\.ts$';
const only = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { path: '^(app|sync|workers|server)/', pathNot: to },
});

/** The rooms of the engine in order: a room imports itself and those before it. */
const ENGINE = [
  'storage',
  'connection',
  'text',
  'recording',
  'images',
  'files',
  'search',
  'replication',
  'outbox',
  'account',
  'host',
];

/** Parts that several features share. They stand below the features and import each other only. */
const SHARED_FEATURES = '^app/features/(brand|failures|lists|people|preferences|project-picker|search-anchor)/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Modules that import each other cannot be understood or tested apart.',
      from: {},
      to: { circular: true },
    },
    only('model', '^sync/model/', '^sync/model/', 'The model imports valibot only.'),
    only('merge', '^sync/merge/', '^sync/(model|merge)/', 'Merging is pure: the model and Yjs.'),
    only('text', '^sync/text/', '^sync/text/', 'Tokens of search are the same on device and server.'),
    only(
      'ranking',
      '^sync/ranking/',
      '^sync/(model|text|ranking)/',
      'The ranking of search is pure: device and server rank alike.',
    ),
    only(
      'meeting',
      '^sync/meeting/',
      '^sync/(model|text|meeting)/',
      'What a transcript says without a language model is pure: device and server compute alike.',
    ),
    only(
      'terms',
      '^sync/terms/',
      '^sync/(text|terms)/',
      'Terms are pure: device, server and page compare, search and suggest alike.',
    ),
    only('protocol', '^sync/protocol/', '^sync/(model|protocol)/', 'The protocol depends on the model alone.'),
    only('engine', '^sync/engine/', '^sync/', 'The engine runs in a worker or in Node: no page, no server.'),
    ...ENGINE.map((room, at) => ({
      name: `engine-${room}`,
      severity: 'error',
      comment: 'The rooms of the engine have one order (docs/architecture.md).',
      from: { path: `^sync/engine/${room}/`, pathNot: TESTS },
      to: { path: '^sync/engine/', pathNot: `^sync/engine/(${ENGINE.slice(0, at + 1).join('|')})/` },
    })),
    only('workers', '^workers/', `^(sync|workers)/|${MANIFESTS}`, 'Workers are thin entries of the engine.'),
    only(
      'platform',
      '^server/platform/',
      `^(server/platform|sync/(model|protocol))/|${MANIFESTS}`,
      'The platform knows no feature of the server; of the screens it reads the manifests.',
    ),
    only(
      'ai',
      '^server/ai/',
      '^(server/(ai|platform)|sync/(model|protocol|text|ranking))/',
      'Providers know no feature; the extractive engine ranks sentences.',
    ),
    only(
      'usage',
      '^server/usage/',
      '^(server/(usage|platform)|sync/(model|protocol))/',
      'The ledger knows no feature.',
    ),
    only(
      'parsing',
      '^server/parsing/',
      '^(server/(parsing|platform)|sync/(model|protocol|text))/',
      'Parsers know no feature.',
    ),
    only('runs', '^server/runs/', '^(server/(runs|platform)|sync/(model|protocol))/', 'Runs know no feature.'),
    only(
      'server',
      '^server/(organization|core|demo)/',
      '^(server|sync/(model|merge|protocol|text|terms|ranking|meeting))/',
      'The server never imports the page or the engine.',
    ),
    only(
      'server-composition',
      '^server/[^/]+\\.ts$',
      '^(server|sync/(model|merge|protocol|text|terms|ranking|meeting))/',
      'The server never imports the page or the engine.',
    ),
    only(
      'server-sync',
      '^server/sync/',
      '^(server/(sync|platform|shared)|sync/(model|merge|protocol|text))/',
      'Replication knows no feature.',
    ),
    only(
      'server-live',
      '^server/live/',
      '^(server/(live|sync|platform|shared)|sync/(model|merge|protocol|text))/',
      'Live channels know the documents and no feature.',
    ),
    only(
      'server-shared',
      '^server/shared/',
      '^(server/(sync|platform|shared)|sync/(model|merge|protocol|text))/',
      'What organization and core both need stands below both, and below the demo.',
    ),
    only(
      'organization-core',
      '^server/organization/',
      '^(server/(organization|platform|shared|sync)|sync/(model|merge|protocol|text))/',
      'Organization and core know each other only by the ports that server/composition.ts joins.',
    ),
    only(
      'core-organization',
      '^server/core/',
      '^(server/(core|ai|parsing|platform|shared|runs|usage|sync|live)|sync/(model|merge|protocol|text|terms|ranking|meeting))/',
      'Organization and core know each other only by the ports that server/composition.ts joins.',
    ),
    only(
      'demo',
      '^server/demo/',
      '^(server/(demo|organization|platform|shared|sync)|sync/(model|protocol))/',
      'The demo runs what the manifests add to it: it knows no feature of the core.',
    ),
    {
      name: 'product-without-scripts-and-tests',
      severity: 'error',
      comment: 'The product is installed without scripts/ and tests/.',
      from: { path: '^(app|sync|workers|server)/', pathNot: [TESTS, '/make-files\\.mjs$'] },
      to: { path: '^(scripts|tests)/' },
    },
    {
      name: 'bench-is-outside',
      severity: 'error',
      comment: 'The benchmark is not part of the product.',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'bench',
      severity: 'error',
      comment: 'The benchmark uses the running product: its server, messages and types, not the sources of the page.',
      from: { path: '^bench/' },
      to: { path: '^app/' },
    },
    {
      name: 'bench-peers',
      severity: 'error',
      comment: 'A peer imports nothing of Satchel.',
      from: { path: '^bench/peers/' },
      to: { path: '^(app|sync|workers|server|tests|bench/(?!peers|node_modules))' },
    },
    {
      name: 'manifests-are-plain',
      severity: 'error',
      comment: 'The server and the service worker read the manifests: no code of a screen comes with them.',
      from: { path: MANIFESTS, pathNot: TESTS },
      to: { pathNot: `${MANIFESTS}|^sync/protocol/workspace-paths\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    only('ui', '^app/ui/', '^app/ui/', 'The design system knows nothing of the product.'),
    only(
      'i18n',
      '^app/i18n/',
      '^(app/i18n|sync/(model|protocol))/',
      'Texts know no screen: every room of the page uses them.',
    ),
    only(
      'replica',
      '^app/replica/',
      '^(app/replica|sync/(model|protocol|engine))/',
      'The connection to the worker knows no screen; of the engine it imports types (page-no-engine-code).',
    ),
    only(
      'api',
      '^app/api/',
      '^(app/api|sync/protocol)/|^app/replica/live\\.ts$',
      'The client of the server’s calls knows no screen; the replica tells it the account.',
    ),
    {
      name: 'features-below-routes',
      severity: 'error',
      comment: 'Routes compose features: a part of a screen knows no route.',
      from: { path: '^app/features/', pathNot: TESTS },
      to: { path: '^app/(routes/|root\\.tsx$|routes\\.ts$|entry\\.|start-page\\.)' },
    },
    {
      name: 'features-shared',
      severity: 'error',
      comment: 'A shared room of app/features knows no feature (app/feature-pairs.test.ts).',
      from: { path: SHARED_FEATURES, pathNot: TESTS },
      to: { path: '^app/features/', pathNot: SHARED_FEATURES },
    },
    {
      name: 'app-server-contract-only',
      severity: 'error',
      comment: 'The page imports contracts of the server only.',
      from: { path: '^app/', pathNot: TESTS },
      to: { path: '^server/', pathNot: '(contract\\.ts|platform/http/load-context\\.ts)$' },
    },
    {
      name: 'page-no-engine-code',
      severity: 'error',
      comment:
        'The database lives in the worker: the page imports types of the engine, and the note formats of the merge, only.',
      from: { path: '^app/', pathNot: TESTS },
      to: { path: '^sync/(engine|merge/(?!note-))', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'page-no-workers',
      severity: 'error',
      comment: 'The page starts workers by their built files and speaks to them by messages.',
      from: { path: '^app/', pathNot: TESTS },
      to: { path: '^workers/' },
    },
    {
      name: 'contract-is-pure',
      severity: 'error',
      comment: 'The page imports contracts too.',
      from: { path: 'contract\\.ts$' },
      to: { path: '^(server|app)/', pathNot: 'contract\\.ts$' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { pathNot: '^bench/peers/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};

import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Inside an AbortSignal.any it is collected before its time (nodejs/node#57736), and nothing shows it. */
const COLLECTED_SIGNAL = {
  object: 'AbortSignal',
  property: 'timeout',
  message: 'Use `within` (sync/protocol/time-limit).',
};

export default tseslint.config(
  { ignores: ['build/', 'node_modules/', 'data/', '.cache/', 'public/', 'test-results/', 'playwright-report/'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'react-hooks': reactHooks },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Rules of the compiler's linter that judge style, not correctness, on React 18.
      'react-hooks/set-state-in-effect': 'off',
      'react-hooks/refs': 'off',
      'react-hooks/immutability': 'off',
      'react-hooks/incompatible-library': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-empty-object-type': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      eqeqeq: ['error', 'smart'],
      // What Prettier cannot break: comments, and names in a row. Long texts, class lists and diagrams stay whole.
      'max-len': [
        'error',
        {
          code: 140,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignorePattern: '[─│┌└►◄▼▲]|^import ',
        },
      ],
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-properties': ['error', COLLECTED_SIGNAL],
    },
  },
  {
    files: ['app/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            ":not(CallExpression[callee.name='nameOfPerson']) > CallExpression[callee.name='t'][arguments.0.value=/(^|:)(formerMember|history\\.former)$/]",
          message: 'Use `nameOfPerson`: without it everybody is a former member until the people have been read.',
        },
      ],
    },
  },
  {
    files: ['app/**'],
    ignores: ['app/ui/controls/**', 'app/features/ask/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [{ name: '@reach/combobox', message: 'Use `Combobox` (app/ui/controls/combobox, decision 149).' }],
        },
      ],
    },
  },
  {
    files: ['server/**'],
    ignores: [
      '**/*.test.ts',
      '**/*.integration.ts',
      // model servers that the operator names in the environment
      'server/ai/http/transport.ts',
      // the other API of this installation (API_URLS of the environment), for screens that are rendered here
      'server/platform/http/in-process-client.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message:
            'It resolves a checked name again: use server/platform/http/safe-fetch or safe-stream (decision 060).',
        },
      ],
    },
  },
  {
    files: ['**/*.test.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@testing-library/dom',
              importNames: ['screen'],
              message:
                'It stays bound to the first document of the process: use `shownPage` (tests/support/component/render).',
            },
          ],
        },
      ],
    },
  },
  { files: ['scripts/**', 'tests/**', 'bench/**', 'server/main.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/*.integration.ts', '**/*.fuzz.ts', 'tests/**'],
    ignores: ['tests/memory/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        COLLECTED_SIGNAL,
        ...['waitFor', 'waitUntil'].map((property) => ({
          ...{ object: 'vi', property },
          message: 'It gives up after one second: use `expect.poll`, whose time limit is PATIENCE_MS.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='waitForFunction'] > ArrowFunctionExpression[async=true]",
          message: 'It takes the promise for true and returns at once: use `expect.poll` with `page.evaluate`.',
        },
        ...[
          "CallExpression[callee.name=/^(it|test)$/][arguments.2.type='Literal']",
          "CallExpression[callee.callee.property.name='each'][arguments.2.type='Literal']",
          "CallExpression[callee.property.name='poll'] > ObjectExpression > Property[key.name='timeout']",
        ].map((selector) => ({ selector, message: 'Time limits of tests are in tests/support/patience.ts.' })),
      ],
    },
  },
);

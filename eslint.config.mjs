import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import restrictedSyntax from './tools/restricted-syntax.cjs';

const {
  NO_WALL_CLOCK,
  QUERY_IS_A_CLASS,
  ROOM_IS_IMPORTED,
  SHARED_SQL_READS,
  SQL_STANDS_IN_QUERIES,
  TIME_IS_A_PARAMETER,
} = restrictedSyntax;

/** What projects may depend on, by their tags. Tests may use everything; .dependency-cruiser.cjs has the rules of files. */
const PROJECT_BORDERS = [
  { sourceTag: 'type:pure', onlyDependOnLibsWithTags: ['type:pure'] },
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:pure', 'type:platform'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:pure', 'type:platform'] },
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:pure', 'type:platform'] },
  ...['tools', 'bench', 'e2e'].map((type) => ({ sourceTag: `type:${type}`, onlyDependOnLibsWithTags: ['*'] })),
];

/** Libraries are tested with what is built on them; dependency-cruiser refuses circles of files. */
const CIRCLES_OF_TESTS = ['tag:type:pure', 'tag:type:platform'].map((library) => ['testing', library]);

export default tseslint.config(
  {
    ignores: [
      ...['**/dist/**', '**/node_modules/**', '.cache/**', '.data/**', '.nx/**', '**/test-data/**'],
      'libs/client/src/generated/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'apps/console/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      'no-duplicate-imports': 'error',
      'max-lines': ['error', { max: 400 }],
      complexity: ['error', 16],
    },
  },
  {
    files: ['{apps,libs}/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', '**/*.int-spec.ts', '**/test/**', 'libs/testing/**'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        // The version of the product, which is that of the workspace.
        {
          allow: ['../../../package.json'],
          ignoredCircularDependencies: CIRCLES_OF_TESTS,
          depConstraints: PROJECT_BORDERS,
        },
      ],
    },
  },
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    // Of the compiler, which is not used.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    // Nest reads constructor parameter types at run time, so these classes must stay value imports.
    files: [
      '**/*.controller.ts',
      '**/*.service.ts',
      '**/*.queries.ts',
      '**/*.guard.ts',
      '**/*.interceptor.ts',
      '**/*.module.ts',
      '**/*.filter.ts',
    ],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['apps/!(console)/src/**/*.ts'],
    ignores: ['**/*.queries.ts', '**/*.sql.ts', '**/migrations/*.ts', '**/*.spec.ts', '**/*.int-spec.ts', '**/test/**'],
    rules: { 'no-restricted-syntax': ['error', QUERY_IS_A_CLASS, ...SQL_STANDS_IN_QUERIES] },
  },
  {
    files: ['apps/!(console)/src/**/*.sql.ts'],
    rules: { 'no-restricted-syntax': ['error', QUERY_IS_A_CLASS, ...SHARED_SQL_READS] },
  },
  {
    files: ['apps/!(console)/src/*/**/*.module.ts'],
    // What every handler of monitoring answers with.
    ignores: ['apps/monitoring/src/api/api.module.ts'],
    rules: { 'no-restricted-syntax': ['error', QUERY_IS_A_CLASS, ...SQL_STANDS_IN_QUERIES, ...ROOM_IS_IMPORTED] },
  },
  {
    files: ['**/domain/**/*.ts', 'libs/{clock,filter-query,pagination}/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/test/**', 'libs/clock/src/clock.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time is a parameter.' },
        { object: 'Math', property: 'random', message: 'Chance is a parameter.' },
      ],
      'no-restricted-syntax': ['error', TIME_IS_A_PARAMETER, QUERY_IS_A_CLASS, ...SQL_STANDS_IN_QUERIES],
    },
  },
  {
    // What reads the text of queries for those classes.
    files: ['libs/pagination/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', TIME_IS_A_PARAMETER, ...SQL_STANDS_IN_QUERIES] },
  },
  {
    files: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.suite.ts', '**/test/**/*.ts', 'libs/testing/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', NO_WALL_CLOCK],
      // Bodies of HTTP answers are untyped in tests; the assertions are the check.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      complexity: 'off',
    },
  },
  {
    files: ['**/*.cjs', '**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
  },
  prettier,
);

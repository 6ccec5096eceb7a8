import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

const { QUERY_IS_A_CLASS } = jest.requireActual<{ QUERY_IS_A_CLASS: { selector: string; message: string } }>(
  '../restricted-syntax.cjs',
);

function problemsOf(method: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser },
    rules: { 'no-restricted-syntax': ['error', QUERY_IS_A_CLASS] },
  };
  return new Linter().verify(`class Sample { ${method} }`, [config], 'sample.ts').map(({ message }) => message);
}

describe('a query in the product', () => {
  it.each([
    'list(query: Record<string, unknown>) {}',
    'list(@Query() query: Record<string, unknown>) {}',
    'list(id: number, parameters: Readonly<Record<string, unknown>>) {}',
    'list(query: unknown) {}',
    'list(query: object) {}',
  ])('is refused as an object of anything: %s', (method) => {
    expect(problemsOf(method)).toEqual([QUERY_IS_A_CLASS.message]);
  });

  it.each(['list(query: AlertListQuery) {}', 'list(parameters: Parsed<PluginPushQuery>) {}'])(
    'may be of a class: %s',
    (method) => {
      expect(problemsOf(method)).toEqual([]);
    },
  );
});

import { findErrorUses } from './error-uses';

const usesIn = (source: string) => findErrorUses('a.ts', source);

describe('findErrorUses', () => {
  it('treats a type in running code as thrown', () => {
    const { thrown, untraceable } = usesIn(`
      import { ApiError, CommonError } from '@wardstone/errors';
      const lost = () => new ApiError(CommonError.not_found, 'gone');
      function f(kind = MonitoringError.no_such_thing) { throw new ApiError(kind); }
    `);

    expect(thrown).toEqual([
      { table: 'CommonError', type: 'not_found' },
      { table: 'MonitoringError', type: 'no_such_thing' },
    ]);
    expect(untraceable).toEqual([]);
  });

  it('treats a type in a decorator as only documented', () => {
    const { thrown, documented } = usesIn(`
      class A { @Get() @ApiErrors(CommonError.not_found, ComplianceError.invalid_parameter) b() {} }
    `);

    expect(thrown).toEqual([]);
    expect(documented.map(({ type }) => type)).toEqual(['not_found', 'invalid_parameter']);
  });

  it.each([
    ['a table passed on', 'use(CommonError);'],
    ['a computed name', 'new ApiError(CommonError[name]);'],
    ['taking a table apart', 'const { not_found } = CommonError;'],
    ['another table', "const Mine = defineErrors('common', {});"],
  ])('refuses %s, which it cannot follow', (_name, source) => {
    expect(usesIn(source).untraceable).toEqual([expect.stringMatching(/^a\.ts:1 /)]);
  });

  it('ignores comments and texts', () => {
    const { thrown, untraceable } = usesIn(`// CommonError.not_found\nconst text = 'CommonError.not_found';`);

    expect([...thrown, ...untraceable]).toEqual([]);
  });
});

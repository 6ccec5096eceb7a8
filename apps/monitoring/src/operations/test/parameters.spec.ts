import type { MapValue } from '@wardstone/dto';
import type { PropertyType } from '../../../../../libs/plugin-descriptor/src/configuration-definition';
import { checkParameters } from '../domain/check-parameters';
import { newJobId, parseJobId, writeJobId } from '../domain/job-id';
import { getTimeoutSeconds, initialParameters, parametersForAgent, resultsToKeep } from '../domain/parameter-values';
import { aDefinition, aList, aMap, aSimple } from '../../../../../libs/plugin-descriptor/test/property.builder';

describe('checkParameters', () => {
  const countFailures = (type: PropertyType, value: MapValue): number =>
    checkParameters([aSimple('p', { type })], { p: value }).length;

  it.each<[PropertyType, readonly MapValue[], readonly MapValue[]]>([
    ['INTEGER', [1, '1', '-7', '+7', '2147483647', '-2147483648'], ['', ' 1', '1.0', 1.5, 'x', '2147483648', true]],
    ['LONG', ['9223372036854775807', '-9223372036854775808', 5], ['9223372036854775808', '1e3', '']],
    ['FLOAT', [0, -1.5, '1e-3', '.5', '5.'], ['', 'NaN', 'Infinity', '1e999', '0x1']],
    ['DOUBLE', ['0', '-0.0'], ['one', '1,5']],
    ['BOOLEAN', [true, 'TRUE', 'False'], [42, 'yes', '']],
    ['STRING', ['', 'x', 5, false], []],
    ['PASSWORD', ['x'], []],
    ['FILE', ['/x'], []],
  ])('checks %s by its text form', (type, good, bad) => {
    for (const value of good) expect([value, countFailures(type, value)]).toEqual([value, 0]);
    for (const value of bad) expect([value, countFailures(type, value)]).toEqual([value, 1]);
    expect(countFailures(type, null)).toBe(1);
    expect(countFailures(type, [])).toBe(1);
    expect(countFailures(type, {})).toBe(1);
  });

  it('requires mandatory parameters, and lets optional ones be absent or null', () => {
    const optional = { isRequired: false };
    const all = [aSimple('a'), aSimple('b', optional), aList('c'), aList('d', optional), aMap('e', optional)];
    expect(checkParameters(all, {})).toEqual(['a is required', 'c is required']);
    expect(checkParameters(all, { a: '', b: null, c: [], d: null, e: null })).toEqual([]);
    expect(checkParameters(all, { a: null, c: null, d: {}, e: [] })).toEqual([
      'a must not be null',
      'c must not be null',
      'd must be a list',
      'e must be a map',
    ]);
  });

  it('keeps undeclared parameters', () => {
    expect(checkParameters([], { more: 'x', deep: { a: [1, null, true] } })).toEqual([]);
  });

  it('checks members of lists and maps; those without declared members are open', () => {
    const list = aList('l', { min: 1, max: 2, member: aSimple('i', { type: 'INTEGER' }) });
    const map = aMap('m', { members: [aSimple('n', { type: 'INTEGER' })] });
    expect(checkParameters([list, map], { l: [], m: {} })).toEqual([
      'l must have at least 1 elements',
      'm.n is required',
    ]);
    expect(checkParameters([list, map], { l: [1, 'x', 3], m: { n: 'x', o: 1 } })).toEqual([
      'l must have at most 2 elements',
      'l[1] must be of type INTEGER',
      'm.n must be of type INTEGER',
    ]);
    expect(checkParameters([aList('l'), aMap('m')], { l: ['x', {}], m: { any: [] } })).toEqual([]);
  });

  it('enforces bounds, patterns of the whole value, and options', () => {
    const bounded = aSimple('b', { type: 'INTEGER', constraints: [{ kind: 'INTEGER', minimum: 0, maximum: 10 }] });
    const float = aSimple('f', { type: 'FLOAT', constraints: [{ kind: 'FLOAT', minimum: 0.5, maximum: null }] });
    const text = aSimple('t', { constraints: [{ kind: 'REGEX', expression: '[a-z]+' }] });
    const chosen = aSimple('c', { options: [{ name: 'On', value: 'on' }] });
    const good = { b: 10, f: 0.5, t: 'abc', c: 'on' };
    expect(checkParameters([bounded, float, text, chosen], good)).toEqual([]);
    expect(checkParameters([bounded, float, text, chosen], { b: 11, f: '0.4', t: 'abc1', c: 'On' })).toEqual([
      'b must be a number of at least 0 and at most 10',
      'f must be a number of at least 0.5',
      't must match [a-z]+',
      'c must be one of on',
    ]);
    expect(checkParameters([{ ...chosen, allowsCustomValue: true }], { c: 'other' })).toEqual([]);
    const optional = { ...bounded, isRequired: false };
    expect(checkParameters([optional], { b: null })).toEqual([]);
  });

  it('takes linear time for patterns that backtrack elsewhere', () => {
    const slow = aSimple('t', { constraints: [{ kind: 'REGEX', expression: '(a+)+$' }] });
    expect(checkParameters([slow], { t: `${'a'.repeat(1000)}!` })).toHaveLength(1);
  });

  it('refuses long texts wherever they are', () => {
    expect(checkParameters([], { a: 'x'.repeat(2000) })).toEqual([]);
    expect(checkParameters([], { a: 'x'.repeat(2001), b: [{ c: 'x'.repeat(2001) }] })).toHaveLength(2);
  });
});

describe('values of parameters', () => {
  const definition = aDefinition(
    aSimple('level', { initialValue: 'INFO' }),
    aSimple('seconds', { type: 'INTEGER', initialValue: '5', defaultValue: '60', isRequired: false }),
    aSimple('ratio', { type: 'DOUBLE', defaultValue: '0.5' }),
    aSimple('deep', { type: 'BOOLEAN', initialValue: 'TRUE' }),
    aSimple('note', { isRequired: false }),
    aSimple('huge', { type: 'LONG', defaultValue: '9223372036854775807' }),
    aList('loggers', { isRequired: false }),
    aList('hosts'),
    aMap('options', { members: [aSimple('a', { defaultValue: 'x' }), aList('b')] }),
    aMap('others', { isRequired: false }),
  );

  it('start as declared', () => {
    expect(initialParameters(null)).toEqual({});
    expect(initialParameters(definition)).toEqual({
      level: 'INFO',
      seconds: 60,
      ratio: 0.5,
      deep: true,
      note: null,
      huge: '9223372036854775807',
      loggers: null,
      hosts: [],
      options: { a: 'x', b: [] },
      others: null,
    });
  });

  it('reach the agent in their type, with defaults and without the timeout', () => {
    expect(
      parametersForAgent(definition, {
        seconds: '7',
        deep: 'False',
        note: null,
        'rhq.timeout': 5,
        more: '1',
        options: { b: [], c: 1 },
      }),
    ).toEqual({
      level: 'INFO',
      seconds: 7,
      ratio: 0.5,
      deep: false,
      note: null,
      huge: '9223372036854775807',
      more: '1',
      options: { a: 'x', b: [], c: 1 },
    });
  });

  it('of results are texts, lists and maps, and secrets are masked', () => {
    const results = aDefinition(
      aSimple('count', { type: 'INTEGER' }),
      aSimple('password', { type: 'PASSWORD' }),
      aSimple('absent'),
      aList('rows', { member: aMap('row', { members: [aSimple('key', { type: 'PASSWORD' })] }) }),
    );
    expect(resultsToKeep(results, {})).toEqual({});
    expect(
      resultsToKeep(results, { count: 3, password: 'x', extra: true, rows: [{ key: 'k', pid: 7 }], none: null }),
    ).toEqual({
      count: '3',
      password: '********',
      absent: null,
      extra: 'true',
      rows: [{ key: '********', pid: '7' }],
      none: null,
    });
  });
});

describe('job ids', () => {
  it('name the resource, a hash of the operation, and the time', () => {
    const id = newJobId(77, 'setLogLevel', 1_772_899_507_001);
    expect(writeJobId(id)).toMatch(/^rhq-resource-77--?[0-9]+-1772899507001_=_rhq-resource-77$/);
    expect(parseJobId(writeJobId(id))).toEqual(id);
    expect(newJobId(1, 'a', 2).name).toBe('rhq-resource-1-97-2');
    expect(newJobId(1, 'polygenelubricants', 2).name).toBe('rhq-resource-1--2147483648-2');
  });

  it.each([
    ['bla-44-15', undefined],
    ['_=_44', undefined],
    ['bla_=_', undefined],
    ['', undefined],
    ['bla_=_44', { name: 'bla', group: '44' }],
    ['bla_=_44_=_15', { name: 'bla', group: '44' }],
  ])('are read from %j', (text, id) => {
    expect(parseJobId(text)).toEqual(id);
  });
});

it.each([
  [{ 'rhq.timeout': 5 }, 120, 5],
  [{ 'rhq.timeout': '7' }, null, 7],
  [{ 'rhq.timeout': 'soon' }, 120, 120],
  [{ 'rhq.timeout': 0 }, 120, 120],
  [{ 'rhq.timeout': null }, null, 600],
  [{}, null, 600],
])('the timeout of %j with that of the definition %j is %d s', (parameters, definition, seconds) => {
  expect(getTimeoutSeconds(parameters, definition, 600)).toBe(seconds);
});

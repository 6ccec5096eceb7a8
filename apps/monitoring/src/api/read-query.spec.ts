import { type DtoClass, Field } from '@wardstone/dto';
import { ApiError } from '@wardstone/errors';
import { readQuery, chosenConstants } from './read-query';
import { ParsedQueryPipe } from './request-query.decorator';

class Sample {
  @Field.Int('A number', { optional: true })
  id?: number;
  @Field.String('A text', { optional: true })
  name?: string;
  @Field.Enum('A constant', { values: ['UP', 'DOWN'], optional: true })
  state?: 'UP' | 'DOWN';
  @Field.Time('A time', { optional: true })
  since?: number;
  @Field.Flag('Off by default', { default: false })
  slim!: boolean;
  @Field.Flag('On unless told otherwise', { default: true })
  full!: boolean;
}

const read = (query: Record<string, unknown>) => readQuery(query, Sample);

describe('the query of a request', () => {
  it('has the default of its class for a missing parameter', () => {
    expect(read({})).toEqual({ slim: false, full: true });
  });

  it('takes the first of a repeated parameter and leaves out an empty one', () => {
    expect(read({ id: ['7', '8'], name: '', state: 'up', since: '2026-01-31', other: '1' })).toEqual({
      id: 7,
      state: 'UP',
      since: Date.UTC(2026, 0, 31),
      slim: false,
      full: true,
    });
  });

  it('accepts only true and false for a flag', () => {
    expect(read({ slim: 'TRUE', full: 'no' })).toMatchObject({ slim: true, full: false });
    expect(read({ slim: '1', full: '' })).toMatchObject({ slim: false, full: false });
    expect(read({ slim: 'TruE', full: 'yes' })).toMatchObject({ slim: true, full: false });
  });

  it.each([
    [{ state: 'SIDEWAYS', id: 'x' }, 'Parameter id must be a whole number'],
    [{ state: 'SIDEWAYS' }, 'Parameter state must be one of UP, DOWN'],
    [{ since: 'yesterday' }, 'Parameter since must be a whole number'],
  ])('names the first parameter that is wrong: %j', (query, detail) => {
    expect(() => read(query)).toThrow(detail);
  });

  it('is checked later where another check comes first', () => {
    const pipe = new ParsedQueryPipe(Sample);
    expect(pipe.transform({ id: '7' }).read()).toEqual({ id: 7, slim: false, full: true });
    const parsed = pipe.transform({ id: 'x' });
    expect(() => parsed.read()).toThrow(ApiError);
  });
});

describe('the value of a parameter', () => {
  it.each([
    [{}, undefined],
    [{ name: '' }, undefined],
    [{ name: 'a' }, 'a'],
    [{ name: ['a', 'b'] }, 'a'],
    [{ name: { x: 'a' } }, undefined],
  ])('reads the text of %j as %s', (query, expected) => {
    expect(read(query).name).toBe(expected);
  });

  it.each([
    ['7', 7],
    ['-7', -7],
    ['+7', 7],
    ['-0', 0],
    ['1700000000000', 1_700_000_000_000],
    ['', undefined],
  ])('reads the number %j', (text, expected) => {
    expect(read({ id: text }).id).toBe(expected);
  });

  it.each(['x', '1.5', '1e3', ' 1', '99999999999999999999'])('refuses %j as a number, naming the parameter', (text) => {
    expect(() => read({ id: text })).toThrow('Parameter id must be a whole number');
  });

  it.each([
    ['1700000000000', 1_700_000_000_000],
    ['0', 0],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31T09:30', Date.UTC(2026, 0, 31, 9, 30)],
    ['2026-01-31T09:30:15Z', Date.UTC(2026, 0, 31, 9, 30, 15)],
    ['2026-01-31t09:30:15.250z', Date.UTC(2026, 0, 31, 9, 30, 15, 250)],
    ['2026-01-31T09:30:00+02:00', Date.UTC(2026, 0, 31, 7, 30)],
    ['2026-01-31T09:30:00 02:00', Date.UTC(2026, 0, 31, 7, 30)],
    ['2026-01-31T09:30-05:00', Date.UTC(2026, 0, 31, 14, 30)],
  ])('reads the time %j', (text, expected) => {
    expect(read({ since: text }).since).toBe(expected);
  });

  it.each(['2026-02-31', '2026-13-01', '2026-01-31T25:00', '2026-01-31T09:30:00X', '2026-01-31 noon', '0000-00-00'])(
    'refuses %j as a time, naming the parameter',
    (text) => {
      expect(() => read({ since: text })).toThrow(/Parameter since must be/);
    },
  );

  it.each(['-62135596800001', '253402300800000'])('rejects %j, a time outside the supported years', (text) => {
    expect(() => read({ since: text })).toThrow('Parameter since must be a time of the years 1 to 9999');
  });

  it('contains no null character', () => {
    expect(() => read({ name: 'a\0b' })).toThrow('Parameter name must not contain null characters');
  });
});

class Listed {
  @Field.Page()
  window!: unknown;
  @Field.Enum('How urgent', { values: ['HIGH', 'ALL'], alias: 'priority', optional: true })
  prio?: string;
  @Field.Boolean('Seen or not', { optional: true })
  seen?: boolean;
  @Field.Id('Of this resource', { optional: true })
  resourceId?: number;
  @Field.Id('Of this definition', { optional: true, excludes: 'resourceId' })
  definitionId?: number;
  @Field.Flag('Below it, too', { default: false, needs: 'resourceId' })
  descendants!: boolean;
  @Field.Sort({ fields: ['name', 'firedTime'], default: { field: 'name', descends: true } })
  sort!: unknown;
}

class Chosen {
  @Field.Ids('Which schedules', { of: 'schedules' })
  sid!: number[];
  @Field.Array('What happened', { of: 'string', values: ['ADDED', 'GONE'], error: 'drift_category_not_found' })
  categories!: string[];
  @Field.Array('How urgent', { of: 'string', values: ['HIGH', 'LOW'], optional: true })
  priorities?: string[];
  @Field.Int('How many', { min: 1, max: 100, default: 10 })
  most!: number;
  @Field.Int('How long', { min: 0, default: 0, refusal: 'must be 0 or more milliseconds' })
  delay!: number;
}

class ChildPage {
  @Field.Page(undefined, { optional: true })
  window?: unknown;
}

const given = { sid: '1', categories: 'gone' };

describe('a parameter', () => {
  it.each<[DtoClass, object, object]>([
    [
      Listed,
      {},
      {
        window: { page: 0, size: 20, offset: 0, limit: 20 },
        sort: { field: 'name', descends: true },
        descendants: false,
      },
    ],
    [Listed, { sort: 'FIREDTIME' }, { sort: { field: 'firedTime', descends: false } }],
    [Listed, { prio: 'high' }, { prio: 'HIGH' }],
    [Listed, { priority: 'all' }, { prio: 'ALL' }],
    [Listed, { seen: 'False' }, { seen: false }],
    [Listed, { resourceId: '99999999999', descendants: 'true' }, { resourceId: -1, descendants: true }],
    [Chosen, { sid: '3,1,3', categories: ' gone,Added,gone' }, { sid: [3, 1, 3], categories: ['GONE', 'ADDED'] }],
    [Chosen, { ...given, priorities: ',' }, { most: 10, delay: 0 }],
    [ChildPage, {}, {}],
    [ChildPage, { page: '2' }, { window: { page: 2, size: 20, offset: 40, limit: 20 } }],
  ])('of %p in %j is read', (dto, query, expected) => {
    expect(readQuery(query as Record<string, unknown>, dto)).toMatchObject(expected);
  });

  it('with an empty list is absent', () => {
    expect(readQuery({ ...given, priorities: ' , ' }, Chosen)).not.toHaveProperty('priorities');
    expect(readQuery({ page: '' }, ChildPage)).not.toHaveProperty('window');
  });

  it.each<[DtoClass, object, string]>([
    [Listed, { ps: '0', prio: 'x' }, 'Parameter ps must be 1 or greater'],
    [Listed, { prio: 'x', priority: 'high' }, 'Only one of the parameters prio and priority may be given'],
    [Listed, { priority: 'x' }, 'Parameter priority must be one of HIGH, ALL'],
    [Listed, { seen: 'yes' }, 'Parameter seen must be true or false'],
    [Listed, { resourceId: '1', definitionId: 'x' }, 'Parameter definitionId must be a whole number'],
    [
      Listed,
      { resourceId: '1', definitionId: '2', sort: 'x' },
      'Only one of the parameters resourceId and definitionId may be given',
    ],
    [Listed, { descendants: 'true', sort: 'x' }, 'Parameter descendants needs the parameter resourceId'],
    [Listed, { sort: 'x' }, 'Parameter sort must be one of name, firedTime, optionally followed by :asc or :desc'],
    [Listed, { sort: 'name:up' }, 'Parameter sort must be one of'],
    [Chosen, {}, 'Parameter sid must list the ids of schedules, separated by commas'],
    [Chosen, { sid: '1,,2' }, 'Parameter sid must list ids of schedules, which "" is not'],
    [Chosen, { sid: '1' }, 'Parameter categories must list some of ADDED, GONE'],
    [Chosen, { sid: '1', categories: 'gone,new' }, 'Parameter categories must list some of ADDED, GONE'],
    [Chosen, { ...given, most: '101' }, 'Parameter most must be from 1 to 100'],
    [Chosen, { ...given, delay: '-1' }, 'Parameter delay must be 0 or more milliseconds'],
  ])('of %p in %j is refused', (dto, query, detail) => {
    expect(() => readQuery(query as Record<string, unknown>, dto)).toThrow(detail);
  });

  it('is refused with its declared error', () => {
    expect(() => readQuery({ sid: '1' }, Chosen)).toThrow(
      expect.objectContaining({ kind: expect.objectContaining({ type: 'drift_category_not_found' }) }),
    );
  });
});

const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;

describe('constants in a list', () => {
  it.each([
    ['one', 'high', ['HIGH']],
    ['several in any letter case', 'Low,HIGH', ['LOW', 'HIGH']],
    ['blanks around items', ' low , medium ', ['LOW', 'MEDIUM']],
    ['empty items', ',high,,', ['HIGH']],
    ['the same twice', 'high,high', ['HIGH']],
    ['none', ' , ', []],
  ])('are read: %s', (_case, text, chosen) => {
    expect(chosenConstants(text, PRIORITIES)).toEqual(chosen);
  });

  it('are refused when one is unknown', () => {
    expect(chosenConstants('high,urgent', PRIORITIES)).toBeUndefined();
  });
});

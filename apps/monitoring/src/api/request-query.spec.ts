import { BooleanField, EnumField, IntField, StringField, TimeField } from '@wardstone/dto';
import { readQuery } from './request-query.decorator';

class Sample {
  @IntField({ description: 'A number', optional: true })
  id?: number;
  @StringField({ description: 'A text', optional: true })
  name?: string;
  @EnumField({ description: 'A constant', values: ['UP', 'DOWN'], optional: true })
  state?: 'UP' | 'DOWN';
  @TimeField({ description: 'A time', optional: true })
  since?: number;
  @BooleanField({ description: 'Off unless asked for', default: false })
  slim!: boolean;
  @BooleanField({ description: 'On unless told otherwise', default: true })
  full!: boolean;
}

const read = (query: Record<string, unknown>): Sample => readQuery(query, Sample);

describe('the query of a request', () => {
  it('is what its class says of a missing parameter', () => {
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

  it('takes no word but true for a flag', () => {
    expect(read({ slim: 'TRUE', full: 'no' })).toMatchObject({ slim: true, full: false });
    expect(read({ slim: '1', full: '' })).toMatchObject({ slim: false, full: false });
  });

  it.each([
    [{ state: 'SIDEWAYS', id: 'x' }, 'Parameter id must be a whole number'],
    [{ state: 'SIDEWAYS' }, 'Parameter state must be one of UP, DOWN'],
    [{ since: 'yesterday' }, 'Parameter since must be a whole number'],
  ])('names the first parameter that is wrong: %j', (query, detail) => {
    expect(() => read(query)).toThrow(detail);
  });
});

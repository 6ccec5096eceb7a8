import { coherentOverrides } from './value-overrides';

const [TEXT, NUMBER, BOOLEAN] = [
  'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11',
  'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f12',
  'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f13',
] as const;
const TYPES = new Map([
  [TEXT, 'string'],
  [NUMBER, 'number'],
  [BOOLEAN, 'boolean'],
]);
const read = (overrides: object) => coherentOverrides(new Map(Object.entries(overrides)), TYPES);

describe('coherentOverrides', () => {
  it.each([
    [{}, {}],
    [{ [TEXT]: '' }, { [TEXT]: '' }],
    [{ [TEXT.toUpperCase()]: 'x' }, { [TEXT]: 'x' }],
    [
      { [NUMBER]: '-12', [BOOLEAN]: 'false', [TEXT]: '01' },
      { [NUMBER]: '-12', [BOOLEAN]: 'false', [TEXT]: '01' },
    ],
  ])('accepts %j', (overrides, coherent) => expect(read(overrides)).toEqual(coherent));

  it.each(['0', '7', '-7', '10', '99999999999999999999'])('accepts the number %s', (value) => {
    expect(read({ [NUMBER]: value })).toEqual({ [NUMBER]: value });
  });

  it.each(['', '-0', '00', '07', '+7', '7.0', '1e3', ' 7', '7\n', '-', 'x', '٧'])('refuses the number %j', (value) => {
    expect(read({ [NUMBER]: value })).toBeUndefined();
  });

  it.each(['', 'True', '1', 'yes', 'true '])('refuses the boolean %j', (value) => {
    expect(read({ [BOOLEAN]: value })).toBeUndefined();
  });

  it.each([[1], [null], [true], [[]], [{}]])('refuses the value %j, which is not a text', (value) => {
    expect(read({ [TEXT]: value })).toBeUndefined();
  });

  it.each(['xccdf_value', 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f99', '', '__proto__'])('refuses the key %j', (key) => {
    expect(coherentOverrides(new Map([[key, 'x']]), TYPES)).toBeUndefined();
  });
});

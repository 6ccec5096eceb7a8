import { collection, findFaults } from './xml-schema';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const POINTS = collection('point', {
  attributes: { at: 'long' },
  children: { value: ['1', 'double'], note: ['?', 'string'], kind: ['*', ['A', 'B']] },
});
const faults = (content: string) => findFaults(DECLARATION + content, POINTS);

it('accepts what the schema permits', () => {
  expect(faults('<collection/>')).toEqual([]);
  expect(
    faults('<collection><point at="5"><kind>A</kind><value>NaN</value><kind>B</kind></point></collection>'),
  ).toEqual([]);
});

it.each([
  ['another root', '<points/>', 'the root is points, not collection'],
  ['an unknown element', '<collection><x/></collection>', 'collection/x is not expected'],
  [
    'a missing attribute',
    '<collection><point><value>1</value></point></collection>',
    'collection/point has no attribute at',
  ],
  ['a strange attribute', '<collection a="b"/>', 'collection has the attribute a'],
  ['a missing element', '<collection><point at="5"/></collection>', 'collection/point has 0 of value'],
  [
    'an element too many',
    '<collection><point at="5"><value>1</value><note/><note/></point></collection>',
    'collection/point has 2 of note',
  ],
  [
    'text of another type',
    '<collection><point at="5"><value>x</value></point></collection>',
    'collection/point/value holds x',
  ],
  [
    'another constant',
    '<collection><point at="5"><value>1</value><kind>C</kind></point></collection>',
    'collection/point/kind holds C',
  ],
  ['text between elements', '<collection>x</collection>', 'collection holds x'],
])('reports %s', (_name, content, fault) => {
  expect(faults(content)).toEqual([fault]);
});

it('reports a missing declaration', () => {
  expect(findFaults('<collection/>', POINTS)).toEqual(['the declaration is another']);
});

it('throws for text that is not well-formed', () => {
  expect(() => faults('<collection>')).toThrow();
});

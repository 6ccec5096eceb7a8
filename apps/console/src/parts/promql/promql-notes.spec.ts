import { placeIn, placeText } from './promql-notes';

const EXPRESSION = 'sum(\n  rate(up[5m]\n)';

describe('a message about an expression', () => {
  it.each([
    ['1:4: parse error: unclosed left parenthesis', { from: 3, to: 4 }],
    ['invalid parameter "query": 2:8: parse error: x', { from: 12, to: 13 }],
    ['PromQL info: metric might not be a counter: "up" (2:8)', { from: 12, to: 13 }],
    ['3:2: parse error: unexpected end of input', { from: 19, to: 20 }],
  ])('is marked at its place: %s', (message, place) => {
    expect(placeIn(EXPRESSION, message)).toEqual(place);
  });

  it.each(['query timed out', '9:9: elsewhere', 'at 12:00 it failed'])('is not marked without one: %s', (message) => {
    expect(placeIn('up', message)).toBeUndefined();
  });

  it('is reported with line and column', () => {
    expect([0, 4, 5, 12].map((at) => placeText(EXPRESSION, at))).toEqual(['1:1', '1:5', '2:1', '2:8']);
  });
});

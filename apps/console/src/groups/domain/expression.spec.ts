import { intervalText, parseExpression } from './expression';

describe('the expression of a group definition', () => {
  it.each([
    ['', { statements: 0 }],
    ['resource.type.name = Linux\ngroupby resource.parent.name', { statements: 2 }],
    ['resource.type.name = Linux\nresource.colour = red', { at: 36 }],
    ['groupby', { at: 7 }],
  ])('%j is %j', (text, expected) => {
    expect(parseExpression(text)).toMatchObject(expected);
  });

  it('shows the error of the line', () => {
    expect(parseExpression('resource.colour = red')).toMatchObject({
      problem: expect.stringMatching(/^Line 1, column 10: /) as unknown,
    });
  });

  it('is recalculated on demand, or at an interval', () => {
    expect([0, 600_000, 7_200_000].map(intervalText)).toEqual(['On demand', 'Every 10 minutes', 'Every 2 h']);
  });
});

import { scoreText } from './score-text';

describe('the text of a score', () => {
  it.each([
    [100, '100 %'],
    [28.125, '28.1 %'],
    [94.99, '94.9 %'],
    [0.3, '0.3 %'],
    [0, '0 %'],
  ])('of %d is %s', (score, expected) => {
    expect(scoreText(score)).toBe(expected);
  });
});

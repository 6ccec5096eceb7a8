import { partTexts } from '../texts/parts';
import { endProblem } from './end-problem';

describe('the end of a time', () => {
  it.each([
    ['2026-01-02T10:00', '2026-01-01T10:00'],
    ['2026-01-02T10:00', '2026-01-02T10:00'],
  ])('from %s until %s is too early', (start, end) => {
    expect(endProblem(start, end)).toBe(partTexts.endsTooEarly);
  });

  it.each([
    ['2026-01-02T10:00', '2026-01-02T10:00:01'],
    ['', '2026-01-02T10:00'],
    ['2026-01-02T10:00', ''],
  ])('from %s until %s is accepted, or not known yet', (start, end) => {
    expect(endProblem(start, end)).toBeUndefined();
  });
});

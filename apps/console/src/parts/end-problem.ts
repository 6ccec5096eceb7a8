import { partTexts } from '../texts/parts';

/** What is wrong with the end of a time, as the fields of forms have it; undefined while one of them is empty. Pure. */
export function endProblem(start: string, end: string): string | undefined {
  return start !== '' && end !== '' && end <= start ? partTexts.endsTooEarly : undefined;
}

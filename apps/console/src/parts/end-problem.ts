import { partTexts } from '../texts/parts';

/** Error of the end of a period, from form fields; undefined while one of them is empty. Pure. */
export function endProblem(start: string, end: string): string | undefined {
  return start !== '' && end !== '' && end <= start ? partTexts.endsTooEarly : undefined;
}

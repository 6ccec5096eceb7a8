import { partTexts } from '../texts/parts';

/** Error for the end of a period in form fields; undefined while one of them is empty. Pure. */
export function endProblem(start: string, end: string): string | undefined {
  return start !== '' && end !== '' && end <= start ? partTexts.endsTooEarly : undefined;
}

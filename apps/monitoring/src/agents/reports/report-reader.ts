import { isFields, type DtoClass } from '@wardstone/dto';
import type { AgentReport } from '@wardstone/dto/monitoring';
import { ApiError, CommonError } from '@wardstone/errors';
import { invalidContent } from '../../api/invalid-parameter';
import { fieldReader, type Read } from './field-reader';

/** See rule agents-1. */
export const MAX_ITEMS = 10_000;

/** A report as sent: its fields, or those before the first invalid one with its error. */
export type SentReport<T extends AgentReport> =
  | { readonly fields: Read<T>; readonly reportId: string; readonly problem?: undefined }
  | { readonly fields: Partial<Read<T>>; readonly reportId: string | undefined; readonly problem: ApiError };

/** Never throws, because the sender is authorised first, which only the service can do. */
export function reportReader<T extends AgentReport>(dto: DtoClass<T>): (body: unknown) => SentReport<T> {
  const read = fieldReader(dto);
  return (body) => {
    const problem = bodyProblem(body);
    if (problem) return { fields: {}, reportId: undefined, problem };
    const { fields, refusal } = read(body);
    if (refusal === undefined) return { fields, reportId: fields.reportId as string };
    const detail = `${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}`;
    return { fields, reportId: fields.reportId as string | undefined, problem: invalidReport(detail) };
  };
}

/** @throws invalid_content, unsupported_media_type */
export function requireFields<T extends AgentReport>({ fields, problem }: SentReport<T>): Read<T> {
  if (problem) throw problem;
  return fields;
}

/** @throws payload_too_large */
export function refuseTooMany(count: number): void {
  if (count <= MAX_ITEMS) return;
  throw new ApiError(CommonError.payload_too_large, `The report has ${count} items; at most ${MAX_ITEMS} are allowed`);
}

export function invalidReport(detail: string): ApiError {
  return invalidContent(detail);
}

/** Time of a reported occurrence; 0 and future times mean now. */
export function pastTime(timeMs: number, nowMs: number): number {
  return timeMs === 0 ? nowMs : Math.min(timeMs, nowMs);
}

function bodyProblem(body: unknown): ApiError | undefined {
  if (typeof body === 'string') return new ApiError(CommonError.unsupported_media_type, 'Reports of agents are JSON');
  if (!isFields(body)) return invalidReport('The body must be an object');
  // PostgreSQL's text cannot store a NUL character.
  return hasNullCharacter(JSON.stringify(body))
    ? invalidReport('The body must not contain null characters')
    : undefined;
}

/** After an even number of backslashes it is not an escape; most texts contain neither. */
function hasNullCharacter(json: string): boolean {
  return json.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(json);
}

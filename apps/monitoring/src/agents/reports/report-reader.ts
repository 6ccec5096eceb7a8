import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';

/** An object of a report, as JSON has it. */
export type Fields = Readonly<Record<string, unknown>>;

/** See rule agents-1. */
export const MOST_ITEMS = 10_000;

/** What every report has. */
export interface ReadReport {
  reportId: string;
  fields: Fields;
}

/** @throws invalid_content, unsupported_media_type */
export function readReport(body: unknown): ReadReport {
  if (typeof body === 'string') throw new ApiError(CommonError.unsupported_media_type, 'Reports of agents are JSON');
  if (!isFields(body)) throw invalidReport('The body must be an object');
  refuseUnstorable(body);
  const { reportId } = body;
  if (typeof reportId !== 'string' || reportId.length < 1 || reportId.length > 64) {
    throw invalidReport('Field reportId must be a text of 1 to 64 characters');
  }
  return { reportId, fields: body };
}

/** A list of the report; empty when it is not there. @throws invalid_content */
export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw invalidReport(`Field ${name} must be a list`);
  return value;
}

/** @throws payload_too_large */
export function refuseTooMany(count: number): void {
  if (count <= MOST_ITEMS) return;
  throw new ApiError(CommonError.payload_too_large, `The report has ${count} items; at most ${MOST_ITEMS} are allowed`);
}

export function invalidReport(detail: string): ApiError {
  return new ApiError(MonitoringError.invalid_content, detail);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A whole number of ms since the epoch; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** When something happened that is reported now; 0 stands for now, and so does what the sender's clock puts ahead. */
export function pastTimeOf(value: unknown, nowMs: number): number | undefined {
  const timeMs = timeOf(value);
  return timeMs === 0 ? nowMs : timeMs && Math.min(timeMs, nowMs);
}

export function idOf(value: unknown): number | undefined {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31
    ? (value as number)
    : undefined;
}

/** PostgreSQL's text cannot hold a null character, nor our stack any depth. */
function refuseUnstorable(body: unknown): void {
  let text: string;
  try {
    text = JSON.stringify(body);
  } catch {
    throw invalidReport('The body is nested too deeply');
  }
  // An even number of backslashes before it would be text that looks like the escape.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) throw invalidReport('The body must not contain null characters');
}

/** Why items of a report were not stored. */
export class Rejections {
  readonly list: { index: number; reason: string }[] = [];

  add(index: number, reason: string): void {
    this.list.push({ index, reason });
  }

  inOrder(): Rejections['list'] {
    return this.list.sort((a, b) => a.index - b.index);
  }
}

/** The items of a report that could be read, each with its place. */
export interface ReadItems<Item extends object> {
  items: (Item & { index: number })[];
  rejections: Rejections;
}

/**
 * The items of a list. What `read` answers a text for is rejected for this reason.
 *
 * @throws invalid_content, payload_too_large
 */
export function readItems<Item extends object>(
  fields: Fields,
  name: string,
  read: (item: unknown) => Item | string,
): ReadItems<Item> {
  const given = listOf(fields, name);
  refuseTooMany(given.length);
  const rejections = new Rejections();
  const items = given.flatMap((value, index) => {
    const item = read(value);
    if (typeof item !== 'string') return [{ ...item, index }];
    rejections.add(index, item);
    return [];
  });
  return { items, rejections };
}

interface OfResource {
  resourceId: number;
}

export const resourceIdsOf = (items: readonly OfResource[]): number[] => [
  ...new Set(items.map(({ resourceId }) => resourceId)),
];

/**
 * Takes in the items of known resources, in the order of ids, so that two reports never wait for each other in a circle.
 * What `take` answers a text for is rejected for this reason.
 */
export async function takeByResource<Item extends OfResource>(
  { items, rejections }: ReadItems<Item>,
  known: { has: (resourceId: number) => boolean },
  take: (item: Item) => Promise<string | void>,
): Promise<{ accepted: number; rejected: Rejections['list'] }> {
  let accepted = 0;
  for (const item of items.sort((a, b) => a.resourceId - b.resourceId || a.index - b.index)) {
    const { index, resourceId } = item;
    const problem = known.has(resourceId) ? await take(item) : `unknown resource ${resourceId}`;
    if (typeof problem === 'string') rejections.add(index, problem);
    else accepted += 1;
  }
  return { accepted, rejected: rejections.inOrder() };
}

import { parseUuid } from '@wardstone/pagination';
import { readText, requireStorableText } from '../../api/domain/given-body';
import type { GivenBody } from '../../api/domain/given-body';
import { ParameterError } from '../../api/domain/parameter-error';
import { parseIsoTime } from './iso-time';

export interface SystemGroup {
  readonly id: string;
  readonly name: string;
}

export interface SystemTag {
  readonly namespace: string | null;
  readonly key: string;
  readonly value: string | null;
}

/** What a client said about a system, types checked; undefined where it said nothing. Times in ms since the epoch. */
export interface SystemInput {
  readonly displayName: string | undefined;
  readonly osMajorVersion: number | undefined;
  readonly osMinorVersion: number | undefined;
  readonly osName: string | null | undefined;
  readonly groups: readonly SystemGroup[] | undefined;
  readonly tags: readonly SystemTag[] | undefined;
  readonly insightsId: string | null | undefined;
  readonly ownerId: string | null | undefined;
  readonly staleTimestampMs: number | undefined;
  readonly updatedMs: number | undefined;
}

export const SYSTEM_KEYS = [
  'display_name',
  'os_major_version',
  'os_minor_version',
  'groups',
  'tags',
  'insights_id',
  'owner_id',
  'os_name',
  'stale_timestamp',
  'updated',
] as const;

function readInteger({ values }: GivenBody, key: string): number | undefined {
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new ParameterError(`${key} must be an integer`);
  return value;
}

function readUuid({ values }: GivenBody, key: string): string | null | undefined {
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (value === null) return null;
  const id = typeof value === 'string' ? parseUuid(value) : undefined;
  if (id === undefined) throw new ParameterError(`${key} must be a UUID`);
  return id;
}

function readTime({ values }: GivenBody, key: string): number | undefined {
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  const timeMs = typeof value === 'string' ? parseIsoTime(value) : undefined;
  if (timeMs === undefined) throw new ParameterError(`${key} must be an ISO 8601 timestamp`);
  return timeMs;
}

/** A list of objects with exactly the given keys or fewer, each read by `read`, which answers undefined when it is wrong. */
function readObjects<T extends object>(
  { values }: GivenBody,
  key: string,
  read: (entry: Readonly<Record<string, unknown>>) => T | undefined,
  shape: string,
): T[] | undefined {
  if (!values.has(key)) return undefined;
  const value = values.get(key);
  if (!Array.isArray(value)) throw new ParameterError(`${key} must be an array`);
  return value.map((entry: unknown) => {
    const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
    const item = isObject ? read(entry as Readonly<Record<string, unknown>>) : undefined;
    if (item === undefined) throw new ParameterError(`${key} must be an array of ${shape}`);
    for (const text of Object.values(item)) if (typeof text === 'string') requireStorableText(key, text);
    return item;
  });
}

const isTextOrNothing = (value: unknown): value is string | null | undefined =>
  value == null || typeof value === 'string';
const hasOnly = (entry: object, keys: readonly string[]): boolean =>
  Object.keys(entry).every((key) => keys.includes(key));

function readGroup(entry: Readonly<Record<string, unknown>>): SystemGroup | undefined {
  const { id, name } = entry;
  const isGroup = typeof id === 'string' && id !== '' && typeof name === 'string' && hasOnly(entry, ['id', 'name']);
  return isGroup ? { id, name } : undefined;
}

function readTag(entry: Readonly<Record<string, unknown>>): SystemTag | undefined {
  const { namespace, key, value } = entry;
  if (typeof key !== 'string' || key === '' || !hasOnly(entry, ['namespace', 'key', 'value'])) return undefined;
  if (!isTextOrNothing(namespace) || !isTextOrNothing(value)) return undefined;
  return { namespace: namespace ?? null, key, value: value ?? null };
}

/**
 * The values of the body of PUT and POST /systems (compliance spec G4), the first wrong type reported in the order
 * they are listed there. Unknown keys are the caller's to refuse.
 *
 * @throws ParameterError
 */
export function readSystemInput(given: GivenBody): SystemInput {
  return {
    displayName: readText(given, 'display_name'),
    osMajorVersion: readInteger(given, 'os_major_version'),
    osMinorVersion: readInteger(given, 'os_minor_version'),
    groups: readObjects(given, 'groups', readGroup, 'objects with id and name'),
    tags: readObjects(given, 'tags', readTag, 'objects with namespace, key and value'),
    insightsId: readUuid(given, 'insights_id'),
    ownerId: readUuid(given, 'owner_id'),
    osName: given.values.get('os_name') === null ? null : readText(given, 'os_name'),
    staleTimestampMs: readTime(given, 'stale_timestamp'),
    updatedMs: readTime(given, 'updated'),
  };
}

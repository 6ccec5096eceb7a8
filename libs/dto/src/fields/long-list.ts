import { type DtoClass, type Field, fieldsOf } from './registry';

/** Of records in a list that declares no maximum. */
const MOST_RECORDS = 1_000;

/** A list with more items than its field allows. */
export interface LongList {
  /** Field names from the outermost record to the list. */
  readonly path: string;
  readonly most: number;
}

/**
 * The first list that is too long in what was sent as a record. Looked for before anything is validated: a rule about the
 * length of a list stops no validator from visiting all of its items.
 */
export function findLongList(sent: unknown, dto: DtoClass, parents = ''): LongList | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined;
  for (const [name, field] of fieldsOf(dto)) {
    const value = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined;
    const path = `${parents}${name}`;
    const most = mostItems(field);
    if (Array.isArray(value) && value.length > most) return { path, most };
    if (field.kind !== 'record' && field.kind !== 'records') continue;
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      const found = findLongList(item, field.of(), `${path}.`);
      if (found) return found;
    }
  }
  return undefined;
}

function mostItems(field: Field): number {
  switch (field.kind) {
    case 'records':
      return field.maxItems ?? MOST_RECORDS;
    case 'list':
      return field.maxItems ?? Infinity;
    default:
      return Infinity;
  }
}

import { type DtoClass, getFields } from '@wardstone/dto';
import type { AnyRecord, ListKind, ResultKind } from './result-kind';

/** Records written at once; takes some milliseconds in the slowest representation. */
const RECORDS_PER_BLOCK = 200;

type Count = (record: AnyRecord) => number;

const counters = new WeakMap<DtoClass, Count>();

/**
 * Whether a record, or the items of a list, contain more than this number of records and values, nested lists included.
 */
export function holdsMoreThan(most: number, kind: ResultKind, items: readonly unknown[]): boolean {
  const count = counterFor(kind);
  let records = 0;
  for (const item of items) {
    records += count(item as AnyRecord);
    if (records > most) return true;
  }
  return false;
}

/** Splits the items into blocks with about the same number of records. */
export function splitBlocks(kind: ListKind, items: readonly unknown[]): unknown[][] {
  const count = counterFor(kind);
  const blocks: unknown[][] = [];
  let room = 0;
  for (const item of items) {
    if (room <= 0) {
      blocks.push([]);
      room = RECORDS_PER_BLOCK;
    }
    blocks.at(-1)!.push(item);
    room -= count(item as AnyRecord);
  }
  return blocks;
}

function counterFor(kind: ResultKind): Count {
  return kind.form === 'list' || kind.form === 'one' ? getCounter(kind.dto) : () => 1;
}

/** Counts a record and the contents of its lists. */
function getCounter(dto: DtoClass): Count {
  const known = counters.get(dto);
  if (known) return known;
  const lists = getFields(dto).filter(([, { kind }]) => kind === 'list' || kind === 'links' || kind === 'records');
  const count: Count = (record) => {
    let records = 1;
    for (const [name, field] of lists) {
      const values = record[name] as readonly unknown[] | null | undefined;
      if (!values) continue;
      if (field.kind !== 'records') records += values.length;
      else for (const value of values) records += getCounter(field.of())(value as AnyRecord);
    }
    return records;
  };
  counters.set(dto, count);
  return count;
}

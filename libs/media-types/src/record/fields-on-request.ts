import { type DtoClass, getFields } from '@wardstone/dto';
import { type AnyRecord, type ListPage, getPage, type ProducedKind, type ResultKind } from './result-kind';

/** Names of included fields beyond those of the contract. */
export type Included = ReadonlySet<string>;

export const NOTHING_INCLUDED: Included = new Set();

type Select = (record: AnyRecord) => AnyRecord;

/** Names of the fields, nested records included, that a response of this kind contains only on request. */
export function fieldsOnRequest(kind: ProducedKind): readonly string[] {
  if (kind.form !== 'one' && kind.form !== 'list') return [];
  const names = new Set<string>();
  collect(kind.dto, names, new Set());
  return [...names];
}

function collect(dto: DtoClass, names: Set<string>, seen: Set<DtoClass>): void {
  if (seen.has(dto)) return;
  seen.add(dto);
  for (const [name, field] of getFields(dto)) {
    if (field.onRequest) names.add(name);
    if (field.kind === 'record' || field.kind === 'records') collect(field.of(), names, seen);
  }
}

/** Removes the fields on request that are not included from the result. */
export function selectFields(kind: ResultKind, value: unknown, included: Included): unknown {
  if ((kind.form !== 'one' && kind.form !== 'list') || !hasFieldsOnRequest(kind.dto)) return value;
  const select = selector(kind.dto, included);
  if (kind.form === 'one') return isRecord(value) ? select(value) : value;
  if (!getPage(kind, value)) return (value as readonly AnyRecord[]).map(select);
  const page = value as ListPage<AnyRecord>;
  return { ...page, items: page.items.map(select) };
}

function isRecord(value: unknown): value is AnyRecord {
  return typeof value === 'object' && value !== null;
}

const known = new WeakMap<DtoClass, boolean>();

function hasFieldsOnRequest(dto: DtoClass): boolean {
  const has = known.get(dto) ?? fieldsOnRequest({ form: 'one', dto, view: {} }).length > 0;
  known.set(dto, has);
  return has;
}

function selector(dto: DtoClass, included: Included): Select {
  const left = new Set<string>();
  const nested = new Map<string, Select>();
  for (const [name, field] of getFields(dto)) {
    if (field.onRequest && !included.has(name)) left.add(name);
    if ((field.kind === 'record' || field.kind === 'records') && hasFieldsOnRequest(field.of())) {
      let select: Select | undefined;
      nested.set(name, (record) => (select ??= selector(field.of(), included))(record));
    }
  }
  return (record) => {
    const selected: Record<string, unknown> = {};
    for (const name in record) {
      if (left.has(name)) continue;
      const select = nested.get(name);
      selected[name] = select ? selectNested(record[name], select) : record[name];
    }
    return selected;
  };
}

function selectNested(value: unknown, select: Select): unknown {
  if (Array.isArray(value)) return (value as readonly AnyRecord[]).map(select);
  return isRecord(value) ? select(value) : value;
}

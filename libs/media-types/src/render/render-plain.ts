import { type DtoClass, getDto, type Field, getFields, type Link, linkParts } from '@wardstone/dto';
import { type AnyRecord, getItems, type ListKind, type ResultKind } from '../record/result-kind';

/**
 * A record as one `field: value` line per field that has a value, a list as one line per item with TAB between the
 * fields. See rule http-21.
 */
export function renderPlain(kind: ResultKind, value: unknown): string {
  const lines =
    kind.form === 'one'
      ? toValues(kind.dto, value as AnyRecord).map(([name, text]) => `${name}: ${text}`)
      : (getItems(kind, value) ?? []).map((item) => itemLine(kind, item));
  return lines.map((line) => `${line}\n`).join('');
}

function itemLine(kind: ListKind, item: unknown): string {
  switch (kind.form) {
    case 'texts':
      return oneLine(String(item));
    case 'links': {
      const { rel, href } = linkParts(item as Link);
      return `${oneLine(rel)}\t${oneLine(href)}`;
    }
    case 'list': {
      const record = item as AnyRecord;
      const names = getDto(kind.dto).lineFields;
      const values = names ? names.map((name) => toText(record[name])) : toValues(kind.dto, record).map(([, v]) => v);
      return values.join('\t');
    }
  }
}

const STRUCTURED = new Set<Field['kind']>(['textMap', 'objectMap', 'object', 'link', 'links', 'record', 'records']);

/** Names and texts of the fields with plain values. */
function toValues(dto: DtoClass, record: AnyRecord): [string, string][] {
  return getFields(dto).flatMap(([name, field]): [string, string][] => {
    const value = record[name];
    return value === null || value === undefined || STRUCTURED.has(field.kind) ? [] : [[name, toText(value)]];
  });
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' ? oneLine(value) : JSON.stringify(value);
}

/** Line ends and tabs are separators, so they are removed from values. */
function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

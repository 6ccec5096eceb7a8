import { CommandError } from '../command-error';
import { call, type Session } from '../session';
import { PARENTS, parentsOf } from './areas';
import type { Area } from './areas/area';

/** A record as a service returns it. */
export type Row = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const PAGE = { offset: 100, page: 500, cursor: 100, whole: Infinity };
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** The value of a dotted path. Pure. */
export function valueAt(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

/** A path with a query, which the path may have already. Pure. */
export function withQuery(path: string, query: Query): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined) pairs.append(name, each);
  if (pairs.size === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.toString()}`;
}

/** A path with ids in the place of names in braces. Pure. */
export function filled(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => encodeURIComponent(ids[name]!));
}

/** The rows of a list, a page at a time. @throws CommandError */
export async function* pagesOf(
  session: Session,
  { list, paging, rows, query: always }: Area,
  query: Query = {},
  parents: Readonly<Record<string, string>> = {},
): AsyncGenerator<Row[]> {
  const size = PAGE[paging];
  const path = filled(list, parents);
  // Fired alerts call the size of a page `size`.
  const sizeName = path === '/rest/alert' ? 'size' : 'ps';
  let cursor: string | undefined;
  for (let at = 0; ; at += 1) {
    const window: Query = {
      offset: { limit: String(size), offset: String(at * size) },
      page: { [sizeName]: String(size), page: String(at) },
      cursor: { limit: String(size), before: cursor },
      whole: {},
    }[paging];
    const body = await call<Row>(session, 'GET', withQuery(path, { ...always, ...query, ...window }));
    const page = (rows === undefined ? body : (body[rows] ?? [])) as Row[];
    yield page;
    cursor = (body['next'] as string | null | undefined) ?? undefined;
    if (paging === 'cursor' ? cursor === undefined : page.length < size) return;
  }
}

/** One record. @throws CommandError */
export async function recordOf(
  session: Session,
  area: Area,
  id: string,
  parents: Readonly<Record<string, string>> = {},
): Promise<Row> {
  if (area.item !== undefined) {
    const body = await call<Row>(session, 'GET', filled(area.item, { ...parents, id }));
    return area.record ? (body[area.record] as Row) : body;
  }
  for await (const page of pagesOf(session, area, {}, parents)) {
    const found = page.find((row) => String(valueAt(row, area.id)) === id);
    if (found) return found;
  }
  throw new CommandError(`Unknown ${area.id}: ${id}.`);
}

/** The id of what is given as an id or a name. @throws CommandError */
export async function idOf(
  session: Session,
  area: Area,
  given: string,
  parents: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { name, id, filter } = area;
  if (name === undefined || UUID.test(given) || /^\d+$/.test(given)) return given;
  const query = filter === 'filter' ? { filter: `${name} = ${quoted(given)}` } : { [filter!]: given };
  const found: string[] = [];
  for await (const page of pagesOf(session, area, query, parents))
    for (const row of page) if (row[name] === given) found.push(String(row[id]));
  if (found.length === 0) throw new CommandError(`Unknown name: ${given}.`);
  if (found.length > 1)
    throw new CommandError(`Several are named ${given}: give the id, ${found.slice(0, 5).join(' or ')}.`);
  return found[0]!;
}

/** A text in the filter language of compliance. Pure. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The ids of the parents that a path names, of options. @throws CommandError */
export async function parentIds(
  session: Session,
  path: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of parentsOf(path)) ids[name] = await idOf(session, PARENTS[name]!, String(options[name]));
  return ids;
}

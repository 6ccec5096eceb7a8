import { type Client, createClient, readIgnoredParameters, type ListPath, type PathOf } from '@wardstone/client';
import { CommandError } from './command-error';
import { quote } from './filter-text';
import { openSession } from './session';
import { AREAS, PARENTS, getParentNames } from './areas';
import type { Area } from './areas/area';
import { toSingular } from './help';

/** A record as returned by a service. */
export type Row = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;
/** Ids for the names in braces. */
export type Ids = Readonly<Record<string, string>>;

const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/**
 * A client for the installation of the login, and its address.
 * @throws CommandError
 */
export function openInstallation(): { client: Client; url: string } {
  const { url, authorization } = openSession(process.env);
  const credentials = { headers: () => Promise.resolve({ Authorization: authorization }) };
  return { client: createClient({ url, credentials }), url };
}

/**
 * Only the client.
 * @throws CommandError
 */
export function openClient(): Client {
  return openInstallation().client;
}

/** The value of a dotted path. Pure. */
export function valueAt(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

interface Sent {
  ids?: Ids;
  query?: Query;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Calls an operation from the table of areas, which a test compares with the documents.
 * @throws ApiError
 */
export async function send(
  client: Client,
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  { ids = {}, query = {}, body, headers = {} }: Sent = {},
): Promise<unknown> {
  const init = { path: ids, query, headers, ...(body !== undefined && { body }) };
  const response = await client.call(method as 'get', path as PathOf<'get'>, init as never);
  refuseIgnored(readIgnoredParameters(response.headers), query, method !== 'get');
  return response.body;
}

/**
 * The rows of a list, page by page.
 * @throws ApiError
 */
export async function* readPages(
  client: Client,
  { list, isPaged, rows, include, query: always }: Area,
  query: Query = {},
  ids: Ids = {},
): AsyncGenerator<readonly Row[]> {
  const all = { ...(include !== undefined && { include }), ...always, ...query };
  if (isPaged) {
    const init = { path: ids, query: all } as never;
    for await (const page of client.pages(list as ListPath, init)) {
      refuseIgnored(page.ignored ?? [], query);
      yield page.rows as unknown as Row[];
    }
  } else {
    const body = (await send(client, 'get', list, { ids, query: all })) as Row;
    yield (rows === undefined ? body : (body[rows] ?? [])) as Row[];
  }
}

/**
 * An ignored parameter filters nothing, so that all rows would look like the requested ones.
 * @throws CommandError
 */
function refuseIgnored(ignored: readonly string[], query: Query, isDone = false): void {
  const unknown = ignored.filter((name) => Object.hasOwn(query, name));
  if (unknown.length > 0)
    throw new CommandError(
      `${isDone ? 'Done, but ignored the unknown parameter' : 'Unknown parameter'} ${unknown.join(', ')}.`,
    );
}

/**
 * Reads one record.
 * @throws ApiError, CommandError
 */
export async function readRecord(client: Client, area: Area, id: string, ids: Ids = {}): Promise<Row> {
  if (area.item !== undefined) {
    const query = area.include === undefined ? {} : { include: area.include };
    return unwrapRecord(area, await send(client, 'get', area.item, { ids: { ...ids, id }, query }));
  }
  for await (const page of readPages(client, area, {}, ids)) {
    const found = page.find((row) => String(valueAt(row, area.id)) === id);
    if (found) return found;
  }
  throw new CommandError(`Unknown ${area.id}: ${id}.`);
}

/** The record in a response. Pure. */
export function unwrapRecord({ record }: Area, body: unknown): Row {
  return (record === undefined ? body : (body as Row)[record]) as Row;
}

/**
 * The id for a given id or name.
 * @throws ApiError, CommandError, which has names that are similar
 */
export async function resolveId(client: Client, area: Area, given: string, ids: Ids = {}): Promise<string> {
  const { name, id, filter } = area;
  if (name === undefined || UUID.test(given) || /^\d+$/.test(given)) return given;
  const select = async (query: Query): Promise<Row[]> => {
    const rows: Row[] = [];
    for await (const page of readPages(client, area, query, ids)) rows.push(...page);
    return rows;
  };
  const isExact = filter === 'filter';
  let rows = await select(isExact ? { filter: `${name} = ${quote(given)}` } : { [filter!]: given });
  let found = rows.filter((row) => row[name] === given);
  if (found.length === 0 && isExact) {
    const isWhole = name === 'ref_id' || area.findsWholeNames === true;
    rows = await select(isWhole ? {} : { filter: `${name} ~ ${quote(given)}` });
    found = rows.filter((row) => row['title'] === given || shortId(row[name]) === given);
  }
  if (found.length === 1) return String(found[0]![id]);
  if (found.length === 0) throw new CommandError(unknownName(area, given, rows));
  const some = found.slice(0, 5).map((row) => String(row[id]));
  throw new CommandError(`Several are named ${given}: give the id, ${some.join(' or ')}.`);
}

/** `FIREFOX` for `xccdf_org.ssgproject.content_benchmark_FIREFOX`, as printed by an import. Pure. */
function shortId(refId: unknown): string | undefined {
  return /^xccdf_.+?_(?:benchmark|profile|rule)_(.+)$/.exec(String(refId))?.[1];
}

function unknownName(area: Area, given: string, rows: readonly Row[]): string {
  const [key] = Object.entries(AREAS).find(([, each]) => each === area)!;
  const names = rows
    .map((row) => String(row[area.name!]))
    .filter((each) => each.toLowerCase().includes(given.toLowerCase()));
  const similar = names.length > 0 ? ` Similar: ${names.slice(0, 5).join(', ')}.` : '';
  return `There is no ${toSingular(key)} named ${given}.${similar}`;
}

/**
 * Ids of a path's parents, from options.
 * @throws ApiError, CommandError
 */
export async function parentIds(
  client: Client,
  path: string,
  options: Readonly<Record<string, unknown>>,
): Promise<Ids> {
  const ids: Record<string, string> = {};
  for (const name of getParentNames(path)) ids[name] = await resolveId(client, PARENTS[name]!, String(options[name]));
  return ids;
}

import fs from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020';
import { workspaceRoot } from '../workspace';

interface Schema {
  type?: string;
  enum?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

const read = (file: string): string => fs.readFileSync(path.join(workspaceRoot(), file), 'utf8');

const page = read('docs/webhooks.md');
const { webhooks } = JSON.parse(read('docs/openapi/monitoring.json')) as {
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>;
};
const schemas = Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'].schema);
const notification = webhooks['notification']!.post.requestBody.content['application/json'].schema;

/** First cells of the table below a heading. */
function firstCells(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [body = ''] = section.split('\n## ');
  return [...body.matchAll(/^\| (`[^|]*`)\s*\|/gm)].map(([, cell]) => cell!);
}

/** `incident.endedAt`, of a cell that names `incident.openedAt`, `.endedAt` too. */
function toFields(cell: string): string[] {
  const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
  const parent = names[0]!.slice(0, names[0]!.lastIndexOf('.'));
  return names.map((name) => (name.startsWith('.') ? `${parent}${name}` : name));
}

/** Fields without those that only hold others. */
function getLeaves({ properties = {} }: Schema, before = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const own = `${before}${name}`;
    const parts = { definition: [], resource: getLeaves(schema, `${own}.`), incident: getLeaves(schema, `${own}.`) };
    if (name in parts && name !== 'definition') return parts[name as keyof typeof parts];
    if (own === 'conditions') return getLeaves(schema.items!, `${own}[].`);
    return [own];
  });
}

/** Knows no other fields. */
function closed(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: Schema | null) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  ) as object;
}

/** The first value with what the second one changes, member by member and entry by entry. */
function merge<T>(first: T, second: unknown): T {
  if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) return second as T;
  const merged = Object.entries(second).map(([key, value]) => {
    const old = (first as Record<string, unknown>)[key];
    return [key, old === undefined ? value : merge(old, value)] as const;
  });
  if (Array.isArray(first)) return Object.assign([...(first as unknown[])], Object.fromEntries(merged)) as T;
  return { ...first, ...Object.fromEntries(merged) };
}

describe('docs/webhooks.md', () => {
  it('has a row for each type that is posted', () => {
    const types = schemas.flatMap(({ properties }) => properties!['type']!.enum!);
    expect(firstCells('Events').map((cell) => cell.replaceAll('`', ''))).toEqual(['type', ...types]);
  });

  it('has a row for each field of a notification', () => {
    const fields = firstCells('Fields').flatMap(toFields);
    expect(fields.filter((name) => name !== 'incident').sort()).toEqual(getLeaves(notification).sort());
  });

  it('names every reason of an end', () => {
    const reasons = notification.properties!['incident']!.properties!['endedBy']!.enum!;
    const row = page.split('\n').find((line) => line.startsWith('| `incident.durationSeconds`'))!;
    expect(reasons.filter((reason) => !row.includes(`\`${reason}\``))).toEqual([]);
  });

  it('shows an alert that fires and the end of its incident as the OpenAPI document has them', () => {
    const [fired, difference] = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
      ([, text]) => JSON.parse(text!) as Record<string, unknown>,
    );
    const { links, ...rest } = fired!;
    const ended = merge(rest, difference!);
    const isValid = new Ajv2020({ strict: true, formats: { 'date-time': true, uri: true } }).compile(
      closed(notification),
    );
    for (const example of [fired, ended]) expect([isValid(example), isValid.errors]).toEqual([true, null]);
    expect([fired!['type'], ended['type']]).toEqual(['alert.fired', 'incident.ended']);
    expect(Object.keys(links as object)).toEqual(['acknowledge', 'resolve']);
  });
});

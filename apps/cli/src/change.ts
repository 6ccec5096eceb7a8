import fs from 'node:fs';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { isApiFailure } from '@wardstone/client';
import { CommandError } from './command-error';
import { AREAS } from './areas';
import type { Area } from './areas/area';
import { shortenDescription, withArticle, exampleFields, toSingular, withExamples, withFields } from './help';
import { addParentOptions, formatOption, parsePairs, parentWords } from './list';
import { bodyFields, wholeBody } from './openapi';
import { resolveId, openClient, parentIds, send, unwrapRecord } from './records';
import { type AddCommands, collect, explainFailure, toAction, type Shell } from './shell';
import { type Format, writeRecord } from './writers';

const MAX_FILE_BYTES = 10_000_000;

interface FieldOptions {
  output: Format;
  file?: string;
  query?: string[];
  [parent: string]: unknown;
}

export const addChangeCommands: AddCommands = (program, shell) => {
  const create = program.command('create').description('Create a record, and print it.');
  const update = program.command('update').description('Change fields of a record, and print it.');
  const remove = program.command('delete').description('Delete records.');
  for (const [name, area] of Object.entries(AREAS)) {
    if (area.create !== undefined) {
      const path = area.create;
      const command = withFields(create.command(name).description(`Create ${withArticle(name)}.`), 'post', path);
      withExamples(
        command,
        () => `create ${name}${parentWords(path)} ${exampleFields('post', path)}${queryWords(area)}`,
        `create ${name}${parentWords(path)} -f ${toSingular(name).replaceAll(' ', '-')}.yaml${queryWords(area)}`,
      );
      addFieldOptions(addParentOptions(command, path)).action(
        toAction(shell, (fields: string[], options: FieldOptions) => createRecord(area, fields, options, shell)),
      );
    }
    if (area.update !== undefined) {
      const { by: method, example } = area.update;
      const { item } = area;
      const command = withFields(update.command(name).description(`Change ${withArticle(name)}.`), method, item!);
      const record = `${area.name === undefined ? 'ID' : `"${toSingular(name)} 1"`}${parentWords(item!)}`;
      withExamples(command, `update ${name} ${record} ${example}`);
      const given = addParentOptions(command, item!).argument('<id>', idText(area));
      addFieldOptions(given).action(
        toAction(shell, (id: string, fields: string[], options: FieldOptions) =>
          updateRecord(area, id, fields, options, shell),
        ),
      );
    }
    const path = area.remove === true ? area.item : area.remove;
    if (path === undefined) continue;
    const command = remove.command(name).description(`Delete ${shortenDescription(area.about)}.`);
    withExamples(
      command,
      `delete ${name} ${area.name === undefined ? 'ID' : `"${toSingular(name)} 1"`}${parentWords(path)}`,
    );
    addParentOptions(command, path)
      .argument('<id...>', idText(area))
      .action(
        toAction(shell, (given: string[], options: Record<string, unknown>) =>
          deleteRecords({ area, path }, given, options, shell),
        ),
      );
  }
};

function queryWords({ createQuery }: Area): string {
  return createQuery === undefined ? '' : ` --query ${createQuery}`;
}

function idText({ name, id }: Area): string {
  return name === undefined ? id : `${id}, or ${name}`;
}

function addFieldOptions(command: Command): Command {
  return command
    .argument('[field=value...]', 'fields of the record; use field:=JSON for numbers, lists and maps')
    .option('-f, --file <file>', 'YAML or JSON file with fields; - for standard input')
    .option('--query <name=value>', 'query parameter of the API operation, repeatable', collect)
    .addOption(formatOption('yaml'));
}

async function createRecord(area: Area, fields: string[], options: FieldOptions, shell: Shell): Promise<void> {
  const body = readBody(fields, options.file);
  requireKnown(body, 'post', area.create!);
  const client = openClient();
  const ids = await parentIds(client, area.create!, options);
  const made = await send(client, 'post', area.create!, { ids, query: parsePairs(options.query ?? []), body });
  if (made !== undefined) writeRecord(options.output, area, unwrapRecord(area, made), shell);
}

/** @throws CommandError, ApiError */
async function updateRecord(
  area: Area,
  given: string,
  fields: string[],
  options: FieldOptions,
  shell: Shell,
): Promise<void> {
  const { item, include } = area;
  const { by: method } = area.update!;
  const body = readBody(fields, options.file);
  if (Object.keys(body).length === 0) throw new CommandError('No fields given. See --help.');
  requireKnown(body, method, item!);
  const client = openClient();
  const parents = await parentIds(client, item!, options);
  const ids = { ...parents, id: await resolveId(client, area, given, parents) };
  const query = { ...(include !== undefined && { include }), ...parsePairs(options.query ?? []) };
  const sent = { ids, query, body };
  if (method === 'put') {
    // Protects concurrent changes from being overwritten.
    const { body: before, headers } = await client.call(
      'get',
      item as '/rest/group/{id}',
      { path: ids, query } as never,
    );
    const own = Object.entries(unwrapRecord(area, before)).filter(
      ([name, value]) => value !== null && Object.hasOwn(bodyFields('put', item!), name),
    );
    sent.body = { ...Object.fromEntries(own), ...body };
    const tag = headers.get('etag');
    if (tag !== null) Object.assign(sent, { headers: { 'If-Match': tag } });
  }
  const changed = await send(client, method, item!, sent);
  if (changed === undefined) shell.output.write(`Changed ${given}.\n`);
  else writeRecord(options.output, area, unwrapRecord(area, changed), shell);
}

/**
 * Otherwise a misspelt field would be ignored, or reported as another missing one.
 * @throws CommandError
 */
function requireKnown(body: object, method: 'post' | 'put' | 'patch', path: string): void {
  const known = Object.keys(bodyFields(method, path));
  if (known.length === 0 || wholeBody(method, path)?.additionalProperties) return;
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new CommandError(`${unknown.join(', ')}: no such field. Fields: ${known.join(', ')}.`);
}

/** Deletes records one by one; names those that failed. */
async function deleteRecords(
  { area, path }: { area: Area; path: string },
  given: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { output }: Shell,
): Promise<number> {
  const client = openClient();
  const parents = await parentIds(client, path, options);
  // Without it, monitoring accepts the deletion of a missing record.
  const query = path.startsWith('/rest/') ? { validate: 'true' } : {};
  let failures = 0;
  for (const each of given) {
    try {
      const id = await resolveId(client, area, each, parents);
      await send(client, 'delete', path, { ids: { ...parents, id }, query });
      output.write(`Deleted ${each}.\n`);
    } catch (error) {
      if (!isApiFailure(error) && !(error instanceof CommandError)) throw error;
      if (error instanceof CommandError || (error.status !== 401 && error.status !== 0)) {
        failures += 1;
        console.error(explainFailure(error, `${each}: `));
      } else throw error;
    }
  }
  return failures > 0 ? 1 : 0;
}

/**
 * The fields of a file, overridden by arguments.
 * @throws CommandError
 */
export function readBody(fields: readonly string[], file: string | undefined): object {
  const given = file === undefined ? {} : readFields(file);
  const pairs = fields.map((field) => {
    const [, name, isJson, text] = /^([^=:]+)(:?)=(.*)$/s.exec(field) ?? [];
    if (name === undefined || text === undefined) throw new CommandError(`Not a field=value: ${field}`);
    return [name, isJson ? toJson(field, text) : text] as const;
  });
  return { ...given, ...Object.fromEntries(pairs) };
}

function toJson(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`Not valid JSON after := in ${field}`);
  }
}

function readFields(file: string): object {
  let value: unknown;
  try {
    if (file !== '-' && fs.statSync(file).size > MAX_FILE_BYTES) throw new Error('it is larger than 10 MB');
    // The parser refuses multiplying aliases.
    value = parse(fs.readFileSync(file === '-' ? 0 : file, 'utf8'), { logLevel: 'error' });
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${file} contains no fields.`);
  return value;
}

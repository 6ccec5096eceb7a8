import fs from 'node:fs';
import { parse } from 'yaml';
import { isApiFailure } from '@wardstone/client';
import { CommandError } from '../command-error';
import { AREAS } from './areas';
import type { Area } from './areas/area';
import { addParentOptions, formatOption, pairsOf } from './list';
import { idOf, openClient, parentIds, send, unwrapped } from './records';
import { type AddCommands, collect, explained, runs, type Shell } from './shell';
import { type Format, writeRecord } from './writers';

const LARGEST_FILE = 10_000_000;

interface CreateOptions {
  output: Format;
  file?: string;
  query?: string[];
  [parent: string]: unknown;
}

export const addChangeCommands: AddCommands = (program, shell) => {
  const create = program.command('create').description('create a record, and print it');
  const remove = program.command('delete').description('delete records');
  for (const [name, area] of Object.entries(AREAS)) {
    if (area.create !== undefined) {
      addParentOptions(create.command(name).description(area.about), area.create)
        .argument('[field=value...]', 'fields of the record; field:=JSON for what is no text')
        .option('-f, --file <file>', 'YAML or JSON with fields; - is standard input')
        .option('--query <name=value>', 'parameter of the operation, repeatable', collect)
        .addOption(formatOption('yaml'))
        .action(runs(shell, (fields: string[], options: CreateOptions) => createRecord(area, fields, options, shell)));
    }
    const path = area.remove === true ? area.item : area.remove;
    if (path === undefined) continue;
    addParentOptions(remove.command(name).description(area.about), path)
      .argument('<id...>', area.name === undefined ? area.id : `${area.id}, or ${area.name}`)
      .action(
        runs(shell, (given: string[], options: Record<string, unknown>) =>
          deleteRecords({ area, path }, given, options, shell),
        ),
      );
  }
};

async function createRecord(area: Area, fields: string[], options: CreateOptions, shell: Shell): Promise<void> {
  const body = bodyOf(fields, options.file);
  const client = openClient();
  const ids = await parentIds(client, area.create!, options);
  const made = await send(client, 'post', area.create!, { ids, query: pairsOf(options.query ?? []), body });
  if (made !== undefined) writeRecord(options.output, area, unwrapped(area, made), shell);
}

/** One after the other; those that fail are named. */
async function deleteRecords(
  { area, path }: { area: Area; path: string },
  given: readonly string[],
  options: Readonly<Record<string, unknown>>,
  { output }: Shell,
): Promise<number> {
  const client = openClient();
  const parents = await parentIds(client, path, options);
  // Without it, monitoring deletes what is not there.
  const query = path.startsWith('/rest/') ? { validate: 'true' } : {};
  let failures = 0;
  for (const each of given) {
    try {
      const id = await idOf(client, area, each, parents);
      await send(client, 'delete', path, { ids: { ...parents, id }, query });
      output.write(`Deleted ${each}.\n`);
    } catch (error) {
      if (!isApiFailure(error) && !(error instanceof CommandError)) throw error;
      if (error instanceof CommandError || (error.status !== 401 && error.status !== 0)) {
        failures += 1;
        console.error(explained(error, `${each}: `));
      } else throw error;
    }
  }
  return failures > 0 ? 1 : 0;
}

/** The fields of a file, and those of arguments over them. @throws CommandError */
export function bodyOf(fields: readonly string[], file: string | undefined): object {
  const given = file === undefined ? {} : readFields(file);
  const pairs = fields.map((field) => {
    const [, name, isJson, text] = /^([^=:]+)(:?)=(.*)$/s.exec(field) ?? [];
    if (name === undefined || text === undefined) throw new CommandError(`Not a field=value: ${field}`);
    return [name, isJson ? jsonOf(field, text) : text] as const;
  });
  return { ...given, ...Object.fromEntries(pairs) };
}

function jsonOf(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`No JSON behind := in ${field}`);
  }
}

function readFields(file: string): object {
  let value: unknown;
  try {
    if (file !== '-' && fs.statSync(file).size > LARGEST_FILE) throw new Error('it is larger than 10 MB');
    // Aliases that multiply are refused by the parser.
    value = parse(fs.readFileSync(file === '-' ? 0 : file, 'utf8'), { logLevel: 'error' });
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CommandError(`${file} holds no fields.`);
  return value;
}

import { type Command, Option } from 'commander';
import { CommandError } from './command-error';
import { AREAS, getParentNames } from './areas';
import type { Area } from './areas/area';
import { findGroupId } from './find-group';
import { withArticle, toSingular, withExamples } from './help';
import { resolveId, openClient, readPages, parentIds, type Query, readRecord } from './records';
import { openSession } from './session';
import { type AddCommands, collect, toAction } from './shell';
import { type Format, FORMATS, openWriter, writeRecord } from './writers';

export interface RowOptions {
  filter?: string;
  query?: string[];
  limit?: string;
  group?: string;
  [parent: string]: unknown;
}

interface ListOptions extends RowOptions {
  output: Format;
}

export const addListCommands: AddCommands = (program, shell) => {
  const list = program.command('list').description('List records.');
  const get = program.command('get').description('Print one record.');
  for (const [name, area] of Object.entries(AREAS)) {
    addListOptions(
      withExamples(list.command(name).description(`List ${area.about}.`), ...listExamples(name, area)),
      area,
    )
      .addOption(formatOption('table'))
      .action(
        toAction(shell, async (options: ListOptions) => {
          const client = openClient();
          const parents = await parentIds(client, area.list, options);
          const writer = openWriter(options.output, area, shell, describeNoMatch(name, options));
          let left = parseLimit(options.limit);
          const { group } = options;
          const ofGroup = group === undefined ? {} : { group_id: await findGroupId(openSession(process.env), group) };
          for await (const page of readPages(client, area, { ...parseQuery(area, options), ...ofGroup }, parents)) {
            writer.rows(page.slice(0, left));
            left -= page.length;
            if (left <= 0 || !shell.output.writable) break;
          }
          writer.end();
        }),
      );
    if (area.requiredFilter !== undefined) continue;
    const one = get.command(name).description(`Print ${withArticle(name)}.`);
    addParentOptions(withExamples(one, ...getExamples(name, area)), area.item ?? area.list)
      .argument('<id>', area.name === undefined ? area.id : `${area.id}, or ${area.name}`)
      .addOption(formatOption('yaml'))
      .action(
        toAction(shell, async (given: string, options: { output: Format; [parent: string]: unknown }) => {
          const client = openClient();
          const parents = await parentIds(client, area.item ?? area.list, options);
          const id = await resolveId(client, area, given, parents);
          writeRecord(options.output, area, await readRecord(client, area, id, parents), shell);
        }),
      );
  }
};

/** Ids and names of parents in examples. Pure. */
export function parentWords(path: string): string {
  return getParentNames(path)
    .map((parent) => ` --${parent} ${parent === 'error' ? 'not_found' : parent.toUpperCase()}`)
    .join('');
}

/** Required options of an area's list in examples. Pure. */
export function requiredWords({ list, requiredFilter }: Area): string {
  return parentWords(list) + (requiredFilter === undefined ? '' : ` --filter '${requiredFilter}'`);
}

function listExamples(name: string, area: Area): string[] {
  const command = `list ${name}${requiredWords(area)}`;
  return [`${command} --limit 20`, `${command} -o json`];
}

function getExamples(name: string, area: Area): string[] {
  const record = area.name === undefined ? 'ID' : `"${toSingular(name)} 1"`;
  return [`get ${name} ${record}${parentWords(area.item ?? area.list)}`];
}

export function formatOption(standard: Format): Option {
  return new Option('-o, --output <format>', 'format').choices(FORMATS).default(standard);
}

function filterExample({ name }: Area): string {
  if (name === 'title') return `: 'os_major_version = 9 and title = "Web servers"'`;
  return name === 'display_name' ? `: 'os_major_version = 9 and display_name ~ web'` : '';
}

/** Options that select rows of an area. */
export function addListOptions(command: Command, area: Area): Command {
  if (area.requiredFilter !== undefined) {
    command.requiredOption('--filter <text>', `name, or name, comparison and version: '${area.requiredFilter}'`);
  } else if (area.filter !== undefined) {
    command.option(
      '--filter <text>',
      area.filter === 'filter'
        ? `filter expression${filterExample(area)}`
        : area.filtersWhole
          ? 'exact name'
          : 'part of the name',
    );
  }
  if (area.takesGroup) command.option('--group <name>', 'only systems of this inventory group');
  return addParentOptions(command, area.list)
    .option('--query <name=value>', 'query parameter of the API operation, repeatable', collect)
    .option('--limit <n>', 'stop after n rows');
}

/** `--policy`, `--resource` and so on, for the names in a path. */
export function addParentOptions(command: Command, path: string): Command {
  for (const parent of getParentNames(path)) command.requiredOption(`--${parent} <id>`, `id or name of the ${parent}`);
  return command;
}

/** @throws CommandError */
export function parseQuery(area: Area, { filter, query = [] }: Pick<RowOptions, 'filter' | 'query'>): Query {
  return { ...parsePairs(query), ...(filter !== undefined && { [area.filter!]: filter }) };
}

/** @throws CommandError */
export function parsePairs(texts: readonly string[]): Record<string, string[]> {
  const pairs: Record<string, string[]> = {};
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new CommandError(`Not a name=value: ${text}`);
    (pairs[text.slice(0, at)] ??= []).push(text.slice(at + 1));
  }
  return pairs;
}

/** `No alerts match.`; without a filter, `No alerts.` Pure. */
export function describeNoMatch(area: string, { filter, query = [] }: Pick<RowOptions, 'filter' | 'query'>): string {
  const verb = filter !== undefined || query.length > 0 ? ' match' : '';
  return `No ${area.replaceAll('-', ' ')}${verb}.`;
}

export function parseLimit(text: string | undefined): number {
  return text === undefined ? Infinity : parseNumber('--limit', text);
}

/** @throws CommandError */
export function parseNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new CommandError(`${option} is a number from 1: ${text}`);
  return Number(text);
}

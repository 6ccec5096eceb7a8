import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, isApiFailure } from '@wardstone/client';
import { Option } from 'commander';
import { AREAS } from './areas';
import type { Area } from './areas/area';
import { shortenDescription, withExamples } from './help';
import { addListOptions, parseLimit, type RowOptions, parseNumber, parseQuery, requiredWords } from './list';
import { type Ids, openClient, readPages, parentIds, type Row, valueAt } from './records';
import { type AddCommands, explainFailure, toAction, type Shell } from './shell';
import { formatCells, formatJson, openWriter } from './writers';

/** Maximum number of rows to watch, unless --limit is given. */
const ROWS = 1000;

interface WatchOptions extends RowOptions {
  output: 'table' | 'json';
  every: string;
  for?: string;
}

interface Change {
  at: string;
  change: '' | 'added' | 'changed' | 'gone';
  record: Row;
}

export const addWatchCommands: AddCommands = (program, shell) => {
  const watch = program.command('watch').description('List records, then their changes, until Ctrl-C.');
  for (const [name, area] of Object.entries(AREAS)) {
    const command = watch
      .command(name)
      .description(`List ${shortenDescription(area.about)}, then their changes, until Ctrl-C.`);
    addListOptions(withExamples(command, `watch ${name}${requiredWords(area)} --every 10`), area)
      .option('--every <seconds>', 'seconds between two queries', '5')
      .option('--for <seconds>', 'seconds after which the command ends')
      .addOption(
        new Option('-o, --output <format>', 'format; json: one object a line')
          .choices(['table', 'json'])
          .default('table'),
      )
      .action(toAction(shell, (options: WatchOptions) => watchArea(area, options, shell)));
  }
};

async function watchArea(area: Area, options: WatchOptions, shell: Shell): Promise<void> {
  const every = parseNumber('--every', options.every) * 1000;
  const until = options.for === undefined ? Infinity : performance.now() + parseNumber('--for', options.for) * 1000;
  const client = openClient();
  const ids = await parentIds(client, area.list, options);
  const write = getWriter(area, options.output, shell);
  let before: ReadonlyMap<string, Row> | undefined;
  for (;;) {
    const rows = await read(client, area, options, ids).catch((error: unknown) => {
      // The first request reports errors; later ones survive a restart.
      if (before === undefined || !isApiFailure(error) || !error.isPassing) throw error;
      console.error(explainFailure(error));
      return undefined;
    });
    if (rows) {
      write(findChanges(area, before, rows, new Date().toISOString()));
      before = rows;
    }
    if (performance.now() + every > until || !shell.output.writable) return;
    await sleep(every);
  }
}

async function read(client: Client, area: Area, options: WatchOptions, ids: Ids): Promise<Map<string, Row>> {
  const most = options.limit === undefined ? ROWS : parseLimit(options.limit);
  const rows = new Map<string, Row>();
  for await (const page of readPages(client, area, parseQuery(area, options), ids)) {
    for (const row of page) {
      if (rows.size === most) return rows;
      let key = String(valueAt(row, area.id));
      // Several problems may concern the same resource.
      while (rows.has(key)) key += '+';
      rows.set(key, row);
    }
  }
  return rows;
}

/** A row has changed if a displayed column has. Pure. */
export function findChanges(
  { columns }: Pick<Area, 'columns'>,
  before: ReadonlyMap<string, Row> | undefined,
  now: ReadonlyMap<string, Row>,
  at: string,
): Change[] {
  const shown = (row: Row): string => JSON.stringify(formatCells(columns, row));
  const changes: Change[] = [];
  for (const [key, record] of now) {
    const known = before?.get(key);
    if (!before) changes.push({ at, change: '', record });
    else if (!known) changes.push({ at, change: 'added', record });
    else if (shown(known) !== shown(record)) changes.push({ at, change: 'changed', record });
  }
  for (const [key, record] of before ?? []) if (!now.has(key)) changes.push({ at, change: 'gone', record });
  return changes;
}

function belowRecord(column: Area['columns'][string]): Area['columns'][string] {
  if (typeof column === 'string') return `record.${column}`;
  return 'time' in column ? { time: `record.${column.time}` } : { ancestors: `record.${column.ancestors}` };
}

function getWriter(area: Area, format: 'table' | 'json', shell: Shell): (changes: readonly Change[]) => void {
  if (format === 'json') return (changes) => changes.forEach((each) => shell.output.write(`${formatJson(each, 0)}\n`));
  const columns: Record<string, Area['columns'][string]> = { AT: 'at', CHANGE: 'change' };
  for (const [head, column] of Object.entries(area.columns)) columns[head] = belowRecord(column);
  const writer = openWriter('table', { columns, id: `record.${area.id}` }, shell);
  return (changes) => writer.rows(changes.map((each) => ({ ...each })));
}

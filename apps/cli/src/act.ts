import { type Client, isApiFailure } from '@wardstone/client';
import { counted } from '@wardstone/units';
import { CommandError } from './command-error';
import { ancestorsIn } from './ancestry';
import { AREAS } from './areas';
import { readBody } from './change';
import { withExamples } from './help';
import { formatOption, parseNumber } from './list';
import { resolveId, openClient, readPages, type Query, type Row, send } from './records';
import { type GroupRunOptions, runOnGroup, runOnResource, type RunOptions } from './run-operation';
import { type AddCommands, collect, explainFailure, toAction, type Shell } from './shell';
import { openWriter } from './writers';

const RESOURCES = AREAS['resources']!;
/** Discovered hosts that are not yet imported. */
const WAITING = { status: 'NEW', category: 'PLATFORM' } as const;

interface RunCommandOptions extends RunOptions, Pick<GroupRunOptions, 'keepGoing'> {
  group?: boolean;
  atOnce: string;
}

interface Acknowledged {
  comment?: string;
  all?: boolean;
  resource?: string;
  definition?: string;
  incident?: string;
}

/** Commands that act: acknowledge, resolve, import, scan, run and test. */
export const addActCommands: AddCommands = (program, shell) => {
  const say = (line: string): void => void shell.output.write(`${line}\n`);
  withExamples(
    program.command('acknowledge').description('Acknowledge alerts, so that nobody else is notified of them.'),
    'acknowledge 10043 10044 --comment "disk is ordered"',
    'acknowledge --all --resource web-1',
  )
    .argument('[alert...]', 'ids of alerts')
    .option('--all', 'all open alerts, or those that the other options select')
    .option('--resource <id>', 'with --all: id or name of the resource')
    .option('--definition <id>', 'with --all: id or name of the alert definition')
    .option('--incident <id>', 'with --all: id of the incident')
    .option('--comment <text>', 'shown with the alerts')
    .action(toAction(shell, (alerts: string[], options: Acknowledged) => acknowledge(alerts, options, say)));

  withExamples(
    program.command('resolve').description('Resolve incidents: end their alerts, and acknowledge them.'),
    'resolve 10012 --comment "cable replaced"',
  )
    .argument('<incident...>', 'ids of incidents')
    .option('--comment <text>', 'shown with the alerts')
    .action(
      toAction(shell, (incidents: string[], { comment }: { comment?: string }) =>
        actOnEach(incidents, async (client, id) => {
          await send(client, 'post', '/rest/incident/{id}/resolve', { ids: { id }, body: { comment } });
          say(`Resolved incident ${id}.`);
        }),
      ),
    );

  withExamples(
    program
      .command('import')
      .description('Import hosts that agents have reported, or list the hosts waiting for import.'),
    'import',
    'import web-1 web-2',
    'import --all',
  )
    .argument('[host...]', 'ids or names of hosts; lists the waiting hosts if omitted')
    .option('--all', 'all waiting hosts')
    .action(toAction(shell, (hosts: string[], { all }: { all?: boolean }) => importHosts(hosts, all ?? false, shell)));

  withExamples(
    program.command('scan').description('Scan the systems of a policy now.'),
    'scan "Web servers"',
    'scan "Web servers" --system web-1',
  )
    .argument('<policy>', 'id or title of the policy')
    .option('--system <id>', 'id or name of a system of the policy, repeatable; default: all', collect)
    .action(toAction(shell, (policy: string, { system }: { system?: string[] }) => scan(policy, system, say)));

  withExamples(
    program
      .command('run')
      .description('Execute an operation of a resource or of the members of a group, and wait for its result.'),
    'run web-1 "List processes"',
    'run web-1 "Set log level" level=DEBUG --no-wait',
    'run --group "web servers" restart --at-once 2',
  )
    .argument('<resource>', 'id or name of the resource, or of the group with --group')
    .argument('<operation>', 'name of the operation, see "list operation-definitions"')
    .argument('[parameter=value...]', 'parameters; use parameter:=JSON for numbers, lists and maps')
    .option('--no-wait', 'print the execution without waiting for its result')
    .option('--group', 'run it on all members of a group, and stop at the first failure')
    .option('--at-once <n>', 'with --group: number of members at a time', '1')
    .option('--keep-going', 'with --group: do not stop at failures')
    .addOption(formatOption('yaml'))
    .action(
      toAction(shell, (resource: string, name: string, parameters: string[], options: RunCommandOptions) => {
        const operation = { name, params: readBody(parameters, undefined) };
        return options.group
          ? runOnGroup(resource, operation, { ...options, atOnce: parseNumber('--at-once', options.atOnce) }, say)
          : runOnResource(resource, operation, options, shell);
      }),
    );

  withExamples(
    program.command('test').description('Send a test notification: one attempt, without an alert.'),
    'test 10031',
  )
    .argument('<notification...>', 'ids of notifications, see "list notifications --definition ID"')
    .action(
      toAction(shell, (notifications: string[]) =>
        actOnEach(notifications, async (client, id) => {
          const path = '/rest/alert/notification/{id}/test';
          const tested = (await send(client, 'post', path, { ids: { id } })) as Tested;
          say(`${tested.senderName}: ${tested.state}: ${tested.message}`);
          for (const response of tested.responses) if (!tested.message.includes(response)) say(response);
          return tested.state === 'SUCCESS';
        }),
      ),
    );
};

interface Tested {
  senderName: string;
  state: string;
  message: string;
  responses: string[];
}

/**
 * Runs the work for each item, one by one; names those that failed.
 * @returns the exit code
 */
export async function actOnEach(
  ids: readonly string[],
  work: (client: Client, id: string) => Promise<boolean | void>,
): Promise<number> {
  const client = openClient();
  let failures = 0;
  for (const id of ids) {
    try {
      if ((await work(client, id)) === false) failures += 1;
    } catch (error) {
      if (!isApiFailure(error) && !(error instanceof CommandError)) throw error;
      // Nothing works without a login or a connection.
      if (isApiFailure(error) && (error.status === 401 || error.status === 0)) throw error;
      failures += 1;
      console.error(explainFailure(error, `${id}: `));
    }
  }
  return failures > 0 ? 1 : 0;
}

async function acknowledge(
  alerts: readonly string[],
  options: Acknowledged,
  say: (line: string) => void,
): Promise<void> {
  const { comment, all = false } = options;
  const wrong = alerts.find((each) => !/^\d+$/.test(each));
  if (wrong !== undefined) throw new CommandError(`Not the id of an alert: ${wrong}.`);
  if (all === alerts.length > 0) throw new CommandError('Which alerts? Give their ids, or --all.');
  const client = openClient();
  const query = await getSelection(client, options);
  if (!all && Object.keys(query).length > 0)
    throw new CommandError('--resource, --definition and --incident go with --all.');
  const body = { comment, ...(all ? { all } : { alerts: alerts.map(Number) }) };
  let done = 0;
  let result;
  do {
    result = (await send(client, 'post', '/rest/alert/acknowledge', { query, body })) as Progress;
    done += result.acknowledged;
  } while (result.remaining > 0 && result.acknowledged > 0);
  const others = all || done === alerts.length ? '' : ' The others are already acknowledged, or do not exist.';
  say(`Acknowledged ${counted(done, 'alert')}.${others}`);
}

interface Progress {
  acknowledged: number;
  /** Number left for another request. */
  remaining: number;
}

/** The open alerts to select, as parameters of the operation. */
async function getSelection(client: Client, { resource, definition, incident }: Acknowledged): Promise<Query> {
  return {
    ...(resource !== undefined && { resourceId: await resolveId(client, RESOURCES, resource) }),
    ...(definition !== undefined && { definitionId: await resolveId(client, AREAS['alert-definitions']!, definition) }),
    ...(incident !== undefined && { incidentId: incident }),
  };
}

async function importHosts(given: readonly string[], all: boolean, shell: Shell): Promise<number> {
  const client = openClient();
  const waiting = await toRows(client, WAITING);
  if (given.length === 0 && !all) {
    const writer = openWriter('table', RESOURCES, shell, 'No hosts are waiting for import.');
    writer.rows(waiting);
    writer.end();
    return 0;
  }
  const hosts = all ? waiting.map(({ resourceId }) => String(resourceId)) : given;
  return actOnEach(hosts, async (_client, each) => {
    const found = waiting.filter((row) => row['resourceName'] === each || String(row['resourceId']) === each);
    if (found.length !== 1)
      throw new CommandError(
        found.length === 0
          ? 'No host of this name is waiting for import.'
          : 'Several hosts have this name: give the id.',
      );
    const host = found[0]!;
    await importOne(client, host);
    // Its servers are discovered with it; some are imported with the host.
    const below = (await toRows(client, { status: 'NEW' })).filter((row) =>
      ancestorsIn(row['ancestry']).some(({ id }) => id === String(host['resourceId'])),
    );
    below.sort((one, other) => ancestorsIn(one['ancestry']).length - ancestorsIn(other['ancestry']).length);
    for (const row of below) await importOne(client, row);
    const more = below.length === 0 ? '' : `, with ${counted(below.length, 'server')}`;
    shell.output.write(`Imported ${String(host['resourceName'])}${more}.\n`);
  });
}

async function importOne(client: Client, { resourceId }: Row): Promise<void> {
  const ids = { id: String(resourceId) };
  const present = (await send(client, 'get', RESOURCES.item!, { ids })) as Row;
  if (present['status'] !== 'NEW') return;
  await send(client, 'put', RESOURCES.item!, { ids, body: { ...present, status: 'COMMITTED' } });
}

async function toRows(client: Client, query: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of readPages(client, RESOURCES, query)) rows.push(...page);
  return rows;
}

async function scan(policy: string, systems: readonly string[] = [], say: (line: string) => void): Promise<void> {
  const client = openClient();
  const policyId = await resolveId(client, AREAS['policies']!, policy);
  const ids: string[] = [];
  for (const system of systems) ids.push(await resolveId(client, AREAS['systems']!, system));
  const { data } = (await send(client, 'post', '/api/compliance/v2/policies/{policy}/scans', {
    ids: { policy: policyId },
    body: ids.length > 0 ? { system_ids: ids } : {},
  })) as { data: Record<'queued' | 'under_way' | 'not_scanned', number> };
  say(
    `${counted(data.queued, 'scan')} requested, ${data.under_way} already in progress, ${counted(data.not_scanned, 'system')} cannot be scanned.`,
  );
  say('"npx wardstone list scans" shows their progress, and why systems cannot be scanned.');
}

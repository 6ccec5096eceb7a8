import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@wardstone/client';
import { CommandError } from './command-error';
import { ancestorsIn } from './ancestry';
import { AREAS } from './areas';
import { resolveId, openClient, type Row, send } from './records';
import { toPrintable, type Shell } from './shell';
import { type Format, writeRecord } from './writers';

const RESOURCES = AREAS['resources']!;
const GROUPS = AREAS['groups']!;
const OPERATIONS = AREAS['operations']!;
const POLL_MS = 1000;

export interface RunOptions {
  wait: boolean;
  output: Format;
}

export interface GroupRunOptions {
  /** Maximum number of members at the same time. */
  atOnce: number;
  /** Whether to continue with other members after a failure. */
  keepGoing?: boolean;
}

interface Operation {
  name: string;
  params: object;
}

/** Runs an operation on a resource; returns the exit code. */
export async function runOnResource(
  resource: string,
  operation: Operation,
  { wait, output }: RunOptions,
  shell: Shell,
): Promise<number> {
  const client = openClient();
  const job = await start(client, await resolveId(client, RESOURCES, resource), resource, operation);
  const record = wait ? await getEnd(client, job) : await toRecord(client, job);
  writeRecord(output, OPERATIONS, record, shell);
  return record['status'] === 'inprogress' || record['status'] === 'success' ? 0 : 1;
}

/**
 * Runs an operation on all members of a group, several at a time. After a failure, no further one starts unless
 * `--keep-going` is set; running ones continue. Returns the exit code.
 */
export async function runOnGroup(
  group: string,
  operation: Operation,
  { atOnce, keepGoing = false }: GroupRunOptions,
  say: (line: string) => void,
): Promise<number> {
  const client = openClient();
  const ids = { id: await resolveId(client, GROUPS, group) };
  const waiting = [...((await send(client, 'get', '/rest/group/{id}/resources', { ids })) as Row[])];
  if (waiting.length === 0) throw new CommandError(`${group} has no members.`);
  let failures = 0;
  const work = async (): Promise<void> => {
    while (failures === 0 || keepGoing) {
      const member = waiting.shift();
      if (!member) return;
      const outcome = await toOutcome(client, member, operation);
      if (outcome !== 'success') failures++;
      say(toPrintable(`${toPlace(member)}: ${outcome}`));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
  for (const member of waiting) say(toPrintable(`${toPlace(member)}: not run`));
  return failures === 0 ? 0 : 1;
}

/** The status, with the reason of a failure. */
async function toOutcome(client: Client, member: Row, operation: Operation): Promise<string> {
  try {
    const job = await start(client, String(member['resourceId']), toPlace(member), operation);
    const { status, errorMessage } = await getEnd(client, job);
    return typeof errorMessage === 'string' ? `${String(status)}, ${errorMessage}` : String(status);
  } catch (error) {
    return `not run, ${(error as Error).message}`;
  }
}

/** Includes the host of a service, because members on many hosts share a name. */
function toPlace({ resourceName, ancestry }: Row): string {
  const host = ancestorsIn(ancestry).at(-1);
  return host ? `${String(resourceName)} on ${host.name}` : String(resourceName);
}

/** Returns the job id. */
async function start(client: Client, resource: string, shown: string, { name, params }: Operation): Promise<string> {
  const definitions = (await send(client, 'get', AREAS['operation-definitions']!.list, { ids: { resource } })) as Row[];
  const definition = definitions.find((each) => each['name'] === name || String(each['id']) === name);
  if (!definition) {
    const names = definitions.map((each) => String(each['name'])).join(', ');
    throw new CommandError(`${shown} has no operation ${name}. It has ${names || 'none'}.`);
  }
  const draft = (await send(client, 'post', '/rest/operation/definition/{id}', {
    ids: { id: String(definition['id']) },
    query: { resourceId: resource },
  })) as Row;
  const started = (await send(client, 'put', '/rest/operation/{id}', {
    ids: { id: String(draft['id']) },
    body: { readyToSubmit: true, params },
  })) as { links: readonly Record<string, { href: string }>[] };
  const { href } = started.links.find(({ history }) => history)!['history']!;
  return decodeURIComponent(href.split('/').at(-1)!);
}

async function toRecord(client: Client, job: string): Promise<Row> {
  return (await send(client, 'get', OPERATIONS.item!, { ids: { id: job } })) as Row;
}

async function getEnd(client: Client, job: string): Promise<Row> {
  for (;;) {
    const record = await toRecord(client, job);
    if (record['status'] !== 'inprogress') return record;
    await sleep(POLL_MS);
  }
}

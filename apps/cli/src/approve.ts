import { actOnEach } from './act';
import { AREAS } from './areas';
import type { Area } from './areas/area';
import { withExamples } from './help';
import { openClient, readPages, type Query, type Row, send } from './records';
import { type AddCommands, toAction, type Shell } from './shell';
import { openWriter } from './writers';

/** Fields of an execution beyond those that it always has. */
const INCLUDE = 'requestedBy,awaitsApproval';
const EXECUTIONS: Area = { ...AREAS['operations']!, include: INCLUDE };
const SCHEDULES = AREAS['operation-schedules']!;
const WAITING: readonly [Area, Query][] = [
  [EXECUTIONS, { awaitsApproval: 'true', include: INCLUDE }],
  [SCHEDULES, { state: 'AWAITING_APPROVAL' }],
];
/** For executions and scheduled operations. */
const TABLE = {
  id: 'id',
  columns: { ID: 'id', OPERATION: 'operation', ON: 'target', 'REQUESTED BY': 'requestedBy' },
};

/** Commands of the second person: approve and reject what another one requested. */
export const addApprovalCommands: AddCommands = (program, shell) => {
  const say = (line: string): void => void shell.output.write(`${line}\n`);
  withExamples(
    program
      .command('approve')
      .description('Approve operations that another person requested, or list those that wait for approval.'),
    'approve',
    'approve 10021',
    'approve rhq-resource-10077-1-1700000000000_=_rhq-resource-10077',
  )
    .argument('[id...]', 'ids of executions or operation schedules; lists those that wait if omitted')
    .action(
      toAction(shell, (ids: string[]) =>
        ids.length === 0
          ? listWaiting(shell)
          : actOnEach(ids, async (client, id) => {
              await send(client, 'post', `${areaFor(id).item!}/approve`, { ids: { id } });
              say(`Approved ${id}.`);
            }),
      ),
    );
  withExamples(
    program.command('reject').description('Reject operations that wait for approval: they do not run.'),
    'reject 10021 --reason "wait for the maintenance window"',
    'reject rhq-resource-10077-1-1700000000000_=_rhq-resource-10077',
  )
    .argument('<id...>', 'ids of executions or operation schedules')
    .option('--reason <text>', 'shown to the person who requested the operation')
    .action(
      toAction(shell, (ids: string[], { reason }: { reason?: string }) =>
        actOnEach(ids, async (client, id) => {
          await send(client, 'post', `${areaFor(id).item!}/reject`, { ids: { id }, body: { reason } });
          say(`Rejected ${id}.`);
        }),
      ),
    );
};

/** Schedules have numbers, executions the id of their job. */
function areaFor(id: string): Area {
  return /^\d+$/.test(id) ? SCHEDULES : EXECUTIONS;
}

async function listWaiting(shell: Shell): Promise<number> {
  const rows: Row[] = [];
  const client = openClient();
  for (const [area, query] of WAITING) {
    for await (const page of readPages(client, area, query)) rows.push(...page.map(toRow));
  }
  const writer = openWriter('table', TABLE, shell, 'No operations wait for approval.');
  writer.rows(rows);
  writer.end();
  return 0;
}

function toRow({ jobId, id, operationName, resourceName, targetName, requestedBy }: Row): Row {
  return { id: jobId ?? id, operation: operationName, target: resourceName ?? targetName, requestedBy };
}

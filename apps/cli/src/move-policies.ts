import { CommandError } from './command-error';
import { findReport, type Report } from './find-report';
import { withExamples } from './help';
import { call, openSession, type Session } from './session';
import { type AddCommands, toPrintable, toAction } from './shell';

const COMPLIANCE = '/api/compliance/v2';

interface Guide {
  id: string;
  ref_id: string;
  version: string;
}

interface MovedPolicy {
  title: string;
  former_version: string;
  added_rule_count: number;
  removed_rule_count: number;
  lost_rules: string[];
  lost_values: string[];
  lost_waivers: string[];
  unsupported_minor_versions: number[];
  failed_result_count: number;
  still_failed_result_count: number;
}

interface Options {
  to: string;
  dryRun?: boolean;
}

/** Moves policies to another version of their guide, or shows the effect. */
export const addMovePoliciesCommand: AddCommands = (program, shell) => {
  withExamples(
    program.command('move-policies'),
    'move-policies "CIS for the web servers" --to 0.1.79 --dry-run',
    'move-policies "CIS for the web servers" "CIS for the databases" --to 0.1.79',
  )
    .argument('<policy...>', 'ids or titles of policies of one security guide')
    .requiredOption('--to <version>', 'version of the guide to move to; import it first')
    .option('--dry-run', 'print what would change, and change nothing')
    .summary('Move policies to another version of their guide.')
    .description(
      'Move policies to another version of their security guide, all or none. Tailorings, exceptions, schedules and history are kept.',
    )
    .action(
      toAction(shell, async (names: string[], { to, dryRun: isDryRun = false }: Options) => {
        const session = openSession(process.env);
        const policies: Report[] = [];
        for (const name of names) policies.push(await findReport(session, name));
        const body = {
          security_guide_id: await findVersion(session, policies[0]!, to),
          policy_ids: policies.map(({ id }) => id),
          dry_run: isDryRun,
        };
        const { data } = await call<{ data: { policies: MovedPolicy[] } }>(
          session,
          'POST',
          `${COMPLIANCE}/policies/moves`,
          body,
        );
        for (const policy of data.policies) {
          for (const line of describe(policy, to, isDryRun)) shell.output.write(`${toPrintable(line)}\n`);
        }
        return 0;
      }),
    );
};

/** Id of a version of the policy's guide. @throws CommandError */
async function findVersion(session: Session, policy: Report, version: string): Promise<string> {
  const guides = `${COMPLIANCE}/security_guides`;
  const { data: guide } = await call<{ data: Guide }>(session, 'GET', `${guides}/${policy.security_guide_id}`);
  const query = new URLSearchParams({ filter: `ref_id = "${guide.ref_id}"`, limit: '100' });
  const { data } = await call<{ data: Guide[] }>(session, 'GET', `${guides}?${query.toString()}`);
  const found = data.find((one) => one.version === version);
  if (found) return found.id;
  const known = data.map((one) => one.version).join(', ');
  throw new CommandError(`The guide of ${policy.title} has no version ${version}. Imported versions: ${known}.`);
}

/** Lines about a policy, the first with its name. Pure. */
function describe(policy: MovedPolicy, to: string, isDryRun: boolean): string[] {
  const { title, former_version: from, failed_result_count: failed, still_failed_result_count: still } = policy;
  const minors = policy.unsupported_minor_versions;
  const lost = [
    ['added rules', policy.lost_rules],
    ['set values', policy.lost_values],
    ['exceptions, reviews and plans of', policy.lost_waivers],
  ] as const;
  return [
    `${title}: ${isDryRun ? 'would move' : 'moved'} from version ${from} to ${to}`,
    `  rules of its tailorings: ${policy.added_rule_count} added, ${policy.removed_rule_count} removed`,
    `  failed results: ${failed} now, ${still} of them with the same check`,
    ...lost
      .filter(([, names]) => names.length > 0)
      .map(([what, names]) => `  not in ${to}: ${what} ${names.join(', ')}`),
    ...(minors.length > 0 ? [`  not registered for minor versions ${minors.join(', ')}`] : []),
  ];
}

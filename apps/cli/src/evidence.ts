import path from 'node:path';
import { CommandError } from './command-error';
import { findGroupId, groupFilter } from './find-group';
import { findReport, type Report, REPORTS } from './find-report';
import { withExamples } from './help';
import { openSession, requireSuccess, send, type Session } from './session';
import { type AddCommands, toPrintable, toAction } from './shell';

const FILES: Readonly<Record<string, string>> = {
  html: 'evidence.html',
  pdf: 'evidence.pdf',
  csv: 'evidence.csv',
  sarif: 'evidence.sarif',
  oscal: 'evidence.oscal.json',
  'poam-csv': 'poam.csv',
  'poam-oscal': 'poam.oscal.json',
};
const FORMATS = Object.keys(FILES).join(', ');
/** Exit code if fewer systems are compliant than the threshold requires. */
const BELOW_THRESHOLD = 2;

interface Options {
  format?: string;
  output?: string;
  group?: string;
  failUnder?: string;
  exceptions: boolean;
}

/** Numbers of systems of a policy, or of those of an inventory group. */
interface Counts {
  assigned: number;
  reported: number;
  compliant: number;
  stale: number;
}

/** Writes evidence of a policy to a file, and checks the compliance rate, for pipelines. */
export const addEvidenceCommand: AddCommands = (program, shell) => {
  withExamples(
    program.command('evidence'),
    'evidence "CIS for the web servers" --format pdf --output cis.pdf',
    'evidence "CIS for the web servers" --group web --fail-under 90',
  )
    .argument('<policy>', 'id or title of the policy')
    .option('--format <format>', `format of the file: ${FORMATS}; by the extension of --output when absent`)
    .option('--output <file>', 'file to write')
    .option('--group <name>', 'only systems of this inventory group')
    .option('--fail-under <percent>', 'exit with code 2 if a lower percentage of the assigned systems is compliant')
    .option('--no-exceptions', 'ignore exceptions and reviews: count each rule as it was scanned')
    .summary('Download evidence of a policy.')
    .description('Download evidence of a policy, and check how many of its systems are compliant.')
    .action(
      toAction(shell, async (policy: string, { format, output, group, failUnder, exceptions }: Options) => {
        const threshold = failUnder === undefined ? undefined : readPercent(failUnder);
        const file = fileFor(format, output);
        const session = openSession(process.env);
        const report = await findReport(session, policy);
        const query = group === undefined ? '' : `?group_id=${encodeURIComponent(await findGroupId(session, group))}`;
        if (output !== undefined) {
          const target = `${REPORTS}/${report.id}/${file}${query}`;
          requireSaved(session, await send(session, { method: 'GET', target, saveTo: path.resolve(output) }));
        }
        const counts =
          group === undefined
            ? countsOf(report, exceptions)
            : await countGroup(session, report.id, { condition: groupFilter(group), exceptions });
        const title = group === undefined ? report.title : `${report.title}, ${group}`;
        shell.output.write(`${toPrintable(describe(title, counts))}\n`);
        return threshold !== undefined && percent(counts) < threshold ? BELOW_THRESHOLD : 0;
      }),
    );
};

/** Pure. */
function countsOf(report: Report, exceptions: boolean): Counts {
  return {
    assigned: report.assigned_system_count,
    reported: report.reported_system_count,
    compliant: exceptions ? report.compliant_with_exceptions_system_count : report.compliant_system_count,
    stale: report.stale_system_count,
  };
}

async function countGroup(
  session: Session,
  reportId: string,
  { condition, exceptions }: { condition: string; exceptions: boolean },
): Promise<Counts> {
  const count = async (list: string, ...more: string[]): Promise<number> => {
    const query = new URLSearchParams({ filter: [condition, ...more].join(' AND '), limit: '1' });
    const response = await send(session, {
      method: 'GET',
      target: `${REPORTS}/${reportId}/${list}?${query.toString()}`,
    });
    return requireSuccess<{ meta: { total: number } }>(session, response).meta.total;
  };
  const verdict = exceptions ? 'verdict_with_exceptions' : 'verdict';
  return {
    assigned: await count('systems'),
    reported: await count('test_results'),
    compliant: await count('test_results', `${verdict} = compliant`),
    stale: await count('test_results', 'freshness = stale'),
  };
}

/** Percentage of compliant systems among the assigned ones; 0 if none is assigned. Pure. */
function percent({ assigned, compliant }: Counts): number {
  return assigned === 0 ? 0 : (compliant * 100) / assigned;
}

function describe(title: string, counts: Counts): string {
  const { assigned, reported, compliant, stale } = counts;
  const share = `${compliant} of ${assigned} assigned systems are compliant (${Math.floor(percent(counts))}%)`;
  return `${title}: ${share}; ${reported} have reported, ${stale} of these results are stale.`;
}

/** @throws CommandError */
function readPercent(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new CommandError(`--fail-under takes a number from 0 to 100, not ${text}.`);
  }
  return value;
}

/** @throws CommandError */
function fileFor(format: string | undefined, output: string | undefined): string | undefined {
  if (output === undefined) {
    if (format !== undefined) throw new CommandError('--format needs --output.');
    return undefined;
  }
  const name = format ?? path.extname(output).slice(1);
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file === undefined) throw new CommandError(`Unknown format: ${name || 'none'}. Formats: ${FORMATS}.`);
  return file;
}

function requireSaved(session: Session, response: Awaited<ReturnType<typeof send>>): void {
  if (response.status !== 200) requireSuccess(session, response);
}

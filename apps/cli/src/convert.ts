import fs from 'node:fs';
import { Option } from 'commander';
import { CommandError } from './command-error';
import { convertGoAlert } from './convert/goalert';
import type { Converted } from './convert/on-call-documents';
import { convertOnCall } from './convert/oncall';
import { convertOpsgenie } from './convert/opsgenie';
import { convertPagerDuty } from './convert/pagerduty';
import { withExamples } from './help';
import { type AddCommands, toPrintable, toAction } from './shell';
import { formatYaml } from './writers';

const MAX_FILE_BYTES = 50_000_000;

const SYSTEMS: Readonly<Record<string, (file: unknown) => Converted>> = {
  pagerduty: convertPagerDuty,
  opsgenie: convertOpsgenie,
  goalert: convertGoAlert,
  oncall: convertOnCall,
};

/** Converts schedules and escalation policies of other systems to documents for "apply". */
export const addConvertCommand: AddCommands = (program, shell) => {
  withExamples(
    program.command('convert'),
    'convert --from pagerduty export.json > on-call/pagerduty.yaml',
    'convert --from opsgenie schedules.json',
  )
    .argument('<file>', 'JSON returned by the API of the other system; several responses in a list or an object')
    .addOption(
      new Option('--from <system>', 'where the file comes from').choices(Object.keys(SYSTEMS)).makeOptionMandatory(),
    )
    .summary('Write on-call schedules of other systems as documents.')
    .description(
      'Print rotations and escalation policies as documents for "apply". What cannot be converted is listed on ' +
        'standard error. The exit code is 1 if nothing can be read or converted.',
    )
    .action(
      toAction(shell, (file: string, { from }: { from: string }) => {
        const { documents, lost } = SYSTEMS[from]!(readJson(file));
        for (const line of lost) console.error(toPrintable(`Not converted: ${line}`));
        if (documents.length === 0)
          throw new CommandError(`${file} holds no schedules or escalation policies of ${from} that can be converted.`);
        shell.output.write(documents.map((document) => formatYaml(document)).join('---\n'));
      }),
    );
};

function readJson(file: string): unknown {
  try {
    if (fs.statSync(file).size > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES / 1_000_000} MB`);
    return JSON.parse(fs.readFileSync(file, 'utf8')) as unknown;
  } catch (error) {
    throw new CommandError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

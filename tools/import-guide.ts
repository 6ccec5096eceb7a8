import { USAGE, readArguments } from './import-guide/arguments';
import { findGuideFiles } from './import-guide/guide-files';
import { COLUMNS, describeAttempt } from './import-guide/summary';
import { importGuide } from './import-guide/upload';
import type { Output } from './uploads/progress';
import { explainingFailures, uploadAll } from './uploads/run';
import { openSession } from './uploads/session';
import { renderSummary } from './uploads/summary';

export { USAGE } from './import-guide/arguments';

/** `npm run import-guide`: streams security guides to a running installation, one after the other. */
export function main(args: string[], output: Output = process.stdout): Promise<number> {
  return explainingFailures(USAGE, async () => {
    const { places, queryFor } = readArguments(args);
    const session = openSession(process.env);
    const attempts = await uploadAll(findGuideFiles(places), {
      upload: (file, onBytes) => importGuide(session, file, queryFor(file.path), onBytes),
      describe: describeAttempt,
      output,
    });
    if (attempts.length > 1) output.write(`\n${renderSummary(attempts, COLUMNS, ({ outcome }) => outcome)}\n`);
    return attempts.every(({ result }) => result) ? 0 : 1;
  });
}

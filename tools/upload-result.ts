import { USAGE, readArguments } from './upload-result/arguments';
import { COLUMNS, describeAttempt } from './upload-result/summary';
import { uploadResult } from './upload-result/upload';
import type { Output } from './uploads/progress';
import { explainingFailures, uploadAll } from './uploads/run';
import { openSession } from './uploads/session';
import { renderSummary } from './uploads/summary';
import { lookAt } from './uploads/upload-file';

export { USAGE } from './upload-result/arguments';

/** `npm run upload-result`: streams the results of scans to a running installation, one after the other. */
export function main(args: string[], output: Output = process.stdout): Promise<number> {
  return explainingFailures(USAGE, async () => {
    const { files, systemOf } = readArguments(args);
    const session = openSession(process.env);
    const attempts = await uploadAll(files.map(lookAt), {
      upload: (file, onBytes) => uploadResult(session, file, systemOf(file.path), onBytes),
      describe: describeAttempt,
      output,
    });
    if (attempts.length > 1) output.write(`\n${renderSummary(attempts, COLUMNS, ({ outcome }) => outcome)}\n`);
    return attempts.every(({ result }) => result) ? 0 : 1;
  });
}

import { USAGE, readArguments } from './import-guide/arguments';
import { findGuideFiles } from './import-guide/guide-files';
import type { GuideFile } from './import-guide/guide-files';
import { openProgress } from './import-guide/progress';
import type { Output, Progress } from './import-guide/progress';
import { ImportError } from './import-guide/refusal';
import { openSession } from './import-guide/session';
import type { Session } from './import-guide/session';
import { describeAttempt, renderSummary } from './import-guide/summary';
import type { Attempt } from './import-guide/summary';
import { importGuide } from './import-guide/upload';

/** `npm run import-guide`: streams security guides to a running installation, one after the other. */
export async function main(args: string[], output: Output = process.stdout): Promise<number> {
  try {
    const { places, queryFor } = readArguments(args);
    const session = openSession(process.env);
    const attempts = await importAll(session, findGuideFiles(places), queryFor, output);
    if (attempts.length > 1) output.write(`\n${renderSummary(attempts)}\n`);
    return attempts.every(({ guide }) => guide) ? 0 : 1;
  } catch (error) {
    const isOptionError = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    if (isOptionError) console.error(`${(error as Error).message}\n\n${USAGE}`);
    else if (error instanceof ImportError) console.error(error.message);
    else throw error;
    return 1;
  }
}

async function importAll(
  session: Session,
  files: readonly GuideFile[],
  queryFor: (file: string) => string,
  output: Output,
): Promise<Attempt[]> {
  const attempts: Attempt[] = files.map(({ name }) => ({ name, seconds: 0 }));
  const progress = openProgress(
    output,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  try {
    for (const [at, file] of files.entries()) {
      const isLast = await attempt(session, file, queryFor(file.path), attempts[at]!, progress);
      if (isLast) break;
    }
  } finally {
    progress.stop();
  }
  return attempts;
}

/** Imports one file and writes down what became of it. Answers whether the rest need not be tried. */
async function attempt(
  session: Session,
  file: GuideFile,
  query: string,
  outcome: Attempt,
  progress: Progress,
): Promise<boolean> {
  const startedAt = performance.now();
  let unsent = file.bytes;
  progress.start(file.name);
  const advance = (bytes: number): void => {
    unsent -= bytes;
    progress.advance(bytes);
  };
  let isFinal = false;
  try {
    outcome.guide = await importGuide(session, file, query, advance);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    outcome.failure = error.message;
    isFinal = error.isFinal;
  }
  outcome.seconds = (performance.now() - startedAt) / 1000;
  progress.advance(unsent);
  progress.report(describeAttempt(outcome));
  return isFinal;
}

import { openProgress, type Output, type Progress } from './progress';
import { CommandError } from '../command-error';
import type { UploadFile } from './upload-file';

/** One file of a run. */
export interface Attempt<Result> {
  name: string;
  seconds: number;
  result?: Result;
  /** Why there is no result; also absent if it was not tried. */
  failure?: string;
}

/** How the files of a run are uploaded and reported. */
export interface Uploading<Result> {
  upload: (file: UploadFile, onBytes: (count: number) => void) => Promise<Result>;
  /** Outcome of one file in a line. */
  describe: (attempt: Attempt<Result>) => string;
  output: Output;
}

/** Uploads files one by one, until one fails in a way that the others would as well. */
export async function uploadAll<Result>(
  files: readonly UploadFile[],
  uploading: Uploading<Result>,
): Promise<Attempt<Result>[]> {
  const attempts: Attempt<Result>[] = files.map(({ name }) => ({ name, seconds: 0 }));
  const progress = openProgress(
    uploading.output,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  try {
    for (const [at, file] of files.entries()) {
      if (await isLast(file, attempts[at]!, uploading, progress)) break;
    }
  } finally {
    progress.stop();
  }
  return attempts;
}

/** Uploads one file and records its outcome; returns whether to stop. */
async function isLast<Result>(
  file: UploadFile,
  attempt: Attempt<Result>,
  { upload, describe }: Uploading<Result>,
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
    attempt.result = await upload(file, advance);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    attempt.failure = error.message;
    isFinal = error.isFinal;
  }
  attempt.seconds = (performance.now() - startedAt) / 1000;
  progress.advance(unsent);
  progress.report(describe(attempt));
  return isFinal;
}

/** Runs a tool that returns its exit code; usage errors are reported in one sentence. */
export async function runAndExplain(usage: string, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const isOptionError = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
    if (isOptionError) console.error(`${(error as Error).message}\n\n${usage}`);
    else if (error instanceof CommandError) console.error(error.message);
    else throw error;
    return 1;
  }
}

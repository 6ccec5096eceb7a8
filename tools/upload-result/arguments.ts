import path from 'node:path';
import { parseArgs } from 'node:util';
import { ENVIRONMENT } from '../uploads/session';
import { UploadError } from '../uploads/upload-error';

export const USAGE = `Usage: npm run upload-result -- FILE ... --system [FILE=]SYSTEM

FILE is what \`oscap xccdf eval\` wrote with --results-arf or --results (XML, or .gz or .bz2 of one).

  --system  id or name of the system that was scanned; repeat with FILE= for each of several files

${ENVIRONMENT}`;

export interface UploadArguments {
  /** Absolute paths, each once. */
  files: string[];
  /** Id or name of the system a file is about. */
  systemOf: (file: string) => string;
}

/** @throws UploadError with the usage; TypeError of node:util for unknown options */
export function readArguments(args: string[], startedIn = process.env['INIT_CWD'] ?? ''): UploadArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { system: { type: 'string', multiple: true, default: [] } },
  });
  if (positionals.length === 0) throw new UploadError(USAGE);
  const systems = new Map(values.system.map(readSystem));
  // npm runs us in the checkout; the person may have called it from elsewhere.
  const files = [...new Set(positionals.map((file) => path.resolve(startedIn, file)))];
  const systemOf = (file: string): string | undefined => systems.get(path.basename(file)) ?? systems.get('');
  const homeless = files.find((file) => !systemOf(file));
  if (homeless !== undefined) {
    throw new UploadError(`${path.basename(homeless)} names no system: give its id or name with --system.`);
  }
  return { files, systemOf: (file) => systemOf(file)! };
}

/** `web-1`, or `web-1.xml=web-1`, as a pair of file name (empty: every file) and system. */
function readSystem(text: string): [string, string] {
  const at = text.indexOf('=');
  return [path.basename(text.slice(0, Math.max(at, 0))), text.slice(at + 1)];
}

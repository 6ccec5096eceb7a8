import path from 'node:path';
import { parseArgs } from 'node:util';
import { ENVIRONMENT } from '../uploads/session';
import { UploadError } from '../uploads/upload-error';

export const USAGE = `Usage: npm run import-guide -- FILE|DIRECTORY ... [--os-major [FILE=]N] [--os-minor 0,1,...] [--replace]

FILE is a SCAP source datastream (XML, or .gz of one); of a DIRECTORY, files named *-ds.xml or *-ds.xml.gz.
Guides already imported are skipped, so an interrupted run can be repeated.

  --os-major  major version of the operating system if the id of the guide does not contain it; with FILE= for one file
  --os-minor  minor versions to register for every profile, beside those that are registered
  --replace   replace a guide of the same id and version

${ENVIRONMENT}`;

export interface ImportArguments {
  /** Absolute paths of files and directories, as given. */
  places: string[];
  /** Query string of the import of one file, without the question mark. */
  queryFor: (file: string) => string;
}

/** @throws UploadError with the usage; TypeError of node:util for unknown options */
export function readArguments(args: string[], startedIn = process.env['INIT_CWD'] ?? ''): ImportArguments {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'os-major': { type: 'string', multiple: true, default: [] },
      'os-minor': { type: 'string', multiple: true, default: [] },
      replace: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) throw new UploadError(USAGE);
  const majors = new Map(values['os-major'].map(readMajor));
  return {
    // npm runs us in the checkout; the person may have called it from elsewhere.
    places: positionals.map((place) => path.resolve(startedIn, place)),
    queryFor: (file) => {
      const query = new URLSearchParams();
      const major = majors.get(path.basename(file)) ?? majors.get('');
      if (major !== undefined) query.set('os_major_version', major);
      for (const minors of values['os-minor']) query.append('os_minor_versions', minors);
      if (values.replace) query.set('replace', 'true');
      return query.toString();
    },
  };
}

/** `8`, or `ssg-firefox-ds.xml=0`, as a pair of file name (empty: every file) and version. */
function readMajor(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  return [path.basename(text.slice(0, Math.max(at, 0))), text.slice(at + 1)];
}

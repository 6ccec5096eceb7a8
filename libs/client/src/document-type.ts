/** Media type of a document for the compliance service, by the name of its file: XML unless it ends otherwise. Pure. */
export function documentType(name: string): string {
  const [, ending] = /\.([a-z]+)(?:\.gz)?$/i.exec(name) ?? [];
  return TYPES[ending?.toLowerCase() ?? ''] ?? 'application/xml';
}

const LYNIS = 'text/vnd.wardstone.lynis';
/** Media types of a checklist and of reports by other scanners (rule scap-9). */
const TYPES: Readonly<Record<string, string>> = {
  cklb: 'application/json',
  json: 'application/vnd.wardstone.report+json',
  dat: LYNIS,
  txt: LYNIS,
};

import fs from 'node:fs';
import path from 'node:path';
import { formatYaml } from '../writers';
import { type Kind } from './kind';
import { serialise, type Found } from './records';

/** The documents of existing records, in an order that only depends on their content. Pure. */
export function documentsText(kind: Kind, found: readonly Found[]): string {
  const documents = found
    .map(({ name, spec }) => ({ kind: kind.kind, name, spec: kind.exported?.(spec) ?? spec }))
    .sort((a, b) => (serialise([a.name, a.spec]) < serialise([b.name, b.spec]) ? -1 : 1));
  return `# ${kind.about}.\n${documents.map((each) => `---\n${formatYaml(each)}`).join('')}`;
}

/** Replaces a file atomically, and never writes through a link. */
export function writeWhole(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  const aside = `${file}.${process.pid}`;
  fs.rmSync(aside, { force: true });
  fs.writeFileSync(aside, text, { flag: 'wx' });
  fs.renameSync(aside, file);
}

import fs from 'node:fs';
import path from 'node:path';
import { ImportError } from './refusal';

/** One file to import: its size in bytes, or why it cannot be. */
export interface GuideFile {
  path: string;
  /** As shown: the last part of the path. */
  name: string;
  bytes: number;
  failure?: string;
}

const DATASTREAM = /-ds\.xml(\.gz)?$/;

/** The files at the places given, those of a directory by name; each once, in the order of the places. */
export function findGuideFiles(places: readonly string[]): GuideFile[] {
  const files = new Map<string, GuideFile>();
  for (const place of places) {
    for (const file of filesAt(place)) files.set(file.path, files.get(file.path) ?? file);
  }
  return [...files.values()];
}

function filesAt(place: string): GuideFile[] {
  try {
    if (!fs.statSync(place).isDirectory()) return [look(place)];
    const names = fs.readdirSync(place).filter((name) => DATASTREAM.test(name));
    if (names.length === 0) throw new ImportError('no file in it is named *-ds.xml or *-ds.xml.gz');
    return names.toSorted().map((name) => look(path.join(place, name)));
  } catch (error) {
    return [unreadable(place, error as Error)];
  }
}

function look(file: string): GuideFile {
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile()) throw new ImportError('it is not a file');
    fs.accessSync(file, fs.constants.R_OK);
    return { path: file, name: path.basename(file), bytes: stats.size };
  } catch (error) {
    return unreadable(file, error as Error);
  }
}

function unreadable(place: string, { message }: Error): GuideFile {
  return { path: place, name: path.basename(place), bytes: 0, failure: `${place} cannot be read: ${message}` };
}

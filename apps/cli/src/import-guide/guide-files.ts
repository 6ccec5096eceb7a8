import fs from 'node:fs';
import path from 'node:path';
import { CommandError } from '../command-error';
import { lookAt, toUnreadable, type UploadFile } from '../uploads/upload-file';

const DATASTREAM = /-ds\.xml(\.gz)?$/;

/** The files at the given paths, those of a directory by name, without duplicates. */
export function findGuideFiles(places: readonly string[]): UploadFile[] {
  const files = new Map<string, UploadFile>();
  for (const place of places) {
    for (const file of filesAt(path.resolve(place))) files.set(file.path, files.get(file.path) ?? file);
  }
  return [...files.values()];
}

function filesAt(place: string): UploadFile[] {
  try {
    if (!fs.statSync(place).isDirectory()) return [lookAt(place)];
    const names = fs.readdirSync(place).filter((name) => DATASTREAM.test(name));
    if (names.length === 0) throw new CommandError('no file in it is named *-ds.xml or *-ds.xml.gz');
    return names.toSorted().map((name) => lookAt(path.join(place, name)));
  } catch (error) {
    return [toUnreadable(place, error as Error)];
  }
}

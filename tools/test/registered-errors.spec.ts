import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import * as errors from '@wardstone/errors';
import { ALL_ERROR_TYPES } from '@wardstone/errors';
import { findErrorUses } from './error-uses';

const ROOT = path.join(__dirname, '../..');
/** Files that define, combine and describe the tables; nothing is thrown there. */
const TABLES = /^libs\/errors\/src\/(registry\/|index\.ts$|error-type\.ts$|document-errors\.ts$|renderers\/)/;
const SPECS = /\.(spec|int-spec)\.ts$|\/test\/|^libs\/testing\//;

function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter(
      (file) => file.endsWith('.ts') && !SPECS.test(file) && !TABLES.test(file) && !file.includes('node_modules'),
    );
}

describe('error types in the code of the product', () => {
  const uses = ['apps', 'libs']
    .flatMap(sources)
    .map((file) => findErrorUses(file, readFileSync(path.join(ROOT, file), 'utf8')));
  const thrown = new Set(uses.flatMap((use) => use.thrown.map(({ type }) => type)));

  it('are always named in full, so that this test sees them', () => {
    expect(uses.flatMap(({ untraceable }) => untraceable)).toEqual([]);
  });

  it('are registered, in the table they are taken from', () => {
    const unknown = uses
      .flatMap((use) => [...use.thrown, ...use.documented])
      .filter(({ table, type }) => !(type in (errors as unknown as Record<string, object>)[table]!))
      .map(({ table, type }) => `${table}.${type}`);

    expect(unknown).toEqual([]);
  });

  it('are thrown if they are registered and not deprecated', () => {
    const idle = ALL_ERROR_TYPES.filter(({ type, deprecated }) => !deprecated && !thrown.has(type));

    expect(idle.map(({ service, type }) => `${service}: ${type}`)).toEqual([]);
  });

  it('are not thrown if they are deprecated', () => {
    const revived = ALL_ERROR_TYPES.filter(({ type, deprecated }) => deprecated && thrown.has(type));

    expect(revived.map(({ type }) => type)).toEqual([]);
  });
});

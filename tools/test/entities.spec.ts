import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

/** Entities that no file of the product names but their own and the list of the service. */
function unusedEntities(files: ReadonlyMap<string, string>): string[] {
  const product = [...files].filter(([file]) => !/\.(spec|int-spec|suite)\.ts$|\/test\/|\/entities\.ts$/.test(file));
  return product
    .filter(([file]) => file.endsWith('.entity.ts'))
    .flatMap(([own, text]) =>
      [...text.matchAll(/^export class (\w+)/gm)]
        .map(([, name]) => name!)
        .filter((name) => !product.some(([file, other]) => file !== own && new RegExp(`\\b${name}\\b`).test(other))),
    );
}

function getFiles(service: string): Map<string, string> {
  const folder = path.join(workspaceRoot(), 'apps', service, 'src');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return new Map(names.map((name) => [`/${name}`, fs.readFileSync(path.join(folder, name), 'utf8')]));
}

describe('an entity', () => {
  it.each(['compliance', 'monitoring', 'gateway', 'error-registry'])('of %s is used', (service) => {
    expect(unusedEntities(getFiles(service))).toEqual([]);
  });

  it('is found unused when only the list and tests name it', () => {
    const planted: [string, string][] = [
      ['/things/thing.entity.ts', "@Entity('thing')\nexport class ThingEntity {}"],
      ['/entities.ts', 'export const ENTITIES = [ThingEntity];'],
      ['/things/test/thing.int-spec.ts', 'repository(ThingEntity)'],
    ];
    expect(unusedEntities(new Map(planted))).toEqual(['ThingEntity']);
    planted.push(['/things/thing.queries.ts', 'type Row = Pick<ThingEntity, "id">;']);
    expect(unusedEntities(new Map(planted))).toEqual([]);
  });
});

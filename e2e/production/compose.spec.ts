import fs from 'node:fs';
import path from 'node:path';
import { listSettings } from '@wardstone/config';
import { parse } from 'yaml';
import { APP_SETTINGS } from '../../apps/launcher/src';
import { imageApps } from '../../tools/assemble-image';
import { workspaceRoot } from '../../tools/workspace';
import { lastArgument, readRecipe } from '../../tools/assemble-image/dockerfile';

interface ComposeService {
  image: string;
  build?: { args: { APP: string }; dockerfile: string };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  volumes?: unknown[];
}

const docker = path.join(workspaceRoot(), 'docker');
const { services, volumes } = parse(fs.readFileSync(path.join(docker, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
};
const WITH_DATABASE = ['gateway', 'compliance', 'monitoring', 'error-registry'];

describe('compose.yaml', () => {
  it('builds every image by the recipe and names it alike', () => {
    for (const { image, build } of Object.values(services).filter((service) => service.build)) {
      expect(imageApps()).toContain(build!.args.APP);
      expect([image, build!.dockerfile]).toEqual([`wardstone-${build!.args.APP}`, 'docker/Dockerfile']);
    }
  });

  it.each(Object.entries(APP_SETTINGS))('gives %s known settings, and no rights it does not need', (name, Shape) => {
    const service = services[name]!;
    const known = new Set(listSettings(Shape).map((setting) => setting.name));
    expect(Object.keys(service.environment!).filter((setting) => !known.has(setting))).toEqual([]);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.user).toMatch(/10001:10001/);
  });

  it('migrates each database before its service starts', () => {
    for (const name of WITH_DATABASE) {
      expect(services[name]!.depends_on).toMatchObject({
        [`${name}-migrate`]: { condition: 'service_completed_successfully' },
      });
      expect(services[`${name}-migrate`]!.command).toEqual(['node', '--enable-source-maps', 'migrate.js']);
      expect(services[`${name}-migrate`]!.environment!['DATABASE_URL']).toBe(
        services[name]!.environment!['DATABASE_URL'],
      );
    }
  });

  it('keeps the state of the agent in the volume of its image', () => {
    const { final } = readRecipe(fs.readFileSync(path.join(docker, 'Dockerfile'), 'utf8'), 'agent');
    expect(services['agent']!.volumes).toEqual([`agent:${lastArgument(final, 'VOLUME')}`]);
    expect(services['agent']!.user).toBe(lastArgument(final, 'USER'));
  });

  it('waits only for existing services, and uses only existing volumes', () => {
    const awaited = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    expect(awaited.filter((name) => services[name] === undefined)).toEqual([]);
    const named = Object.values(services).flatMap(({ volumes: used = [] }) =>
      used.flatMap((volume) => (typeof volume === 'string' && !volume.startsWith('.') ? [volume.split(':')[0]!] : [])),
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(volumes).sort());
  });

  it('requires every password in the example', () => {
    const example = fs.readFileSync(path.join(docker, 'compose.env.example'), 'utf8');
    const named = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name!);
    const text = fs.readFileSync(path.join(docker, 'compose.yaml'), 'utf8');
    // Used in values and as the source of a secret.
    const used = new Set([...text.matchAll(/(?:\$\{|environment: )([A-Z_]+)/g)].map(([, name]) => name!));
    expect([...used].sort()).toEqual(named.sort());
  });
});

import fs from 'node:fs';
import path from 'node:path';
import { codeBlocks, listCommands } from '../../tools/cluster/guide';
import { workspaceRoot } from '../../tools/workspace';

const root = workspaceRoot();
const read = (...names: string[]): string => fs.readFileSync(path.join(root, ...names), 'utf8');
const guide = read('k8s', 'README.md');
const commandsIn = (text: string): string[] =>
  codeBlocks(text)
    .filter(({ language }) => language === 'sh')
    .flatMap(listCommands);
const section = (title: string): string => guide.split(/^## /m).find((part) => part.startsWith(title))!;
const parts = (version: string): number[] => version.split('.').map(Number);
const isAtLeast = ([major = 0, minor = 0]: number[], [leastMajor = 0, leastMinor = 0]: number[]): boolean =>
  major > leastMajor || (major === leastMajor && minor >= leastMinor);

describe('the guide to clusters', () => {
  it('labels each namespace of the chart for the pods that it runs', () => {
    const commands = commandsIn(section('With Helm'));
    const namespaces = commands.flatMap((command) => /^helm upgrade .* -n (\S+)/.exec(command)?.[1] ?? []);
    expect(namespaces).toEqual(['wardstone', 'wardstone-agents']);
    const labelled = commands.flatMap(
      (command) => /^kubectl label namespace (\S+) pod-security\.kubernetes\.io\/enforce=/.exec(command)?.[1] ?? [],
    );
    expect(labelled.sort()).toEqual(namespaces.sort());
  });

  it('names existing folders of overlays', () => {
    const named = [...guide.matchAll(/overlays\/(?:dev|production)(?:\/[a-z]+)*/g)].map(([folder]) => folder);
    const isThere = (name: string): boolean =>
      ['', '.yaml'].some((ending) => fs.existsSync(path.join(root, 'k8s', `${name}${ending}`)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
    expect(section('Your overlay')).toContain('its agents are those of `production/agents`');
  });

  it('shows where to set each placeholder of components', () => {
    const components = path.join(root, 'k8s', 'components');
    const files = fs.readdirSync(components, { recursive: true, encoding: 'utf8' });
    const keys = files
      .filter((file) => file.endsWith('.env') || file.endsWith('.yaml'))
      .flatMap((file) => [
        ...read('k8s', 'components', file).matchAll(/^\s*(?:- )?([A-Z][A-Z0-9_]+)[=:].*example\.test/gm),
      ])
      .map(([, key]) => key!);
    expect(keys.length).toBeGreaterThan(0);
    expect([...new Set(keys)].filter((key) => !section('Your overlay').includes(key))).toEqual([]);
  });

  it('installs operators of the named releases, not older than required', () => {
    const needed = section('What the cluster needs');
    const installed = commandsIn(needed).join('\n');
    const found = /found on \d+ \w+ \d{4}: CloudNativePG (\d+\.\d+) .*cert-manager (\d+\.\d+)\s/s.exec(needed);
    expect(installed).toContain(`/release-${found?.[1]}/releases/cnpg-${found?.[1]}.`);
    expect(installed).toContain(`cert-manager/releases/download/v${found?.[2]}.`);
    const getMinimum = (name: string): string =>
      new RegExp(`^\\| ${name}[^|]*\\| (\\d+\\.\\d+)`, 'm').exec(needed)?.[1] ?? '';
    const versions = [
      [getMinimum('CloudNativePG '), /cnpg-(\d+\.\d+)/],
      [getMinimum('Barman Cloud plugin'), /plugin-barman-cloud\/releases\/download\/v(\d+\.\d+)/],
      [getMinimum('cert-manager'), /cert-manager\/releases\/download\/v(\d+\.\d+)/],
      [getMinimum('metrics-server'), /metrics-server\/releases\/download\/v(\d+\.\d+)/],
    ] as const;
    for (const [least, pattern] of versions) {
      const used = pattern.exec(installed)?.[1] ?? '';
      expect([least, used, isAtLeast(parts(used), parts(least))]).toEqual([expect.stringMatching(/\d/), used, true]);
    }
  });
});

describe('the runbook', () => {
  it('counts the connections of every service that has a database', () => {
    const table = /^ *\| Service +\| `DATABASE_POOL_SIZE`(?:.*\n)+?\n/m.exec(read('docs', 'operations.md'))?.[0] ?? '';
    const rows = [...table.matchAll(/^ *\| ([a-z ]+?) +\| (\d+)/gm)].map(([, service]) => service);
    expect(rows).toEqual(['gateway', 'compliance', 'monitoring', 'error registry']);
  });
});

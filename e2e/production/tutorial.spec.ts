import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROLE_NAMES } from '@wardstone/auth';
import { listSettings } from '@wardstone/config';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config';
import { MonitoringConfig } from '../../apps/monitoring/src/monitoring.config';
import { parse } from 'yaml';
import { deployedApps } from '../../tools/assemble-image';
import { codeBlocks, listCommands } from '../../tools/cluster/guide';
import { CHART, workspaceRoot } from '../../tools/workspace';
import { describeWithKustomize, type Manifest, render } from './kustomize';

const root = workspaceRoot();
const guide = fs.readFileSync(path.join(root, 'k8s', 'README.md'), 'utf8');
const commands = codeBlocks(guide)
  .filter(({ language }) => language === 'sh')
  .flatMap(listCommands);
const all = ['agents', 'databases', 'migrations', 'services'].flatMap((name) =>
  render(path.join(root, 'k8s', 'overlays', 'production', name)),
);
const getOverlay = (part: string): string => path.join(root, 'k8s', 'overlays', 'production', part);
/** All manifests, with the component that the tutorial tells readers to add for a restore. */
const withRestored = [
  ...all,
  ...render(getOverlay('databases'), { add: [path.join(root, 'k8s', 'components', 'restore', 'compliance')] }),
];
/** Namespaces of programs that the cluster needs. */
const OF_OTHERS = ['cert-manager', 'cnpg-system', 'envoy-gateway-system', 'monitoring'];
const words = (pattern: RegExp): string[] =>
  commands.flatMap((command) => [...command.matchAll(pattern)].map(([, word]) => word!));

/** Names of secrets in manifests, with the keys in use, except secrets that the database operator creates. */
function getSecrets(manifests: readonly Manifest[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const note = (name: unknown, key: unknown): void => {
    if (typeof name !== 'string' || name.endsWith('-database-app')) return;
    const keys = found.get(name) ?? new Set();
    if (typeof key === 'string') keys.add(key);
    found.set(name, keys);
  };
  const walk = (value: unknown, field: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { name, key, secretName } = value as Record<string, unknown>;
    if (/secretKeyRef|clientSecret|^secret$|accessKeyId|secretAccessKey/.test(field)) note(name, key);
    if (field === 'secret') note(secretName, undefined);
    for (const [below, child] of Object.entries(value)) walk(child, Array.isArray(value) ? field : below);
  };
  for (const manifest of manifests) walk(manifest, '');
  return found;
}

const stepInto = (tree: unknown, step: string): unknown => (tree as Record<string, unknown> | undefined)?.[step];

describeWithKustomize('the tutorial of k8s/README.md', () => {
  it('names folders that exist and can be rendered', () => {
    const folders = [...new Set(words(/ -k (\S+)/g))];
    expect(folders.sort()).toEqual(
      ['agents', 'databases', 'migrations', 'services'].map((name) => `k8s/overlays/production/${name}`),
    );
    for (const folder of folders) expect(render(path.join(root, folder)).length).toBeGreaterThan(0);
    for (const [, named] of guide.matchAll(
      /`(components\/[\w-]+|overlays\/\w+|namespace|migrations|base|agents|argocd)\/`/g,
    )) {
      expect([named, fs.existsSync(path.join(root, 'k8s', named!))]).toEqual([named, true]);
    }
    for (const [, named] of guide.matchAll(/`\.\.\/\.\.\/\.\.\/(components\/[\w/-]+)`/g)) {
      const isThere = fs.existsSync(path.join(root, 'k8s', named!, 'kustomization.yaml'));
      expect([named, isThere]).toEqual([named, true]);
    }
    const files = words(/ -f (\S+\.yaml)/g).filter((file) => !file.startsWith('https://'));
    const isWritten = (file: string): boolean => guide.includes(`\`${file}\``);
    expect(files.filter((file) => !fs.existsSync(path.join(root, file)) && !isWritten(file))).toEqual([]);
    for (const component of fs.readdirSync(path.join(root, 'k8s', 'components'))) {
      expect(guide).toContain(`components/${component}/`);
    }
  });

  it('creates every required secret with its keys', () => {
    const made = new Map<string, Set<string>>();
    for (const command of commands.filter((line) => line.includes('create secret generic'))) {
      const [, name] = /create secret generic (\S+)/.exec(command)!;
      const keys = [...command.matchAll(/--from-(?:literal|file)=([^=\s]+)=/g)].map(([, key]) => key!);
      made.set(name!, new Set([...(made.get(name!) ?? []), ...keys]));
    }
    for (const [name, keys] of getSecrets(all)) {
      expect([name, [...keys].filter((key) => !made.get(name)?.has(key))]).toEqual([name, []]);
      expect([name, made.has(name)]).toEqual([name, true]);
    }
    expect([...made.keys()].filter((name) => !getSecrets(all).has(name))).toEqual([]);
    const text = JSON.stringify(all);
    expect([...made.get('first-administrator')!].map((file) => text.includes(`/${file}`))).toEqual([true]);
    expect([...made.get('gateway-signing-key')!].map((file) => text.includes(`/${file}`))).toEqual([true]);
    expect(text).toContain(/secretName: (wardstone-tls)/.exec(guide)![1]);
  });

  it('explains each secret, and reads only existing ones and their keys', () => {
    const made = new Map(
      commands
        .filter((line) => line.includes('create secret generic'))
        .map((line) => [/create secret generic (\S+)/.exec(line)![1]!, line]),
    );
    const listed = [...guide.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, name]) => name!);
    const tables = listed.filter((name) => made.has(name) || name === 'wardstone-tls');
    expect(tables.sort()).toEqual([...made.keys(), 'wardstone-tls'].sort());
    const read = commands.flatMap((line) => [...line.matchAll(/get secret (\S+) -o jsonpath='\{\.data\.([^}]+)\}'/g)]);
    expect(read.length).toBeGreaterThan(3);
    for (const [, name, key] of read) {
      const ofOperators = /-database-app$|-tls$/.test(name!);
      const isMade = made.get(name!)?.includes(`=${key!.replaceAll('\\', '')}=`) === true;
      expect([name, key, isMade || ofOperators]).toEqual([name, key, true]);
    }
  });

  it('creates a signing key of the kind that the gateway reads', () => {
    const [program] = words(/^node -e "(.+)" > signing-key\.json$/g);
    const made = JSON.parse(execFileSync(process.execPath, ['-e', program!], { encoding: 'utf8' })) as object;
    expect(made).toEqual({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: expect.any(String) as string,
          d: expect.any(String) as string,
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        },
      ],
    });
  });

  it('requires as much storage as the databases claim', () => {
    const sizes = all
      .filter(({ kind }) => kind === 'Cluster')
      .map(({ spec }) => spec as { instances: number; storage: { size: string }; walStorage: { size: string } });
    const gib = (size: string): number => Number(/^(\d+)Gi$/.exec(size)![1]);
    const sum = sizes.reduce(
      (total, { instances, storage, walStorage }) => total + instances * (gib(storage.size) + gib(walStorage.size)),
      0,
    );
    expect(guide).toContain(`${sum} GiB`);
  });

  it('names existing objects', () => {
    const KINDS: Record<string, string> = {
      deploy: 'Deployment',
      daemonset: 'DaemonSet',
      job: 'Job',
      cluster: 'Cluster',
      gateway: 'Gateway',
    };
    const named = commands.flatMap((command) => [
      ...command.matchAll(/\b(deploy|daemonset|job|cluster)\/([\w-]+)/g),
      ...command.matchAll(/\bget (gateway) ([\w-]+)/g),
    ]);
    expect(named.length).toBeGreaterThan(5);
    for (const [, kind, name] of named) {
      const isThere = withRestored.some(
        (manifest) => manifest.kind === KINDS[kind!] && manifest.metadata.name === name,
      );
      expect([kind, name, isThere]).toEqual([kind, name, true]);
    }
    for (const [, name] of guide.matchAll(/cnpg -n wardstone (?:backup|psql) (\S+)/g)) {
      expect(withRestored.some(({ kind, metadata }) => kind === 'Cluster' && metadata.name === name)).toBe(true);
    }
    const namespaces = new Set(words(/ -n (\S+)/g).filter((name) => !OF_OTHERS.includes(name)));
    expect(namespaces).toEqual(new Set(['wardstone', 'wardstone-agents']));
    expect(words(/label namespace (\S+) wardstone-access/g).filter((name) => !OF_OTHERS.includes(name))).toEqual([]);
    expect(
      all
        .filter(({ kind }) => kind === 'Namespace')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(['wardstone', 'wardstone-agents']);
  });

  it('creates objects that overlays apply again or that are replaced, without a warning of kubectl', () => {
    const namespaces = all.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name);
    const made = commands.filter((command) => command.startsWith('kubectl create namespace '));
    expect(made.sort()).toEqual(namespaces.map((name) => `kubectl create namespace ${name} --save-config`).sort());
    expect(commands.filter((command) => /apply -f -/.test(command))).toEqual([]);
  });

  it('waits for the webhooks of operators before it applies what they check', () => {
    const OF = ['cert-manager.yaml', 'cnpg-', 'plugin-barman-cloud'];
    for (const operator of OF) {
      const at = commands.findIndex((command) => command.includes('apply') && command.includes(operator));
      expect([operator, commands[at + 1]]).toEqual([
        operator,
        expect.stringMatching(/^kubectl -n (cert-manager|cnpg-system) rollout status deployment\//),
      ]);
    }
  });

  it('sets the labels that policies and selectors need', () => {
    const text = JSON.stringify(all);
    for (const label of [...words(/label namespace \S+ (\S+)/g), ...words(/ -l ([^\s;]+)/g)]) {
      const [name, value] = label.split('=');
      expect([label, text.includes(`"${name}":"${value}"`)]).toEqual([label, true]);
    }
    expect(words(/label namespace \S+ (\S+)/g)).toHaveLength(4);
  });

  it('installs the chart with values that it declares', () => {
    const charts = new Set(words(/helm upgrade --install \S+ (\S+)/g));
    expect(charts).toEqual(new Set([CHART]));
    const values = parse(fs.readFileSync(path.join(root, CHART, 'values.yaml'), 'utf8')) as object;
    const named = [
      ...words(/charts\/wardstone .*--set (\S+)/g).flatMap((list) =>
        list.split(',').map((entry) => entry.split('=')[0]!),
      ),
      ...[
        ...guide.matchAll(
          /`((?:image|gatewayApi|databases|externalDatabases|oidc|tokenReview|tls)\.[\w.]+)(?:=\w+)?`/g,
        ),
      ].map(([, name]) => name!),
    ];
    expect(named.length).toBeGreaterThan(5);
    for (const name of named)
      expect([name, name.split('.').reduce<unknown>(stepInto, values)]).not.toEqual([name, undefined]);
  });

  it('runs existing programs, with existing roles and settings', () => {
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(words(/npm run (\S+)/g).filter((script) => !(script in scripts))).toEqual([]);
    expect(words(/--role (\S+)/g).filter((role) => !(ROLE_NAMES as readonly string[]).includes(role))).toEqual([]);
    const apps = words(/for app in (.+); do/g)[0]!.split(' ');
    expect(apps.sort()).toEqual([...deployedApps()].sort());
    const known = new Set([GatewayConfig, MonitoringConfig].flatMap(listSettings).map(({ name }) => name));
    const settings = [...guide.matchAll(/`((?:OIDC|CLUSTER|AGENTS|ALERT|S3)_[A-Z0-9_]+)/g)].map(([, name]) => name!);
    expect(settings.filter((name) => !known.has(name))).toEqual([]);
  });
});

import path from 'node:path';

/** Contents of a release, and their destinations. */
export interface Release {
  version: string;
  /** Commit of the release. */
  revision: string;
  /** Parent of images and chart, e.g. `registry.example.test/wardstone`. */
  registry: string;
}

/** Digests of pushed images and of the chart, by name. */
export type Digests = (name: string) => string;

/** A program to run; arguments known only after an earlier step are functions. */
export interface Command {
  program: string;
  args: (string | ((toDigest: Digests) => string))[];
  env?: Readonly<Record<string, string>>;
  /** Location of the pushed digest in its output. */
  digest?: { of: string; file: string } | { of: string; line: RegExp };
}

/** A file that this program itself writes between the commands. */
export interface Writing {
  writes: string;
  what: 'chart' | 'bundle' | PackedApp | 'client' | 'checksums';
}

/** Registry in the manifests and the chart. */
export const REGISTRY = 'registry.example.test/wardstone';
export const OUT = 'dist/release';
/** Apps that people install on machines without containers. */
export const PACKED_APPS = ['agent', 'cli'] as const;
export type PackedApp = (typeof PACKED_APPS)[number];
const PLATFORMS = 'linux/amd64,linux/arm64';
const PACKAGES = ['deb', 'rpm'];

/** Folder to pack; for an app, the content of its image. */
export function getFolder(app: PackedApp | 'client'): string {
  return `${OUT}/${app}`;
}

/** All steps of a release, in order. */
export function makePlan(release: Release, apps: readonly string[]): (Command | Writing)[] {
  return [
    { program: 'npm', args: ['run', 'sbom'] },
    ...apps.flatMap((app) => imageCommands(release, app)),
    ...chartCommands(release),
    { writes: `${OUT}/k8s`, what: 'bundle' },
    { program: 'tar', args: ['-C', OUT, '-czf', `${OUT}/wardstone-kustomize-${release.version}.tar.gz`, 'k8s'] },
    ...PACKED_APPS.flatMap((app) => [
      { writes: getFolder(app), what: app },
      ...PACKAGES.map((kind) => packageCommand(release, app, kind)),
    ]),
    { writes: getFolder('client'), what: 'client' },
    ...(['cli', 'client'] as const).map((name) => ({
      program: 'npm',
      args: ['pack', `./${getFolder(name)}`, '--pack-destination', OUT],
    })),
    { writes: `${OUT}/SHA256SUMS`, what: 'checksums' },
    {
      program: 'cosign',
      args: ['sign-blob', '--yes', '--bundle', `${OUT}/SHA256SUMS.sigstore.json`, `${OUT}/SHA256SUMS`],
    },
  ];
}

function imageCommands({ version, revision, registry }: Release, app: string): Command[] {
  const image = `${registry}/${app}`;
  const byDigest = (toDigest: Digests): string => `${image}@${toDigest(app)}`;
  const metadata = `${OUT}/${app}.json`;
  return [
    {
      program: 'docker',
      args: [
        'buildx',
        'build',
        '--file',
        'docker/Dockerfile',
        '--platform',
        PLATFORMS,
        '--build-arg',
        `APP=${app}`,
        '--build-arg',
        `VERSION=${version}`,
        '--build-arg',
        `REVISION=${revision}`,
        '--provenance',
        'mode=max',
        '--sbom',
        'true',
        '--metadata-file',
        metadata,
        '--tag',
        `${image}:${version}`,
        '--push',
        '.',
      ],
      digest: { of: app, file: metadata },
    },
    { program: 'cosign', args: ['sign', '--yes', byDigest] },
    {
      program: 'cosign',
      args: ['attest', '--yes', '--type', 'cyclonedx', '--predicate', `dist/sbom/${app}.cdx.json`, byDigest],
    },
  ];
}

function chartCommands({ version, registry }: Release): (Command | Writing)[] {
  return [
    { writes: `${OUT}/charts/wardstone`, what: 'chart' },
    { program: 'helm', args: ['package', `${OUT}/charts/wardstone`, '--destination', OUT] },
    {
      program: 'helm',
      args: ['push', `${OUT}/wardstone-${version}.tgz`, `oci://${registry}/charts`],
      digest: { of: 'chart', line: /^Digest: (sha256:[0-9a-f]{64})$/m },
    },
    { program: 'cosign', args: ['sign', '--yes', (toDigest) => `${registry}/charts/wardstone@${toDigest('chart')}`] },
  ];
}

function packageCommand({ version }: Release, app: PackedApp, kind: string): Command {
  const args = ['package', '--config', `packaging/${app}.yaml`, '--packager', kind, '--target', `${OUT}/`];
  return { program: 'nfpm', args, env: { VERSION: version, FOLDER: getFolder(app) } };
}

/** The step as a person would type it. */
export function toShellText(step: Command | Writing): string {
  if ('writes' in step) return `# writes ${step.writes}`;
  const { program, args, env = {} } = step;
  const words = args.map((arg) => (typeof arg === 'string' ? arg : arg((name) => `<digest of ${name}>`)));
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...settings, program, ...words.map(quoted)].join(' ');
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`);

/** Whether people download the file. */
export function isDownload(file: string): boolean {
  return ['.tgz', '.tar.gz', '.deb', '.rpm'].some((end) => path.basename(file).endsWith(end));
}

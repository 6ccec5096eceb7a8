import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { itWithActionlint, itWithNfpm } from '@wardstone/testing';
import { parse } from 'yaml';
import { deployedApps, imageApps } from '../../tools/assemble-image';
import { itWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { main, makeRelease } from '../../tools/release';
import { OUT, PACKED_APPS, REGISTRY, makePlan, toShellText } from '../../tools/release/plan';
import { stageBundle, withReleasedImages } from '../../tools/release/stage';
import { CHART, readVersion, workspaceRoot } from '../../tools/workspace';

const root = workspaceRoot();
const toText = (...place: string[]): string => fs.readFileSync(path.join(root, ...place), 'utf8');
const version = readVersion();
const overlays = path.join('k8s', 'overlays', 'production');
const production = (from = root): Manifest[] =>
  fs.readdirSync(path.join(from, overlays)).flatMap((part) => render(path.join(from, overlays, part)));
const getImages = (manifests: readonly Manifest[]): string[] => {
  const pods = manifests.map(getPodTemplate).filter((template) => template !== undefined);
  const containers = pods.flatMap(({ spec }) => [...spec.containers, ...(spec.initContainers ?? [])]);
  return [...new Set(containers.map(({ image }) => image))].sort();
};

describe('a release', () => {
  const release = makeRelease({ registry: REGISTRY, tag: `v${version}`, revision: 'abcdef0' });
  const lines = makePlan(release, imageApps()).map(toShellText);
  const toLines = (head: string): string[] => lines.filter((line) => line.startsWith(head));

  itWithKustomize('builds and pushes the images that the manifests name, for both architectures', () => {
    const builds = toLines('docker buildx build');
    const tags = builds.map((line) => / --tag (\S+) --push/.exec(line)![1]!);
    expect(tags.sort()).toEqual([...getImages(production()), `${REGISTRY}/cli:${version}`].sort());
    for (const line of builds) {
      const [, app] = /--build-arg APP=(\S+)/.exec(line)!;
      expect(line).toContain(`/${app}:${version} `);
      expect(line).toContain(`--build-arg VERSION=${version} --build-arg REVISION=abcdef0`);
      expect(line).toContain('--platform linux/amd64,linux/arm64');
      expect(line).toContain('--provenance mode=max --sbom true');
    }
  });

  it('signs what it has pushed by its digest, and attests to its content', () => {
    for (const app of imageApps()) {
      const pushed = lines.findIndex((line) => line.includes(`--tag ${REGISTRY}/${app}:`));
      const signed = lines.indexOf(`cosign sign --yes '${REGISTRY}/${app}@<digest of ${app}>'`);
      expect(signed).toBeGreaterThan(pushed);
      const bill = `--type cyclonedx --predicate dist/sbom/${app}.cdx.json`;
      expect(lines).toContain(`cosign attest --yes ${bill} '${REGISTRY}/${app}@<digest of ${app}>'`);
    }
    expect(lines).toContain(`cosign sign --yes '${REGISTRY}/charts/wardstone@<digest of chart>'`);
    expect(lines.at(-1)).toMatch(/^cosign sign-blob .*SHA256SUMS$/);
  });

  it('pushes the chart once its images are there, and packs manifests, agent, command line and client', () => {
    const chart = lines.indexOf(`helm push ${OUT}/wardstone-${version}.tgz oci://${REGISTRY}/charts`);
    expect(chart).toBeGreaterThan(Math.max(...toLines('docker').map((line) => lines.indexOf(line))));
    expect(toLines('tar')[0]).toContain(`wardstone-kustomize-${version}.tar.gz`);
    expect(
      lines
        .filter((line) => line.includes('nfpm package'))
        .map((line) => line.replace(/.*(packaging\S+).* --packager (\w+).*/, '$1 $2')),
    ).toEqual(['agent', 'cli'].flatMap((app) => ['deb', 'rpm'].map((kind) => `packaging/${app}.yaml ${kind}`)));
    expect(toLines('npm pack')).toEqual(
      ['cli', 'client'].map((name) => `npm pack ./${OUT}/${name} --pack-destination ${OUT}`),
    );
  });

  it('prints the same with --dry-run, and does nothing', async () => {
    const printed: string[] = [];
    const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
    const before = fs.existsSync(path.join(root, OUT));
    const code = await main(['--registry', REGISTRY, '--tag', `v${version}`, '--revision', 'abcdef0', '--dry-run']);
    log.mockRestore();
    expect([code, printed]).toEqual([0, lines]);
    expect(fs.existsSync(path.join(root, OUT))).toBe(before);
  });

  it('is refused for a tag that is not the version of package.json', () => {
    expect(() => makeRelease({ registry: REGISTRY, tag: 'v9.9.9' })).toThrow(`v9.9.9 is not v${version}`);
  });

  itWithKustomize('has one version everywhere', () => {
    expect(getImages(production()).filter((image) => !image.endsWith(`:${version}`))).toEqual([]);
    for (const file of fs.readdirSync(path.join(root, 'k8s'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('kustomization.yaml')) continue;
      const tags = [...toText('k8s', file).matchAll(/newTag: ([^ }]+)/g)].map(([, tag]) => tag);
      expect([file, tags.filter((tag) => tag !== version)]).toEqual([file, []]);
    }
    expect(toText('k8s', 'README.md')).toContain(`/$app:${version}`);
    expect(toText('docker', 'Dockerfile')).not.toMatch(/^ARG VERSION=\d/m);
    for (const app of ['gateway', 'compliance', 'monitoring', 'error-registry']) {
      const { info } = JSON.parse(toText('docs', 'openapi', `${app}.json`)) as { info: { version: string } };
      expect([app, info.version]).toEqual([app, version]);
    }
  });
});

describe('the packages of a release', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-release-'));
  const toDigest = (app: string): string => `sha256:${Buffer.from(app).toString('hex').padEnd(64, '0')}`;
  const release = { version, revision: 'x', registry: 'images.example.test/w' };
  const expected = deployedApps().map((app) => `images.example.test/w/${app}@${toDigest(app)}`);

  beforeAll(() => stageBundle(root, release, toDigest, path.join(folder, 'k8s')));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  itWithKustomize('name images by digest in every overlay', () => {
    expect(getImages(production(folder))).toEqual(expected.sort());
    const text = JSON.stringify(production(folder));
    expect(text).not.toContain(REGISTRY);
  });

  it('have the images in the values of the chart', () => {
    const digests = Object.fromEntries(imageApps().map((app) => [app, toDigest(app)]));
    const values = withReleasedImages(toText(CHART, 'values.yaml'), release, digests);
    const { image, ...others } = parse(values, { version: '1.1' }) as { image: object };
    expect(image).toMatchObject({ registry: release.registry, digests });
    const { image: _image, ...written } = parse(toText(CHART, 'values.yaml'), { version: '1.1' }) as { image: object };
    expect(others).toEqual(written);
  });

  describe('for machines without containers', () => {
    const config = parse(toText('packaging', 'agent.yaml')) as {
      contents: { src?: string; dst: string; type?: string }[];
      scripts: Record<string, string>;
    };
    const unit = toText('packaging', 'wardstone-agent.service');

    it('contain what the unit of systemd requires', () => {
      const places = config.contents.map(({ dst }) => dst);
      expect(/^ExecStart=.* (\/opt\/wardstone-agent)\/main\.js$/m.exec(unit)![1]).toBe(places[0]);
      expect(places).toContain(/^EnvironmentFile=(.+)$/m.exec(unit)![1]);
      expect(places).toContain('/usr/lib/systemd/system/wardstone-agent.service');
      const files = [...config.contents.map(({ src }) => src), ...Object.values(config.scripts)];
      for (const file of files.filter((name) => name !== undefined && !name.startsWith('$'))) {
        expect([file, fs.existsSync(path.join(root, file!))]).toEqual([file, true]);
      }
    });

    it('contain a link from the PATH to the command line, which exists and is executable', () => {
      const { contents } = parse(toText('packaging', 'cli.yaml')) as typeof config;
      const link = contents.find(({ type }) => type === 'symlink')!;
      expect(link.dst).toBe('/usr/bin/wardstone');
      const [, file] = /^\/opt\/wardstone-cli\/(.+)$/.exec(link.src!)!;
      expect(fs.statSync(path.join(root, 'apps', 'cli', file!)).mode & 0o111).toBe(0o111);
    });

    itWithNfpm('exist in either format', () => {
      for (const app of PACKED_APPS) {
        const program = path.join(folder, app);
        fs.mkdirSync(program);
        fs.writeFileSync(path.join(program, 'main.js'), '');
        for (const kind of ['deb', 'rpm']) {
          const args = ['package', '--config', `packaging/${app}.yaml`, '--packager', kind, '--target', `${folder}/`];
          execFileSync('nfpm', args, { cwd: root, env: { ...process.env, VERSION: version, FOLDER: program } });
        }
      }
      const packages = fs.readdirSync(folder).filter((file) => /\.(deb|rpm)$/.test(file));
      expect(packages.sort()).toEqual([
        `wardstone-agent-${version}-1.noarch.rpm`,
        `wardstone-agent_${version}_all.deb`,
        `wardstone-cli-${version}-1.noarch.rpm`,
        `wardstone-cli_${version}_all.deb`,
      ]);
    });
  });
});

describe('the workflows', () => {
  const workflow = parse(toText('.github', 'workflows', 'release.yml')) as {
    permissions: object;
    jobs: { release: { permissions: object; steps: { run?: string }[] } };
  };

  it('leave the release to the program that can be run by hand', () => {
    const runs = workflow.jobs.release.steps.map(({ run }) => run).filter((run) => run !== undefined);
    expect(runs).toContain(
      'npm run release -- --registry "$REGISTRY" --tag "$GITHUB_REF_NAME" --revision "$GITHUB_SHA"',
    );
    expect(workflow.permissions).toEqual({});
    expect(workflow.jobs.release.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    expect(runs.join('\n')).not.toMatch(/docker\.io|ghcr\.io|quay\.io/);
  });

  itWithActionlint('are valid for GitHub', () => {
    execFileSync('actionlint', [], { cwd: root });
  });
});

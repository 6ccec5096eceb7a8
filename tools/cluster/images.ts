import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { readEnvironment, lastArgument, readRecipe, parseWords } from '../assemble-image/dockerfile';
import { workspaceRoot } from '../workspace';

/** A host without a registry, because the images are loaded into the nodes. */
export const REGISTRY = 'registry.walk.test/wardstone';

const SEARCH_PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** An image for a node: a file system of layers, and the command of its program. */
export interface Image {
  name: string;
  /** Folders with root file systems, on top of the base. */
  folders: readonly string[];
  config: object;
}

/** The image configuration from docker/Dockerfile for an app. */
export function imageConfig(app: string): object {
  const { final } = readRecipe(fs.readFileSync(path.join(workspaceRoot(), 'docker', 'Dockerfile'), 'utf8'), app);
  const settings = Object.entries(readEnvironment(final)).map(([name, value]) => `${name}=${value}`);
  return {
    Env: [SEARCH_PATH, ...settings],
    WorkingDir: lastArgument(final, 'WORKDIR'),
    User: lastArgument(final, 'USER'),
    StopSignal: lastArgument(final, 'STOPSIGNAL'),
    Cmd: parseWords(lastArgument(final, 'CMD')),
  };
}

export interface LoadOptions {
  /** An archive of a root file system with Node.js on the PATH. */
  base: string;
  /** A shell command that reads an archive in the format of `docker save`. */
  command: string;
  /** An empty folder. */
  scratch: string;
}

/** Loads images into the nodes of the cluster in one archive, so that shared layers are sent once. */
export function loadImages(images: readonly Image[], { base, command, scratch }: LoadOptions): void {
  const layers = new Map<string, string>();
  const pack = (folder: string): string => {
    const known = layers.get(folder);
    if (known !== undefined) return known;
    const name = `layer-${layers.size}.tar`;
    const archive = path.join(scratch, name);
    const asRoot = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--mtime=@0'];
    execFileSync('tar', [...asRoot, '-C', folder, '-cf', archive, '.'], { stdio: ['ignore', 'ignore', 'inherit'] });
    layers.set(folder, name);
    return name;
  };
  fs.symlinkSync(path.resolve(base), path.join(scratch, 'base.tar'));
  const manifest = images.map(({ name, folders, config }, at) => {
    const files = ['base.tar', ...folders.map(pack)];
    const described = `config-${at}.json`;
    const diffIds = files.map((file) => `sha256:${toDigest(path.join(scratch, file))}`);
    const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
    const rootfs = { type: 'layers', diff_ids: diffIds };
    fs.writeFileSync(path.join(scratch, described), JSON.stringify({ architecture, os: 'linux', config, rootfs }));
    return { Config: described, RepoTags: [name], Layers: files };
  });
  fs.writeFileSync(path.join(scratch, 'manifest.json'), JSON.stringify(manifest));
  const send = `set -o pipefail; tar --dereference -C '${scratch}' -cf - $(ls '${scratch}') | ( ${command} )`;
  const { status, stderr, stdout } = spawnSync('bash', ['-c', send], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`The images were not loaded: "${command}" ended with ${status}.\n${stdout}${stderr}`);
}

const digests = new Map<string, string>();

function toDigest(file: string): string {
  const at = fs.realpathSync(file);
  let digest = digests.get(at);
  if (digest === undefined) {
    digest = execFileSync('sha256sum', [at], { encoding: 'utf8' }).slice(0, 64);
    digests.set(at, digest);
  }
  return digest;
}

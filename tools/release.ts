import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { assembleImage, imageApps } from './assemble-image';
import { type Command, getFolder, OUT, type Release, type Writing, makePlan, toShellText } from './release/plan';
import { stageClient } from './release/client-package';
import { setVersion, stageBundle, stageChart, writeChecksums } from './release/stage';
import { readVersion, workspaceRoot } from './workspace';

export const USAGE = `Usage: npm run release -- --registry HOST/FOLDER --tag vVERSION [--revision COMMIT] [--dry-run]
       npm run release -- set-version

Builds and pushes the images and the chart, signs them, and leaves in ${OUT} what people download: the chart, the
manifests, packages of the agent, the command line and the
client, checksums. --dry-run prints the commands and does nothing. set-version is a part of
"npm version": it writes the version of package.json where manifests need it.`;

/** @throws Error when the tag is not that of package.json */
export function makeRelease(
  options: { registry: string; tag: string; revision?: string },
  root = workspaceRoot(),
): Release {
  const version = readVersion(root);
  if (options.tag !== `v${version}`) {
    throw new Error(`The tag ${options.tag} is not v${version}, the version of package.json.`);
  }
  return { version, revision: options.revision ?? 'unknown', registry: options.registry.replace(/\/$/, '') };
}

export async function main(args: string[]): Promise<number> {
  const root = workspaceRoot();
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      registry: { type: 'string' },
      tag: { type: 'string' },
      revision: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  if (positionals[0] === 'set-version') {
    setVersion(root, readVersion(root));
    return 0;
  }
  const { registry, tag, revision } = values;
  if (!registry || !tag || positionals.length > 0) {
    console.error(USAGE);
    return 1;
  }
  try {
    const release = makeRelease({ registry, tag, ...(revision && { revision }) }, root);
    const steps = makePlan(release, imageApps(root));
    if (values['dry-run']) for (const step of steps) console.log(toShellText(step));
    else await new Releasing(root, release).run(steps);
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

class Releasing {
  private readonly digests: Record<string, string> = {};

  constructor(
    private readonly root: string,
    private readonly release: Release,
  ) {}

  async run(steps: readonly (Command | Writing)[]): Promise<void> {
    fs.rmSync(path.join(this.root, OUT), { recursive: true, force: true });
    fs.mkdirSync(path.join(this.root, OUT), { recursive: true });
    for (const step of steps) {
      console.log(toShellText(step));
      if ('writes' in step) await this.write(step);
      else this.execute(step);
    }
  }

  private execute({ program, args, env, digest }: Command): void {
    const words = args.map((arg) => (typeof arg === 'string' ? arg : arg((name) => this.getDigest(name))));
    const { status, error, stdout, stderr } = spawnSync(program, words, {
      cwd: this.root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      // Output is shown as it arrives, unless it has to be parsed here.
      stdio: digest && 'line' in digest ? 'pipe' : 'inherit',
    });
    if (error ?? status !== 0)
      throw new Error(`${program} failed: ${error?.message ?? stderr ?? `exit code ${status}`}`);
    if (!digest) return;
    this.digests[digest.of] =
      'file' in digest ? readDigest(path.join(this.root, digest.file)) : digest.line.exec(`${stdout}\n${stderr}`)![1]!;
  }

  private async write({ what }: Writing): Promise<void> {
    const { root, release } = this;
    if (what === 'chart') stageChart(root, release, this.digests);
    else if (what === 'bundle') stageBundle(root, release, (app) => this.getDigest(app));
    else if (what === 'client') await stageClient(path.join(root, getFolder(what)), root);
    else if (what === 'checksums') writeChecksums(root);
    else assembleImage(what, path.join(root, getFolder(what)), root);
  }

  private getDigest(name: string): string {
    const digest = this.digests[name];
    if (!digest) throw new Error(`${name} has not been pushed`);
    return digest;
  }
}

function readDigest(file: string): string {
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { 'containerimage.digest': string })['containerimage.digest'];
}

import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build';
import { walkChart } from './cluster/chart-walk';
import { Checkout, DIFFERENCES } from './cluster/checkout';
import { dryRun, SCRATCH_NAMESPACE } from './cluster/dry-run';
import { NOT_RUN } from './cluster/guide-blocks';
import { loadImages } from './cluster/images';
import { makeSurroundings, walkPage } from './cluster/page-walk';
import { currentImages, earlierImages, listHelperImages } from './cluster/product-images';
import { shell } from './cluster/shell';
import { OTHER_NAMESPACES } from './cluster/surroundings';
import { describeTrouble, NAMESPACE, Walk } from './cluster/walk';
import { CommandError } from '../apps/cli/src';
import { readVersion, workspaceRoot } from './workspace';

export const USAGE = `Usage: npm run cluster -- --base FILE --load COMMAND [--from COMMIT] [--only page|chart]
       npm run cluster -- --dry-run

Walks along k8s/README.md on a real cluster: takes its commands from the page, in its order, and looks whether what it
promises holds, under load. It takes half an hour and about 3 GB of memory, and needs:

  an empty cluster that enforces NetworkPolicies, as its administrator: the current context of kubectl (KUBECONFIG), with a
             default storage class; it makes and deletes the namespaces ${NAMESPACE}, ${NAMESPACE}-agents, ${OTHER_NAMESPACES.join(', ')}
  --base     an archive of a root file system with Node.js and bash, what the images stand on:
               docker export $(docker create node:24.21.0-bookworm-slim) > base.tar
             or without Docker, as root:
               debootstrap --variant=minbase bookworm base
               cp node_modules/node-linux-*/bin/node base/usr/local/bin/ && tar -C base -cf base.tar .
  --load     a command that gives the nodes an archive of images from its standard input:
               kind load image-archive /dev/stdin
               ctr -n k8s.io images import -
  kubectl, helm, curl, openssl, git and tar on the PATH

  --from     the version that the upgrade starts from: by default the commit before the newest migration,
             or that of the baselines where there is no other
  --only     the page, or the chart alone

--dry-run walks nowhere: the server of the current context checks every overlay, and production and the chart with each
component switched, with strict validation of fields, and keeps nothing. It takes a minute or two, kubectl and helm on the PATH, and the
CRDs of the operators; it makes and deletes the namespaces ${SCRATCH_NAMESPACE} and ${SCRATCH_NAMESPACE}-agents.`;

const PROGRAMS_OF_DRY_RUN = ['kubectl', 'helm'];
const PROGRAMS = [...PROGRAMS_OF_DRY_RUN, 'curl', 'openssl', 'git', 'tar'];
const MIGRATIONS = 'apps/*/src/migrations/*.ts';
const BASELINES = 'apps/*/src/migrations/*-baseline.ts';

interface Plan {
  base: string;
  load: string;
  from: string;
  only: string | undefined;
}

/** @throws CommandError */
function readPlan(args: string[]): Plan {
  const { values } = parseArgs({
    args,
    options: {
      base: { type: 'string' },
      load: { type: 'string' },
      from: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const { base, load, only } = values;
  if (base === undefined || load === undefined) throw new CommandError('--base and --load are needed.');
  if (!fs.existsSync(base)) throw new CommandError(`--base: there is no file ${base}.`);
  if (only !== undefined && only !== 'page' && only !== 'chart') throw new CommandError('--only is page or chart.');
  requirePrograms(PROGRAMS);
  return {
    base,
    load,
    only,
    from: values.from ?? beforeNewestMigration(),
  };
}

/** The baselines' commit where no migration came later: databases of versions before it are refused. */
function beforeNewestMigration(): string {
  const baseline = git('log', '-1', '--format=%H', '--', BASELINES);
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', `${baseline}..`, '--', MIGRATIONS);
  return newest === '' ? baseline : `${newest}^`;
}

/** @throws CommandError */
function requirePrograms(programs: readonly string[]): void {
  const missing = programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
  if (missing.length > 0) throw new CommandError(`Not on the PATH: ${missing.join(', ')}.`);
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: workspaceRoot(), encoding: 'utf8' }).trim();

/** @throws CommandError where the cluster is not reached, or not empty */
function checkCluster(): void {
  const nodes = spawnSync('kubectl', ['get', 'nodes', '-o', 'name'], { encoding: 'utf8' });
  if (nodes.status !== 0)
    throw new CommandError(`kubectl reaches no cluster: ${nodes.stderr.trim().split('\n').at(-1)}`);
  const found = spawnSync('kubectl', ['get', 'namespaces', '-o', 'name'], { encoding: 'utf8' }).stdout;
  const taken = [NAMESPACE, `${NAMESPACE}-agents`, ...OTHER_NAMESPACES].filter((name) =>
    found.split('\n').includes(`namespace/${name}`),
  );
  if (taken.length > 0) throw new CommandError(`The cluster is not empty: it has the namespaces ${taken.join(', ')}.`);
}

/** `npm run cluster`: k8s/README.md on a real cluster. Exit code 1 if a command fails or a promise is broken. */
export async function main(args: string[]): Promise<number> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-cluster-'));
  try {
    if (args.length === 1 && args[0] === '--dry-run') {
      requirePrograms(PROGRAMS_OF_DRY_RUN);
      return dryRun();
    }
    const plan = readPlan(args);
    checkCluster();
    return await walkAll(plan, scratch);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(`${error.message}\n\n${USAGE}`);
    return 1;
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

async function walkAll({ base, load, from, only }: Plan, scratch: string): Promise<number> {
  const now = readVersion();
  const versions = { before: `${now}-before`, now, next: `${now}-next` };
  const folder = (name: string): string => {
    const made = path.join(scratch, name);
    fs.mkdirSync(made);
    return made;
  };
  console.log(`Differences from the page:\n${[...DIFFERENCES, ...notRun()].map((line) => `  ${line}`).join('\n')}\n`);
  const checkout = new Checkout(folder('checkout'));
  const walk = new Walk(checkout);
  try {
    await walk.step('images of this checkout', async () => {
      await build();
      const images = [...currentImages(folder('now'), versions), ...(await listHelperImages(folder('helpers')))];
      loadImages(images, { base, command: load, scratch: folder('archive-now') });
      return `${images.length} images`;
    });
    await walk.step('namespaces of operators, and a pod for clients', () => makeSurroundings(walk));
    if (only !== 'chart') {
      await walk.step(`images of ${git('log', '-1', '--format=%h %s', from)}`, async () => {
        const images = await earlierImages(from, folder('before'), versions.before);
        loadImages(images, { base, command: load, scratch: folder('archive-before') });
      });
      await walkPage(walk, versions);
    }
    if (only !== 'page') await walkChart(walk, versions);
    console.log(`\nEverything held; ${walk.minutes} minutes.`);
    return 0;
  } catch (error) {
    console.error(`\n${(error as Error).message}\n\n${await describeTrouble(checkout.folder)}`);
    return 1;
  } finally {
    const namespaces = [NAMESPACE, `${NAMESPACE}-agents`, ...OTHER_NAMESPACES].join(' ');
    const roles = 'clusterrole,clusterrolebinding gateway-token-review';
    await shell(
      `kubectl delete namespace --ignore-not-found --timeout=5m ${namespaces}; kubectl delete --ignore-not-found ${roles}`,
      { folder: checkout.folder },
    ).catch((error: unknown) => console.error((error as Error).message));
  }
}

function notRun(): string[] {
  return Object.entries(NOT_RUN).map(([block, why]) => `not run: ${block} (${why})`);
}

import fs from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { workspaceRoot } from '../workspace';

/** Settings that differ from the production overlay, with reasons; printed at the start. */
export const DIFFERENCES = [
  'processors: each service requests 100m in place of 250m, so that three replicas of each fit on a node with two',
  'RATE_LIMIT=off, because all clients come from one address; SAMPLE_INVENTORY=true, which the clients write values for',
  'no operators: databases of your own, no Gateway API, object store, mail server, Prometheus',
  'components token-review, and managed-front, because agents come from nodes to the Service gateway',
];

const LEFT_OUT = /components\/(cloudnative-pg|gateway-api|content-s3|notifications|observability)$/;
const NO_SOURCE = ['.git', '.cache', '.data', '.nx', 'dist', 'node_modules'];
const OVERLAY = path.join('k8s', 'overlays', 'production');

interface Kustomization {
  components?: string[];
  configMapGenerator?: object[];
  images?: { newTag: string }[];
  patches?: object[];
  replacements?: object[];
}

/** A copy of this checkout with edited manifests, as a reader would edit them. */
export class Checkout {
  constructor(readonly folder: string) {
    for (const entry of fs.readdirSync(workspaceRoot()).filter((name) => !NO_SOURCE.includes(name)))
      fs.cpSync(path.join(workspaceRoot(), entry), path.join(folder, entry), {
        recursive: true,
        verbatimSymlinks: true,
      });
    linkEachPackage(folder);
    this.edit('databases', (databases) => {
      databases.components = databases.components?.filter((component) => !LEFT_OUT.test(component)) ?? [];
    });
    this.edit('services', (services) => {
      const kept = services.components?.filter((component) => !LEFT_OUT.test(component)) ?? [];
      services.components = [...kept, '../../../components/token-review/services', '../../../components/managed-front'];
      services.configMapGenerator = [
        ...(services.configMapGenerator ?? []),
        settings('gateway', 'RATE_LIMIT=off'),
        settings('monitoring', 'SAMPLE_INVENTORY=true', 'AGENTS_IMPORT=on'),
      ];
      services.patches = [...(services.patches ?? []), SMALL];
    });
    this.edit('agents', (agents) => {
      agents.components = ['../../../components/token-review/agents'];
      agents.configMapGenerator = [settings('agent', 'WARDSTONE_URL=http://gateway.wardstone')];
    });
  }

  /** Sets the tag of the images, as for an upgrade. */
  setVersion(tag: string): void {
    for (const part of ['migrations', 'services', 'agents']) {
      this.edit(part, (kustomization) => {
        for (const image of kustomization.images ?? []) image.newTag = tag;
      });
    }
  }

  /** Adds the component that leaves a service out to every part. */
  leaveOut(service: string): void {
    for (const part of ['databases', 'migrations', 'services']) {
      this.edit(part, (kustomization) => {
        kustomization.components = [...(kustomization.components ?? []), `../../../components/without/${service}`];
      });
    }
  }

  private edit(part: string, change: (kustomization: Kustomization) => void): void {
    const file = path.join(this.folder, OVERLAY, part, 'kustomization.yaml');
    // Replaces the placeholders of the page: host, registry.
    const kustomization = parse(fs.readFileSync(file, 'utf8').replaceAll('example.test', 'walk.test')) as Kustomization;
    change(kustomization);
    fs.writeFileSync(file, stringify(kustomization));
  }
}

/** A copy uses the packages of this checkout. */
export function linkPackages(folder: string): void {
  fs.symlinkSync(fs.realpathSync(path.join(workspaceRoot(), 'node_modules')), path.join(folder, 'node_modules'));
}

/** Links within the checkout, which a copy of them resolves within its own folder. */
const OWN_LINKS = new Set(['.bin', '@wardstone']);

/** Like `linkPackages`, but `npx wardstone` runs the copy. */
function linkEachPackage(folder: string): void {
  const from = path.join(workspaceRoot(), 'node_modules');
  const to = path.join(folder, 'node_modules');
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from)) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (OWN_LINKS.has(name)) fs.cpSync(source, target, { recursive: true, verbatimSymlinks: true });
    else fs.symlinkSync(source, target);
  }
}

function settings(name: string, ...literals: string[]): object {
  return { name, behavior: 'merge', literals };
}

const SMALL = {
  target: { kind: 'Deployment' },
  patch: stringify([{ op: 'replace', path: '/spec/template/spec/containers/0/resources/requests/cpu', value: '100m' }]),
};

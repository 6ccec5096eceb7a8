import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { workspaceRoot } from '../../tools/workspace';

interface Source {
  repoURL: string;
  targetRevision: string;
  path: string;
}

interface Application {
  source?: Source;
  sources?: Source[];
  destination: { namespace: string };
  syncPolicy: { automated: { prune: boolean }; syncOptions?: string[] };
}

const root = workspaceRoot();
const folder = path.join(root, 'k8s', 'argocd');
const PRODUCTION = 'k8s/overlays/production';
const toSpec = (manifest: Manifest): Application => manifest['spec'] as Application;
const getSources = (manifest: Manifest): Source[] => {
  const { source, sources = [] } = toSpec(manifest);
  return source ? [source] : sources;
};

describeWithKustomize('applications of Argo CD', () => {
  const top = parse(fs.readFileSync(path.join(folder, 'root.yaml'), 'utf8')) as Manifest;
  const applications = render(path.join(folder, 'applications'));
  const named = (name: string): Manifest => applications.find(({ metadata }) => metadata.name === name)!;
  const getObjects = (application: Manifest): Manifest[] =>
    getSources(application).flatMap((source) => render(path.join(root, source.path)));
  const getWave = (manifest: Manifest): number =>
    Number(manifest.metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

  it('start with one that creates the others, all from one repository', () => {
    expect(getSources(top).map((source) => source.path)).toEqual(['k8s/argocd/applications']);
    expect(applications.every(({ kind, metadata }) => kind === 'Application' && metadata.namespace === 'argocd')).toBe(
      true,
    );
    const places = [top, ...applications]
      .flatMap(getSources)
      .map((source) => `${source.repoURL} ${source.targetRevision}`);
    expect(new Set(places).size).toBe(1);
  });

  it('cover the overlay for production, each folder once, in the namespace that it renders to', () => {
    const paths = applications.flatMap(getSources).map((source) => source.path);
    const parts = fs.readdirSync(path.join(root, PRODUCTION)).map((part) => `${PRODUCTION}/${part}`);
    expect(paths.sort()).toEqual(parts.sort());
    for (const application of applications) {
      const { namespace } = toSpec(application).destination;
      const others = getObjects(application)
        .filter(({ kind }) => kind !== 'Namespace')
        .filter(({ metadata }) => metadata.namespace !== namespace);
      expect([application.metadata.name, others]).toEqual([application.metadata.name, []]);
    }
  });

  it('never remove data', () => {
    for (const application of [top, named('wardstone-databases')]) {
      expect(toSpec(application).syncPolicy.automated.prune).toBe(false);
    }
    const removable = applications.filter((application) => toSpec(application).syncPolicy.automated.prune);
    const kinds = new Set(removable.flatMap(getObjects).map(({ kind }) => kind));
    for (const kind of ['Cluster', 'ObjectStore']) expect([kind, kinds.has(kind)]).toEqual([kind, false]);
    // The namespace of the agents holds nothing else.
    expect(getObjects(named('wardstone')).filter(({ kind }) => kind === 'Namespace')).toEqual([]);
  });

  it('migrate before the services start, the gateway last, and remove old settings after that', () => {
    const objects = getObjects(named('wardstone'));
    const getWaves = (kind: string): number[] => objects.filter((object) => object.kind === kind).map(getWave);
    expect(new Set(getWaves('Job'))).toEqual(new Set([-1]));
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    for (const deployment of deployments) {
      expect(getWave(deployment)).toBe(deployment.metadata.name === 'gateway' ? 1 : 0);
      expect(getPodTemplate(deployment)).toBeDefined();
    }
    expect(toSpec(named('wardstone')).syncPolicy.syncOptions).toContain('PruneLast=true');
  });
});

describeWithKustomize('removing settings that no pod reads any more', () => {
  const guide = fs.readFileSync(path.join(root, 'k8s', 'README.md'), 'utf8');
  const [, part, label] = /^kubectl apply -k k8s\/overlays\/production\/(\w+) --prune -l (\S+) /m.exec(guide)!;
  const [name, value] = label!.split('=') as [string, string];
  const listConfigMaps = (overlay: string): Manifest[] =>
    render(path.join(root, PRODUCTION, overlay)).filter(({ kind }) => kind === 'ConfigMap');
  const isLabelled = ({ metadata }: Manifest): boolean => metadata.labels?.[name] === value;

  it('finds every ConfigMap whose name follows its content', () => {
    const hashed = listConfigMaps(part!).filter(({ metadata }) => /-[2456789bcdfghkmt]{10}$/.test(metadata.name));
    expect(hashed.length).toBeGreaterThan(4);
    expect(hashed.filter((map) => !isLabelled(map))).toEqual([]);
  });

  it('finds none of another folder, which it would remove', () => {
    for (const overlay of fs.readdirSync(path.join(root, PRODUCTION)).filter((other) => other !== part)) {
      expect([overlay, listConfigMaps(overlay).filter(isLabelled)]).toEqual([overlay, []]);
    }
  });
});

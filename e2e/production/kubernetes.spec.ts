import fs from 'node:fs';
import path from 'node:path';
import { loadConfig, listSettings } from '@wardstone/config';
import { ComplianceConfig } from '../../apps/compliance/src/compliance.config';
import { ErrorRegistryConfig } from '../../apps/error-registry/src/error-registry.config';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config';
import { MonitoringConfig } from '../../apps/monitoring/src/monitoring.config';
import { workspaceRoot } from '../../tools/workspace';
import { mostConnections } from './connections';
import { readEnvironment, lastArgument, readRecipe } from '../../tools/assemble-image/dockerfile';
import { hasSchema, schemaErrors, unknownFields } from './kubernetes-schemas';
import {
  describeWithKustomize,
  itWithKustomize,
  type Manifest,
  type PodTemplate,
  getPodTemplate,
  render,
} from './kustomize';
import { type IpBlock, isIn } from './network-policies';
import type { Pod } from './pod';

const K8S = path.join(workspaceRoot(), 'k8s');
const OVERLAYS = [
  ...(['dev/databases', 'dev/migrations', 'dev/services'] as const),
  ...(['production/databases', 'production/migrations', 'production/services'] as const),
] as const;
const CONFIGS = {
  gateway: GatewayConfig,
  compliance: ComplianceConfig,
  monitoring: MonitoringConfig,
  'error-registry': ErrorRegistryConfig,
};
type Service = keyof typeof CONFIGS;
const SERVICES = Object.keys(CONFIGS) as Service[];

/** Every service's image is made like this one. */
const recipe = readRecipe(fs.readFileSync(path.join(workspaceRoot(), 'docker', 'Dockerfile'), 'utf8'), 'compliance');

/** The kubelet keeps five files of 10 MiB. */
const LOGS_MIB = 50;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const mebibytes = (quantity: string): number => {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity)!;
  return Number(number) * (unit === 'Gi' ? 1024 : 1);
};

interface Egress {
  to?: { ipBlock: IpBlock }[];
  ports: { protocol: string; port: number }[];
}

/** Share of `max_connections` for superusers (three), the operator and people. */
const KEPT_FOR_OPERATORS = 10;

const tableRows = (file: string): string[][] =>
  [...fs.readFileSync(path.join(workspaceRoot(), file), 'utf8').matchAll(/^ *\|(.*)\|$/gm)].map(([, cells]) =>
    cells!.split('|').map((cell) => cell.trim()),
  );

const rendered = new Map<string, Manifest[]>(
  OVERLAYS.map((overlay) => [overlay, render(path.join(K8S, 'overlays', overlay))]),
);
const getManifests = (overlay: (typeof OVERLAYS)[number]): Manifest[] => rendered.get(overlay)!;
/** The services of an overlay with their databases. */
const getInstallation = (overlay: 'dev/services' | 'production/services'): Manifest[] => [
  ...getManifests(overlay),
  ...getManifests(overlay === 'dev/services' ? 'dev/databases' : 'production/databases'),
];
const getPod = (manifest: Manifest): Pod => getPodTemplate(manifest)!.spec as unknown as Pod;
const workloads = (overlay: (typeof OVERLAYS)[number]): Manifest[] =>
  getManifests(overlay).filter((manifest) => getPodTemplate(manifest) !== undefined);
const find = (manifests: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
};

describe('the checks of manifests', () => {
  const service = (spec: object): Manifest => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' }, spec });

  it('find values of the wrong type', () => {
    const wrong = service({ ports: [{ port: 'eighty' }] });
    expect(schemaErrors([wrong])).toEqual([expect.stringContaining('port')]);
    const cluster = { apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster', metadata: { name: 'x' }, spec: {} };
    expect(schemaErrors([cluster])).toEqual([expect.stringContaining('instances')]);
  });

  itWithKustomize('find fields that do not exist, in these manifests none', () => {
    const misspelled = service({ ports: [{ port: 80, targetport: 8080 }] });
    expect(schemaErrors([misspelled])).toEqual([]);
    const all = OVERLAYS.flatMap((overlay) => getManifests(overlay));
    // Checked together, because reading the schemas takes most of the time.
    expect(unknownFields([...all, misspelled])).toEqual([
      expect.stringMatching(/^Service x: .*'"targetport"' does not exist/),
    ]);
  });
});

for (const overlay of OVERLAYS) {
  describeWithKustomize(`the manifests of ${overlay}`, () => {
    const manifests = getManifests(overlay);

    it('are valid by the schemas of Kubernetes and of the operators', () => {
      expect(manifests.length).toBeGreaterThan(3);
      expect(schemaErrors(manifests)).toEqual([]);
    });

    it('have each object once', () => {
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''} ${metadata.name}`);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    });

    it('hold no secret, only references to secrets', () => {
      expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
      const literals = workloads(overlay).flatMap((workload) =>
        getPod(workload).containers.flatMap(({ env = [] }) => env.filter(({ value }) => value !== undefined)),
      );
      expect(literals.filter(({ name }) => /(PASSWORD|SECRET|TOKEN|DATABASE_URL)(?!\w*_FILE)/.test(name))).toEqual([]);
      const config = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => JSON.stringify(data));
      expect(config.filter((text) => /postgres(ql)?:\/\/|password"/i.test(text))).toEqual([]);
    });

    it('run pods that meet the restricted standard, as the user of the image', () => {
      const user = Number(lastArgument(recipe.final, 'USER').split(':')[0]);
      expect(workloads(overlay).length > 0).toBe(!overlay.endsWith('/databases'));
      for (const workload of workloads(overlay)) {
        const pod = getPod(workload);
        expect(pod.automountServiceAccountToken).toBe(false);
        expect(pod.securityContext).toMatchObject({
          runAsNonRoot: true,
          runAsUser: user,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        for (const container of pod.containers) {
          expect(container.securityContext).toMatchObject({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container.securityContext?.capabilities?.add).toBeUndefined();
          const some = expect.any(String) as string;
          expect(container.resources).toMatchObject({
            requests: { cpu: some, memory: some, 'ephemeral-storage': some },
            limits: { memory: some, 'ephemeral-storage': some },
          });
          // A tag that moves could start another program at any time.
          expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
        }
      }
    });

    it('run pods with space on the disk of the node for their folders and their logs', () => {
      for (const workload of workloads(overlay)) {
        const { containers, volumes = [] } = getPod(workload);
        const folders = volumes.map(({ emptyDir }) => (emptyDir ? mebibytes(emptyDir.sizeLimit) : 0));
        const limits = containers.map(({ resources }) => mebibytes(resources!.limits!['ephemeral-storage']!));
        const needed = sum(folders) + LOGS_MIB * containers.length;
        expect([workload.metadata.name, sum(limits) >= needed]).toEqual([workload.metadata.name, true]);
      }
    });

    it('restrict all traffic of pods by policies', () => {
      const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
      for (const workload of workloads(overlay)) {
        const labels = getPodTemplate(workload)!.metadata?.labels ?? {};
        const own = policies.filter(({ spec }) => {
          const { matchLabels = {} } = (spec as { podSelector: { matchLabels?: Record<string, string> } }).podSelector;
          const entries = Object.entries(matchLabels);
          return entries.length > 0 && entries.every(([name, value]) => labels[name] === value);
        });
        expect([workload.metadata.name, own.length > 0]).toEqual([workload.metadata.name, true]);
      }
    });
  });
}

itWithKustomize('have a schema to be checked against, except those of backups', () => {
  const all = OVERLAYS.flatMap((overlay) => getManifests(overlay));
  expect(all.filter((manifest) => !hasSchema(manifest)).map(({ kind }) => kind)).toEqual([
    'ObjectStore',
    'ObjectStore',
  ]);
});

for (const overlay of ['dev/services', 'production/services'] as const) {
  describeWithKustomize(`every service of ${overlay}`, () => {
    const manifests = getInstallation(overlay);

    it.each(SERVICES)('%s has an address, an account, autoscaling and protection from evictions', (name) => {
      const deployment = find(manifests, 'Deployment', name);
      const labels = getPodTemplate(deployment)!.metadata!.labels!;
      expect(labels).toMatchObject({ 'app.kubernetes.io/name': name });
      expect(find(manifests, 'Service', name)['spec']).toMatchObject({ selector: { 'app.kubernetes.io/name': name } });
      expect(find(manifests, 'ServiceAccount', name)['automountServiceAccountToken']).toBe(false);
      expect(find(manifests, 'HorizontalPodAutoscaler', name)['spec']).toMatchObject({ scaleTargetRef: { name } });
      expect(find(manifests, 'PodDisruptionBudget', name)['spec']).toMatchObject({
        selector: { matchLabels: { 'app.kubernetes.io/name': name } },
      });
      expect(deployment['spec']).not.toHaveProperty('replicas');
      expect(deployment['spec']).toMatchObject({ strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
      // Constraints that name zones would do nothing on nodes that have none; the scheduler's own spread over nodes there.
      expect(getPodTemplate(deployment)!.spec).not.toHaveProperty('topologySpreadConstraints');
    });

    it.each(SERVICES)('%s is probed where it reports its health', (name) => {
      const [container] = getPod(find(manifests, 'Deployment', name)).containers;
      expect(container).toMatchObject({
        startupProbe: { httpGet: { path: '/livez', port: 'http' } },
        livenessProbe: { httpGet: { path: '/livez', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
        ports: [{ name: 'http', containerPort: Number(readEnvironment(recipe.final)['PORT']) }],
      });
    });

    it.each(SERVICES)('%s may take five minutes to start', (name) => {
      const { startupProbe } = getPod(find(manifests, 'Deployment', name)).containers[0]!;
      const { periodSeconds = NaN, timeoutSeconds, failureThreshold = NaN } = startupProbe ?? {};
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(300);
      expect(timeoutSeconds).toBeGreaterThanOrEqual(5);
    });

    it.each(SERVICES)('%s gets settings that it knows and accepts', (name) => {
      const pod = getPod(find(manifests, 'Deployment', name));
      const maps = pod.containers[0]!.envFrom!.map(({ configMapRef }) =>
        find(manifests, 'ConfigMap', configMapRef!.name),
      );
      const known = new Set(listSettings(CONFIGS[name]).map((setting) => setting.name));
      const own = maps.find(({ metadata }) => metadata.name.startsWith(`${name}-`))!;
      expect(Object.keys(own['data'] as object).filter((setting) => !known.has(setting))).toEqual([]);
      expect(pod.containers[0]!.env!.map((entry) => entry.name).filter((setting) => !known.has(setting))).toEqual([]);
      const shared = maps.find(({ metadata }) => metadata.name.startsWith('wardstone-'))!;
      expect(Object.keys(shared['data'] as object).filter((setting) => !known.has(setting))).toEqual([]);
    });

    it.each(SERVICES)('%s has time to drain and to finish before it is killed', (name) => {
      const pod = getPod(find(manifests, 'Deployment', name));
      const shared = manifests.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('wardstone-'),
      )!;
      const drainSeconds = Number((shared['data'] as Record<string, string>)['DRAIN_SECONDS']);
      const finishSeconds = 30;
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + finishSeconds);
      // The gateway has let go of unused connections by then, so none is closed under a request.
      expect(drainSeconds * 1000).toBeGreaterThan(new GatewayConfig().UPSTREAM_IDLE_MS);
    });

    it('reaches its database by a secret that its cluster creates', () => {
      for (const name of SERVICES) {
        find(manifests, 'Cluster', `${name}-database`);
        expect(getPod(find(manifests, 'Deployment', name)).containers[0]!.env).toContainEqual({
          name: 'DATABASE_URL',
          valueFrom: { secretKeyRef: { name: `${name}-database-app`, key: 'uri' } },
        });
      }
    });
  });
}

itWithKustomize('every database runs one version of PostgreSQL, that of compose', () => {
  const compose = fs.readFileSync(path.join(workspaceRoot(), 'docker', 'compose.yaml'), 'utf8');
  const [, version] = /image: postgres:(\d+\.\d+)-/.exec(compose)!;
  for (const overlay of ['dev/services', 'production/services'] as const) {
    const images = getInstallation(overlay)
      .filter(({ kind }) => kind === 'Cluster')
      .map(({ spec }) => (spec as { imageName: string }).imageName);
    expect(images).toEqual(images.map(() => `ghcr.io/cloudnative-pg/postgresql:${version}-standard-bookworm`));
  }
});

// The pools of the services keep their connections open, and the operator waits three minutes for them by default.
itWithKustomize('every stopping primary waits only seconds for its connections', () => {
  for (const overlay of ['dev/services', 'production/services'] as const) {
    const clusters = getInstallation(overlay).filter(({ kind }) => kind === 'Cluster');
    const waits = clusters.map(({ spec }) => (spec as { smartShutdownTimeout?: number }).smartShutdownTimeout);
    expect(waits).toEqual([15, 15, 15, 15]);
  }
});

itWithKustomize('every database has the locale that the migrations require, in a cluster and in containers', () => {
  for (const overlay of ['dev/services', 'production/services'] as const) {
    for (const cluster of getInstallation(overlay).filter(({ kind }) => kind === 'Cluster')) {
      expect(cluster['spec']).toMatchObject({
        bootstrap: { initdb: { encoding: 'UTF8', localeProvider: 'builtin', builtinLocale: 'C.UTF-8' } },
      });
    }
  }
  const script = fs.readFileSync(path.join(workspaceRoot(), 'docker', 'create-databases.sh'), 'utf8');
  expect(script).toContain("ENCODING 'UTF8' LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'");
});

for (const overlay of ['dev/services', 'production/services'] as const) {
  itWithKustomize(`connections of all replicas of ${overlay} fit`, () => {
    const manifests = getInstallation(overlay);
    for (const name of SERVICES) {
      const own = manifests.find(
        ({ kind, metadata }) => kind === 'ConfigMap' && new RegExp(`^${name}-\\w+$`).test(metadata.name),
      )!;
      const { DATABASE_POOL_SIZE } = own['data'] as Record<string, string>;
      const { maxReplicas } = find(manifests, 'HorizontalPodAutoscaler', name)['spec'] as { maxReplicas: number };
      const { postgresql } = find(manifests, 'Cluster', `${name}-database`)['spec'] as {
        postgresql: { parameters: Record<string, string> };
      };
      // One replica more than allowed while rolling, each with its connections; a migration takes three.
      const each = mostConnections(name, { poolSize: Number(DATABASE_POOL_SIZE) });
      const most = (maxReplicas + 1) * each + 3;
      const allowed = Number(postgresql.parameters['max_connections']);
      const room = allowed - KEPT_FOR_OPERATORS;
      expect([name, most <= room, most]).toEqual([name, true, most]);
      if (!overlay.startsWith('production')) continue;
      const row = [name.replace('-', ' '), DATABASE_POOL_SIZE, each, `${maxReplicas} and 1`, most, allowed];
      expect(tableRows('docs/operations.md')).toContainEqual(row.map(String));
    }
  });
}

for (const environment of ['dev', 'production'] as const) {
  itWithKustomize(`no workload of ${environment} gets a secret of another`, () => {
    const all = (['services', 'migrations'] as const).flatMap((part) => workloads(`${environment}/${part}`));
    const holders = new Map<string, Set<string>>();
    for (const workload of all) {
      const { containers, volumes = [] } = getPod(workload);
      const secrets = [
        ...containers.flatMap(({ env = [] }) => env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name)),
        ...volumes.map(({ secret }) => secret?.secretName),
      ].filter((name) => name !== undefined);
      const app = workload.metadata.name.replace(/-migrate$/, '');
      for (const name of secrets) holders.set(name, (holders.get(name) ?? new Set()).add(app));
    }
    expect(holders.size).toBeGreaterThan(SERVICES.length);
    const shared = [...holders].filter(([, apps]) => apps.size > 1).map(([name]) => name);
    // One certificate has the names of all services.
    expect(shared.filter((name) => name !== 'services-tls')).toEqual([]);
    expect([...(holders.get('gateway-signing-key') ?? [])]).toEqual(['gateway']);
  });
}

describeWithKustomize('destinations of monitoring outside the cluster', () => {
  const manifests = getManifests('production/services');
  const [container] = getPod(find(manifests, 'Deployment', 'monitoring')).containers;
  const settings = Object.assign(
    {},
    ...container!.envFrom!.map(({ configMapRef }) => find(manifests, 'ConfigMap', configMapRef!.name)['data']),
  ) as Record<string, string>;
  const getSecret = (name: string): unknown =>
    (container!.env!.find((entry) => entry.name === name) as { valueFrom?: { secretKeyRef?: unknown } } | undefined)
      ?.valueFrom?.secretKeyRef;

  it('are named by settings that it accepts, with credentials by reference', () => {
    const config = loadConfig(MonitoringConfig, { ...settings, DATABASE_URL: 'postgres://a:b@c/d' });
    expect(config).toMatchObject({ CONTENT_STORE: 's3', S3_BUCKET: 'content.example.test' });
    // No sample data, no artificial delays, and bounded history.
    expect(config).toMatchObject({
      SAMPLE_INVENTORY: false,
      RESOURCE_CREATION_DELAY_MS: 0,
      OPERATION_HISTORY_DAYS: 90,
    });
    expect(getSecret('S3_ACCESS_KEY_ID')).toMatchObject({ name: 'content-store', key: 'ACCESS_KEY_ID' });
    expect(getSecret('S3_SECRET_ACCESS_KEY')).toMatchObject({ name: 'content-store', key: 'ACCESS_SECRET_KEY' });
    expect(getSecret('SMTP_URL')).toMatchObject({ name: 'mail', key: 'smtp-url' });
  });

  it('are permitted by policies: the object store, mail servers, and webhooks to public addresses only', () => {
    const listEgress = (name: string): Egress[] =>
      (find(manifests, 'NetworkPolicy', name)['spec'] as { egress: Egress[] }).egress;
    const getPort = (url: string): number => Number(new URL(url).port || 443);
    const [store] = listEgress('monitoring-content-store');
    expect(store!.ports.map(({ port }) => port)).toContain(getPort(settings['S3_ENDPOINT']!));
    const [mail, webhooks] = listEgress('monitoring-notifications');
    expect(mail!.ports.map(({ port }) => port)).toEqual([465, 587]);
    expect(webhooks!.ports).toContainEqual({ protocol: 'TCP', port: 443 });
    for (const address of ['10.1.2.3', '169.254.169.254', '192.168.0.1', 'fd00::1']) {
      expect([address, webhooks!.to!.some(({ ipBlock }) => isIn(address, ipBlock))]).toEqual([address, false]);
    }
    for (const address of ['203.0.113.9', '2001:db8::1']) {
      expect([address, webhooks!.to!.some(({ ipBlock }) => isIn(address, ipBlock))]).toEqual([address, true]);
    }
  });
});

itWithKustomize('migrations run for every service with a database, from the image of the service', () => {
  for (const overlay of ['dev/migrations', 'production/migrations'] as const) {
    const jobs = workloads(overlay);
    expect(jobs.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(
      SERVICES.map((name) => `Job ${name}-migrate`).sort(),
    );
    const services = getManifests(overlay.replace('migrations', 'services') as 'dev/services');
    for (const job of jobs) {
      const name = job.metadata.name.replace(/-migrate$/, '');
      const getImage = (manifest: Manifest): string =>
        (getPodTemplate(manifest) as PodTemplate).spec.containers[0]!.image;
      expect(getImage(job)).toBe(getImage(find(services, 'Deployment', name)));
    }
  }
});

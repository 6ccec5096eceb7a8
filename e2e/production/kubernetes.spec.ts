import fs from 'node:fs';
import path from 'node:path';
import { settingsOf } from '@wardstone/config';
import { ComplianceConfig } from '../../apps/compliance/src/compliance.config';
import { ErrorRegistryConfig } from '../../apps/error-registry/src/error-registry.config';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config';
import { MonitoringConfig } from '../../apps/monitoring/src/monitoring.config';
import { workspaceRoot } from '../../tools/workspace';
import { environmentOf, lastOf, readRecipe } from './dockerfile';
import { hasSchema, schemaErrors, unknownFields } from './kubernetes-schemas';
import { type Manifest, type PodTemplate, podTemplateOf, render } from './kustomize';

const K8S = path.join(workspaceRoot(), 'k8s');
const OVERLAYS = ['dev/services', 'dev/migrations', 'production/services', 'production/migrations'] as const;
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

interface Pod {
  automountServiceAccountToken?: boolean;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type?: string } };
  terminationGracePeriodSeconds?: number;
  containers: {
    image: string;
    env?: { name: string; value?: string }[];
    envFrom?: { configMapRef?: { name: string }; secretRef?: unknown }[];
    ports?: { name: string; containerPort: number }[];
    securityContext?: {
      allowPrivilegeEscalation?: boolean;
      readOnlyRootFilesystem?: boolean;
      capabilities?: { drop?: string[]; add?: string[] };
    };
    resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
    [probe: `${string}Probe`]: { httpGet?: { path: string; port: string } } | undefined;
  }[];
}

const rendered = new Map<string, Manifest[]>(
  OVERLAYS.map((overlay) => [overlay, render(path.join(K8S, 'overlays', overlay))]),
);
const manifestsOf = (overlay: (typeof OVERLAYS)[number]): Manifest[] => rendered.get(overlay)!;
const podOf = (manifest: Manifest): Pod => podTemplateOf(manifest)!.spec as unknown as Pod;
const workloads = (overlay: (typeof OVERLAYS)[number]): Manifest[] =>
  manifestsOf(overlay).filter((manifest) => podTemplateOf(manifest) !== undefined);
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

  it('find fields that do not exist', () => {
    const misspelled = service({ ports: [{ port: 80, targetport: 8080 }] });
    expect(schemaErrors([misspelled])).toEqual([]);
    expect(unknownFields([misspelled])).toEqual([expect.stringMatching(/'"targetport"' does not exist/)]);
  });
});

describe.each(OVERLAYS)('the manifests of %s', (overlay) => {
  const manifests = manifestsOf(overlay);

  it('are what the schemas of Kubernetes and of the operators demand', () => {
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
      podOf(workload).containers.flatMap(({ env = [] }) => env.filter(({ value }) => value !== undefined)),
    );
    expect(literals.filter(({ name }) => /PASSWORD|SECRET|TOKEN|DATABASE_URL/.test(name))).toEqual([]);
    const config = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => JSON.stringify(data));
    expect(config.filter((text) => /postgres(ql)?:\/\/|password"/i.test(text))).toEqual([]);
  });

  it('run pods that meet the restricted standard, as the user of the image', () => {
    const user = Number(lastOf(recipe.final, 'USER').split(':')[0]);
    expect(workloads(overlay).length).toBeGreaterThan(0);
    for (const workload of workloads(overlay)) {
      const pod = podOf(workload);
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
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
          limits: { memory: expect.any(String) as string },
        });
        // A tag that moves would run another program tomorrow.
        expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
      }
    }
  });

  it('let every pod talk through policies only', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    for (const workload of workloads(overlay)) {
      const labels = podTemplateOf(workload)!.metadata?.labels ?? {};
      const own = policies.filter(({ spec }) => {
        const { matchLabels = {} } = (spec as { podSelector: { matchLabels?: Record<string, string> } }).podSelector;
        const entries = Object.entries(matchLabels);
        return entries.length > 0 && entries.every(([name, value]) => labels[name] === value);
      });
      expect([workload.metadata.name, own.length]).toEqual([workload.metadata.name, 1]);
    }
  });
});

it('the manifests hold no field that the API does not know', () => {
  const all = OVERLAYS.flatMap((overlay) => manifestsOf(overlay));
  expect(unknownFields(all)).toEqual([]);
  expect(all.filter((manifest) => !hasSchema(manifest)).map(({ kind }) => kind)).toEqual([
    'ObjectStore',
    'ObjectStore',
  ]);
});

describe.each(['dev/services', 'production/services'] as const)('every service of %s', (overlay) => {
  const manifests = manifestsOf(overlay);

  it.each(SERVICES)('%s has an address, an account, room to grow and protection from evictions', (name) => {
    const deployment = find(manifests, 'Deployment', name);
    const labels = podTemplateOf(deployment)!.metadata!.labels!;
    expect(labels).toMatchObject({ 'app.kubernetes.io/name': name });
    expect(find(manifests, 'Service', name)['spec']).toMatchObject({ selector: { 'app.kubernetes.io/name': name } });
    expect(find(manifests, 'ServiceAccount', name)['automountServiceAccountToken']).toBe(false);
    expect(find(manifests, 'HorizontalPodAutoscaler', name)['spec']).toMatchObject({ scaleTargetRef: { name } });
    expect(find(manifests, 'PodDisruptionBudget', name)['spec']).toMatchObject({
      selector: { matchLabels: { 'app.kubernetes.io/name': name } },
    });
    expect(deployment['spec']).not.toHaveProperty('replicas');
    expect(deployment['spec']).toMatchObject({ strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } });
    expect(
      (podTemplateOf(deployment)!.spec as { topologySpreadConstraints?: unknown[] }).topologySpreadConstraints,
    ).toHaveLength(2);
  });

  it.each(SERVICES)('%s is asked for its health where it tells it', (name) => {
    const [container] = podOf(find(manifests, 'Deployment', name)).containers;
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/livez', port: 'http' } },
      livenessProbe: { httpGet: { path: '/livez', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      ports: [{ name: 'http', containerPort: Number(environmentOf(recipe.final)['PORT']) }],
    });
  });

  it.each(SERVICES)('%s is given settings that it knows and would accept', (name) => {
    const pod = podOf(find(manifests, 'Deployment', name));
    const maps = pod.containers[0]!.envFrom!.map(({ configMapRef }) =>
      find(manifests, 'ConfigMap', configMapRef!.name),
    );
    const known = new Set(settingsOf(CONFIGS[name]).map((setting) => setting.name));
    const own = maps.find(({ metadata }) => metadata.name.startsWith(`${name}-`))!;
    expect(Object.keys(own['data'] as object).filter((setting) => !known.has(setting))).toEqual([]);
    expect(pod.containers[0]!.env!.map((entry) => entry.name).filter((setting) => !known.has(setting))).toEqual([]);
    const shared = maps.find(({ metadata }) => metadata.name.startsWith('wardstone-'))!;
    expect(Object.keys(shared['data'] as object).filter((setting) => !known.has(setting))).toEqual([]);
  });

  it.each(SERVICES)('%s has time to drain and to finish before it is killed', (name) => {
    const pod = podOf(find(manifests, 'Deployment', name));
    const shared = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('wardstone-'),
    )!;
    const drainSeconds = Number((shared['data'] as Record<string, string>)['DRAIN_SECONDS']);
    const finishSeconds = 30;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + finishSeconds);
    // The gateway has let go of unused connections by then, so none is closed under a request.
    expect(drainSeconds * 1000).toBeGreaterThan(new GatewayConfig().UPSTREAM_IDLE_MS);
  });

  it('reaches its database by a secret that its cluster makes', () => {
    for (const name of SERVICES.filter((service) => service !== 'gateway')) {
      find(manifests, 'Cluster', `${name}-database`);
      expect(podOf(find(manifests, 'Deployment', name)).containers[0]!.env).toContainEqual({
        name: 'DATABASE_URL',
        valueFrom: { secretKeyRef: { name: `${name}-database-app`, key: 'uri' } },
      });
    }
  });
});

it('connections of all replicas fit into the databases', () => {
  const manifests = manifestsOf('production/services');
  for (const name of SERVICES.filter((service) => service !== 'gateway')) {
    const own = manifests.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && new RegExp(`^${name}-\\w+$`).test(metadata.name),
    )!;
    const poolSize = Number((own['data'] as Record<string, string>)['DATABASE_POOL_SIZE']);
    const { maxReplicas } = find(manifests, 'HorizontalPodAutoscaler', name)['spec'] as { maxReplicas: number };
    const { postgresql } = find(manifests, 'Cluster', `${name}-database`)['spec'] as {
      postgresql: { parameters: Record<string, string> };
    };
    // Compliance has a second pool, for what belongs to organisations; one replica more than allowed while rolling.
    const pools = name === 'compliance' ? 2 : 1;
    const most = (maxReplicas + 1) * poolSize * pools;
    expect([name, Number(postgresql.parameters['max_connections']) - 10 >= most, most]).toEqual([name, true, most]);
  }
});

it('migrations run for every service with a database, from the image of the service', () => {
  for (const overlay of ['dev/migrations', 'production/migrations'] as const) {
    const jobs = workloads(overlay);
    expect(jobs.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(
      SERVICES.filter((name) => name !== 'gateway')
        .map((name) => `Job ${name}-migrate`)
        .sort(),
    );
    const services = manifestsOf(overlay.replace('migrations', 'services') as 'dev/services');
    for (const job of jobs) {
      const name = job.metadata.name.replace(/-migrate$/, '');
      const imageOf = (manifest: Manifest): string =>
        (podTemplateOf(manifest) as PodTemplate).spec.containers[0]!.image;
      expect(imageOf(job)).toBe(imageOf(find(services, 'Deployment', name)));
    }
  }
});

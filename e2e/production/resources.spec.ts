import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../tools/workspace';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';

const K8S = path.join(workspaceRoot(), 'k8s');
const guide = fs.readFileSync(path.join(K8S, 'README.md'), 'utf8');

interface Resources {
  requests: { cpu: string; memory: string };
  limits: { memory: string };
}

/** Cores, and MiB of memory that are requested and that are the limit. */
type Sum = readonly [pods: number, cores: number, requested: number, limit: number];

const NOTHING: Sum = [0, 0, 0, 0];
const getCores = (cpu: string): number => (cpu.endsWith('m') ? Number(cpu.slice(0, -1)) / 1000 : Number(cpu));
const mebibytes = (size: string): number => parseInt(size, 10) * (size.endsWith('Gi') ? 1024 : 1);
const plus = (a: Sum, b: Sum): Sum => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]];

function podsWith({ requests, limits }: Resources, pods: number): Sum {
  return [pods, pods * getCores(requests.cpu), pods * mebibytes(requests.memory), pods * mebibytes(limits.memory)];
}

/** Requests of the containers of workloads, `pods` times each. */
function getSum(workloads: readonly Manifest[], pods: (name: string) => number): Sum {
  return workloads.reduce((sum, workload) => {
    const [{ resources }] = getPodTemplate(workload)!.spec.containers as unknown as [{ resources: Resources }];
    return plus(sum, podsWith(resources, pods(workload.metadata.name)));
  }, NOTHING);
}

const cell = (value: number): string => String(Math.round(value * 100) / 100);
const gibibytes = (mib: number): string => `${Math.round((mib / 1024) * 10) / 10} GiB`;

describeWithKustomize('the resources of an installation in k8s/README.md', () => {
  const toRows = (overlay: string): string[] => {
    const part = (name: string): Manifest[] => render(path.join(K8S, 'overlays', overlay, name));
    const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
      manifests.filter((manifest) => manifest.kind === kind);
    const services = part('services');
    const scaling = new Map(
      ofKind(services, 'HorizontalPodAutoscaler').map(({ metadata, spec }) => [
        metadata.name,
        spec as { minReplicas: number; maxReplicas: number },
      ]),
    );
    const deployments = ofKind(services, 'Deployment');
    const row = (what: string, [pods, cores, requested, limit]: Sum): string =>
      `| ${[`\`${overlay}\``, what, pods, cell(cores), gibibytes(requested), gibibytes(limit)].join(' | ')} |`;
    const databases = ofKind(part('databases'), 'Cluster').reduce((sum, { spec }) => {
      const { instances, resources } = spec as { instances: number; resources: Resources };
      return plus(sum, podsWith(resources, instances));
    }, NOTHING);
    return [
      row(
        'services, as few as there may be',
        getSum(deployments, (name) => scaling.get(name)!.minReplicas),
      ),
      row(
        'while all of them roll',
        getSum(deployments, (name) => scaling.get(name)!.minReplicas + 1),
      ),
      row(
        'as many as there may be',
        getSum(deployments, (name) => scaling.get(name)!.maxReplicas),
      ),
      row(
        'migrations, while they run',
        getSum(ofKind(part('migrations'), 'Job'), () => 1),
      ),
      row('databases', databases),
    ];
  };

  it('are the sum of the manifests', () => {
    const agents = render(path.join(K8S, 'overlays', 'production', 'agents')).filter(
      ({ kind }) => kind === 'DaemonSet',
    );
    const [, cores, requested, limit] = getSum(agents, () => 1);
    const expected = [
      ...toRows('production'),
      ...toRows('dev'),
      `| each node | the agent | 1 | ${cell(cores)} | ${requested} MiB | ${limit} MiB |`,
    ];
    const written = guide.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    expect(expected.filter((line) => !written.includes(line))).toEqual([]);
  });
});

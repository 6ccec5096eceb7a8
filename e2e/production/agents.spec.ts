import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listSettings } from '@wardstone/config';
import { AgentConfig } from '../../apps/agent/src/agent.config';
import { workspaceRoot } from '../../tools/workspace';
import { schemaErrors, unknownFields } from './kubernetes-schemas';
import { describeWithKustomize, type Manifest, render } from './kustomize';

const root = workspaceRoot();
const known = new Set(listSettings(AgentConfig).map(({ name }) => name));

interface Pod {
  hostPID: boolean;
  tolerations: object[];
  containers: {
    image: string;
    env: { name: string; value?: string }[];
    envFrom: { configMapRef: { name: string } }[];
    securityContext: object;
    livenessProbe: {
      exec: { command: [string, ...string[]] };
      periodSeconds: number;
      timeoutSeconds: number;
      failureThreshold: number;
    };
    volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  }[];
  volumes: { name: string; hostPath?: { path: string } }[];
}

describeWithKustomize('agents on the nodes of a cluster', () => {
  const manifests = render(path.join(root, 'k8s', 'overlays', 'production', 'agents'));
  const find = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!;
  const pod = (find('DaemonSet')['spec'] as { template: { spec: Pod } }).template.spec;
  const [agent] = pod.containers;

  it('are valid by the schemas, in a namespace of their own', () => {
    expect(schemaErrors(manifests)).toEqual([]);
    expect(unknownFields(manifests)).toEqual([]);
    expect(find('Namespace').metadata.name).toBe('wardstone-agents');
    expect(find('DaemonSet').metadata.namespace).toBe('wardstone-agents');
  });

  it('run on every node, see its processes and logs, and change only their own folder', () => {
    expect(pod.hostPID).toBe(true);
    expect(pod.tolerations).toEqual([{ operator: 'Exists' }]);
    const ofHost = pod.volumes.filter(({ hostPath }) => hostPath).map(({ name }) => name);
    const writable = agent!.volumeMounts.filter(({ name, readOnly }) => ofHost.includes(name) && !readOnly);
    expect(writable.map(({ mountPath }) => mountPath)).toEqual(['/var/lib/wardstone-agent']);
    expect(agent!.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('are restarted when they no longer touch their file, and not because their node is busy', () => {
    const { exec, periodSeconds, timeoutSeconds, failureThreshold } = agent!.livenessProbe;
    // Starting Node.js takes seconds where there is no processor time.
    expect(exec.command.join(' ')).not.toMatch(/\bnode\b/);
    expect([timeoutSeconds >= 20, periodSeconds * failureThreshold]).toEqual([true, 180]);

    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-probe-'));
    const file = path.join(folder, 'alive');
    const [program, ...words] = exec.command.map((word) => word.replace('/var/lib/wardstone-agent/alive', file));
    const probe = (): number | null => spawnSync(program!, words).status;
    const touched = (secondsAgo: number): void =>
      fs.utimesSync(file, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
    try {
      expect(probe()).toBe(1);
      fs.writeFileSync(file, '');
      expect(probe()).toBe(0);
      touched(40);
      expect(probe()).toBe(0);
      touched(90);
      expect(probe()).toBe(1);
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('get known settings, the name of their node and a join token', () => {
    const map = manifests.find(({ metadata }) => metadata.name === agent!.envFrom[0]!.configMapRef.name)!;
    const names = [...Object.keys(map['data'] as object), ...agent!.env.map(({ name }) => name)];
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(agent!.env).toContainEqual({ name: 'AGENT_TOKEN_FILE', value: '/join/token' });
    expect(pod.volumes).toContainEqual({
      name: 'join',
      secret: { secretName: 'agent-join-token', defaultMode: 0o444 },
    });
    expect(agent!.image).toMatch(/:\d+\.\d+\.\d+$/);
  });
});

it('are run by a systemd unit with known settings and no rights', () => {
  const unit = fs.readFileSync(path.join(root, 'packaging', 'wardstone-agent.service'), 'utf8');
  const settings = [...unit.matchAll(/\b(AGENT_[A-Z_]+|WARDSTONE_[A-Z_]+)=/g)].map(([, name]) => name!);
  expect(settings.length).toBeGreaterThan(3);
  expect(settings.filter((name) => !known.has(name))).toEqual([]);
  expect(unit).toMatch(/^DynamicUser=yes$/m);
  expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
});

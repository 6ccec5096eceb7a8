import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '@wardstone/config';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { overlayInNamespace } from '../../tools/manifests/in-namespace';
import { schemaErrors, unknownFields } from './kubernetes-schemas';
import { mayConnect } from './network-policies';

const NAMESPACE = 'elsewhere';
const PARTS = ['databases', 'services', 'agents'] as const;
const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'] as const;

interface Projection {
  serviceAccountToken?: { path: string; audience?: string };
  configMap?: { name: string; items: { key: string; path: string }[] };
}

interface Pod {
  serviceAccountName: string;
  volumes: { name: string; projected?: { sources: Projection[] } }[];
  containers: {
    env?: { name: string; value?: string }[];
    envFrom?: { configMapRef: { name: string } }[];
    volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
  }[];
}

describeWithKustomize('enrolment with tokens of the cluster, and an OIDC issuer', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-token-review-'));
  const partFolder = overlayInNamespace(folder, NAMESPACE, {
    services: ['token-review/services', 'oidc'],
    agents: ['token-review/agents'],
  });
  const rendered = new Map(PARTS.map((part) => [part, render(partFolder(part))]));
  const [databases, services, agents] = PARTS.map((part) => rendered.get(part)!);
  const all = [...services!, ...agents!];
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const find = (kind: string, name: string): Manifest =>
    all.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)!;
  const getPod = (kind: string, name: string): Pod => getPodTemplate(find(kind, name))!.spec as unknown as Pod;
  const gateway = getPod('Deployment', 'gateway');
  const settings = Object.assign(
    {},
    ...gateway.containers[0]!.envFrom!.map(({ configMapRef }) => find('ConfigMap', configMapRef.name)['data']),
  ) as Record<string, string>;
  const config = loadConfig(GatewayConfig, { ...settings, DATABASE_URL: 'postgres://a:b@c/d' });
  /** The part of a projected volume of the pod's first container that makes the file. */
  const getSource = ({ volumes, containers }: Pod, file: string): Projection | undefined => {
    const mount = containers[0]!.volumeMounts.find(({ mountPath }) => mountPath === path.dirname(file));
    const { projected } = volumes.find(({ name }) => name === mount?.name)!;
    return projected!.sources.find(({ serviceAccountToken, configMap }) =>
      [serviceAccountToken?.path, ...(configMap?.items ?? []).map((item) => item.path)].includes(path.basename(file)),
    );
  };

  it('is valid by the schemas', () => {
    expect(schemaErrors(all)).toEqual([]);
    expect(unknownFields(all)).toEqual([]);
  });

  it('names no other namespace but that of the agents, which is a setting', () => {
    const text = JSON.stringify(all).replace('"CLUSTER_AGENT_ACCOUNT":"wardstone-agents/agent"', '');
    expect(text).not.toMatch(/(namespace|metadata\.name)\W{1,8}wardstone\b|\.wardstone\b|wardstone-agents\//);
  });

  it('lets the gateway create token reviews, and grants nothing else', () => {
    const name = 'gateway-token-review';
    const binding = find('ClusterRoleBinding', name);
    expect(binding['roleRef']).toMatchObject({ kind: 'ClusterRole', name });
    expect(binding['subjects']).toEqual([
      { kind: 'ServiceAccount', name: gateway.serviceAccountName, namespace: NAMESPACE },
    ]);
    expect(find('ClusterRole', name)['rules']).toEqual([
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    ]);
  });

  it('gives the gateway its own token and the authority of the cluster at the paths of its settings', () => {
    expect(getSource(gateway, config.CLUSTER_TOKEN_FILE)?.serviceAccountToken).toMatchObject({ path: 'token' });
    expect(getSource(gateway, config.CLUSTER_CA_FILE)?.configMap).toMatchObject({ name: 'kube-root-ca.crt' });
    const own = gateway.containers[0]!.volumeMounts.find(({ mountPath }) => mountPath === '/cluster');
    expect(own).toMatchObject({ readOnly: true });
  });

  it('gives agents a token for the gateway alone, of the service account that it accepts', () => {
    const agent = getPod('DaemonSet', 'agent');
    const { value: file } = agent.containers[0]!.env!.find(({ name }) => name === 'AGENT_TOKEN_FILE')!;
    expect(getSource(agent, file!)?.serviceAccountToken).toMatchObject({ audience: config.CLUSTER_AGENT_AUDIENCE });
    expect(config.CLUSTER_AGENT_ACCOUNT!.split('/')[1]).toBe(agent.serviceAccountName);
    expect(JSON.stringify(agents)).not.toContain('agent-join-token');
  });

  it('lets the gateway reach the API server, and all services the issuer, and no others', () => {
    const pod = (name: string) => ({ pod: { 'app.kubernetes.io/name': name } });
    const outside = { address: '203.0.113.9' };
    const policies = (name: string) => services!.filter(({ metadata }) => metadata.name === name);
    for (const name of SERVICES) {
      expect([name, mayConnect(policies('oidc-issuer'), pod(name), outside, 443)]).toEqual([name, true]);
    }
    const installed = [...databases!, ...services!];
    const defaults = installed.filter(({ metadata }) => ['oidc-issuer', 'default-deny'].includes(metadata.name));
    expect(mayConnect(defaults, pod('compliance-migrate'), outside, 443)).toBe(false);
    const ofApi = installed.filter(({ metadata }) => ['gateway-cluster-api', 'default-deny'].includes(metadata.name));
    expect(SERVICES.filter((name) => mayConnect(ofApi, pod(name), outside, 6443))).toEqual(['gateway']);
  });

  it('configures the issuer for all services, and the client for sign-in', () => {
    expect(config).toMatchObject({
      OIDC_ISSUER: 'https://login.example.test',
      OIDC_AUDIENCE: 'audience.example.test',
      OIDC_CLIENT_ID: 'client.example.test',
    });
  });
});

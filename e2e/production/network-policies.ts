import type { Manifest } from './kustomize';

type Labels = Readonly<Record<string, string>>;

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports?: { protocol: string; port: number | string }[];
}

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string };
}

interface Policy {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

/** A pod of the namespace that the manifests are for, or one of another namespace, or something outside. */
export type End = { pod: Labels } | { namespace: Labels } | 'outside';

/** Whether the policies let a connection through, on both of its ends. */
export function mayConnect(manifests: readonly Manifest[], from: End, to: End, port: number | string): boolean {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((manifest) => manifest['spec'] as Policy);
  return isLet(policies, from, to, port, 'Egress') && isLet(policies, to, from, port, 'Ingress');
}

function isLet(policies: readonly Policy[], end: End, peer: End, port: number | string, type: string): boolean {
  if (end === 'outside' || !('pod' in end)) return true;
  const own = policies.filter(
    ({ podSelector, policyTypes }) => policyTypes.includes(type) && selects(podSelector, end.pod),
  );
  const rules = own.flatMap(({ ingress = [], egress = [] }) => (type === 'Egress' ? egress : ingress));
  return own.length === 0 || rules.some((rule) => allows(rule, peer, port));
}

function allows({ from, to, ports }: Rule, peer: End, port: number | string): boolean {
  if (ports && !ports.some((allowed) => allowed.port === port)) return false;
  const peers = from ?? to;
  return peers === undefined || peers.some((candidate) => isPeer(candidate, peer));
}

function isPeer({ podSelector, namespaceSelector, ipBlock }: Peer, end: End): boolean {
  if (end === 'outside') return ipBlock !== undefined;
  if ('namespace' in end) return namespaceSelector !== undefined && selects(namespaceSelector, end.namespace);
  return podSelector !== undefined && namespaceSelector === undefined && selects(podSelector, end.pod);
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator === 'Exists') return key in labels;
      if (operator === 'In') return values!.includes(labels[key] ?? '');
      throw new Error(`${operator} is not understood`);
    })
  );
}

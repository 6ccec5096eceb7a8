import net from 'node:net';
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
  ipBlock?: IpBlock;
}

export interface IpBlock {
  cidr: string;
  except?: string[];
}

interface Policy {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

/** A pod of the namespace that the manifests are for, one of another namespace, or something that is not a pod. */
export type End = { pod: Labels } | { namespace: Labels } | { address: string };

/** Whether the policies let a connection through, on both of its ends. */
export function mayConnect(manifests: readonly Manifest[], from: End, to: End, port: number | string): boolean {
  const policies = manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((manifest) => manifest['spec'] as Policy);
  return isLet(policies, from, to, port, 'Egress') && isLet(policies, to, from, port, 'Ingress');
}

function isLet(policies: readonly Policy[], end: End, peer: End, port: number | string, type: string): boolean {
  if (!('pod' in end)) return true;
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
  if ('address' in end) return ipBlock !== undefined && isIn(end.address, ipBlock);
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

export function isIn(address: string, { cidr, except = [] }: IpBlock): boolean {
  const includes = (network: string): boolean => {
    const [base, bits] = network.split('/') as [string, string];
    const family = base.includes(':') ? 'ipv6' : 'ipv4';
    const list = new net.BlockList();
    list.addSubnet(base, Number(bits), family);
    return address.includes(':') === (family === 'ipv6') && list.check(address, family);
  };
  return includes(cidr) && !except.some(includes);
}

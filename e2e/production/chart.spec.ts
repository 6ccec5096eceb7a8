import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { itWithHelm } from '@wardstone/testing';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { CHART, readVersion, workspaceRoot } from '../../tools/workspace';
import {
  OPTIONAL_SERVICES,
  listOverlays,
  renderProduction,
  renderWithout,
  listComponents,
  valuesFor,
  valuesWithout,
} from '../../tools/manifests/components';
import { helm, helmTests, template } from '../../tools/manifests/helm';
import { overlayInNamespace, replacePlaceholders } from '../../tools/manifests/in-namespace';
import { schemaErrors, unknownFields } from './kubernetes-schemas';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { mayConnect } from './network-policies';

const root = workspaceRoot();
/** The manifests with names of their user's own, because the chart refuses placeholders. */
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-own-'));
const K8S = path.join(copy, 'k8s');
fs.cpSync(path.join(root, 'k8s'), K8S, { recursive: true });
replacePlaceholders(K8S);
afterAll(() => fs.rmSync(copy, { recursive: true }));
const toText = (file: string): string => fs.readFileSync(path.join(root, CHART, file), 'utf8');
const values = parse(toText('values.yaml'), { version: '1.1' }) as Record<string, unknown>;
const switches = listComponents(K8S);
const parts = listOverlays(K8S);

describe('the chart', () => {
  it('has the version of the product', () => {
    expect(parse(toText('Chart.yaml'))).toMatchObject({ version: readVersion(), appVersion: readVersion() });
  });

  it('has values that its schema accepts, and refuses unknown ones', () => {
    const accepts = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(toText('values.schema.json')) as object);
    const withSetting = (name: string, value: unknown): object => ({ settings: { gateway: { [name]: value } } });
    expect([accepts(values), accepts.errors]).toEqual([true, null]);
    expect(accepts(withSetting('TRUST_PROXY', 'off'))).toBe(true);
    expect(accepts(withSetting('TRUST_PROXI', 'off'))).toBe(false);
    expect(accepts(withSetting('TRUST_PROXY', true))).toBe(false);
    expect(accepts({ ingres: { enabled: true } })).toBe(false);
    expect(accepts({ services: { gateway: { minReplicas: 0 } } })).toBe(false);
  });

  it('uses exactly the values that it declares', () => {
    const templates = fs
      .readdirSync(path.join(root, CHART, 'templates'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    const used = new Set([...templates.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, called]) => called!.slice(1)));
    const at = (called: string): unknown =>
      called.split('.').reduce<unknown>((tree, step) => (tree as Record<string, unknown> | undefined)?.[step], values);
    expect([...used].filter((called) => at(called) === undefined)).toEqual([]);
    // Values of services, migrations and databases are used in a loop over the services.
    const ofService = new RegExp(`\\.(${['gateway', 'compliance', 'monitoring', 'errorRegistry'].join('|')})\\.`);
    const isUsed = (here: string): boolean =>
      used.has(here) ||
      /^image\.|^secrets\.\w+DatabaseApp$/.test(here) ||
      (ofService.test(here) &&
        templates.includes(here.replace(/^.*\.(gateway|compliance|monitoring|errorRegistry)/, '')));
    const leaves = (tree: unknown, here: string): string[] => {
      if (isUsed(here)) return [];
      if (typeof tree !== 'object' || tree === null) return [here];
      return Object.entries(tree).flatMap(([name, child]) => leaves(child, here === '' ? name : `${here}.${name}`));
    };
    expect(leaves(values, '')).toEqual([]);
  });
});

/** Objects in one order, without what Helm needs in addition. */
function comparable(manifests: readonly Manifest[], namespace = 'wardstone'): Manifest[] {
  const copies = structuredClone(manifests).filter(({ kind }) => kind !== 'Namespace');
  for (const { kind, metadata } of copies) {
    if (kind === 'Job') metadata.name = metadata.name.replace(/-[0-9a-f]{8}$/, '');
    metadata.namespace = namespace;
    delete metadata.annotations?.['helm.sh/resource-policy'];
  }
  const id = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;
  return copies.sort((a, b) => (id(a) < id(b) ? -1 : 1));
}

const isOnByDefault = (value: string): boolean => switches.find((component) => component.value === value)!.isOn;
describeWithKustomize('the objects rendered by Helm', () => {
  itWithHelm('are the overlay for production, object by object, with names that follow the content', () => {
    const overlay = parts.filter(({ name }) => name !== 'agents').flatMap(({ folder }) => render(folder));
    expect(comparable(helm({}))).toEqual(comparable(overlay));
  });

  itWithHelm(
    'follow every component that is switched',
    () => {
      for (const value of new Set(switches.map((component) => component.value))) {
        const isOn = isOnByDefault(value);
        const expected = renderProduction(K8S, (other) => (other === value ? !isOn : isOnByDefault(other)));
        expect([value, comparable(helm(valuesFor([[value, !isOn]])))]).toEqual([value, comparable(expected)]);
      }
    },
    300_000,
  );

  itWithHelm('leave services out like the components without/…, in every part', () => {
    for (const left of [...OPTIONAL_SERVICES.map((service) => [service]), OPTIONAL_SERVICES]) {
      const made = helm(valuesWithout(left));
      expect([left, comparable(made)]).toEqual([left, comparable(renderWithout(K8S, left))]);

      const names = made.map(({ metadata }) => metadata.name);
      expect(names.filter((name) => left.some((service) => name.startsWith(service)))).toEqual([]);
      const [pod] = helmTests(valuesWithout(left)).filter(({ kind }) => kind === 'Pod');
      const [container] = (pod!['spec'] as { containers: { env: { name: string; value: string }[] }[] }).containers;
      const installed = OPTIONAL_SERVICES.filter((service) => !left.includes(service));
      expect(container!.env).toContainEqual({ name: 'SERVICES', value: installed.join(',') });
    }
  });

  itWithHelm('are the same with every feature in another namespace, and never name this namespace', () => {
    const everything = valuesFor(['agents', ...switches.map(({ value }) => value)].map((value) => [value, true]));
    const made = helm(everything, 'elsewhere');
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-chart-'));
    try {
      overlayInNamespace(folder, 'elsewhere');
      replacePlaceholders(path.join(folder, 'k8s'));
      const expected = renderProduction(path.join(folder, 'k8s'), () => true, { withAgents: true });
      expect(comparable(made, 'elsewhere')).toEqual(comparable(expected, 'elsewhere'));
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
    const elsewhere = made.filter(({ metadata }) => metadata.namespace !== 'elsewhere').map(({ kind }) => kind);
    expect(elsewhere.filter((kind) => !/^ClusterRole/.test(kind))).toEqual([]);
    expect(JSON.stringify(made)).not.toMatch(/\.wardstone\b/);
    expect(JSON.stringify(made)).not.toMatch(/(namespace|metadata\.name)\W{1,8}wardstone\b/);
  });

  itWithHelm('keep data when the release is removed, and nothing else', () => {
    const kept = helm({}).filter(({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'] === 'keep');
    expect([...new Set(kept.map(({ kind }) => kind))].sort()).toEqual(['Cluster', 'ObjectStore']);
  });

  itWithHelm('include another Job for another version, and another ConfigMap for another setting', () => {
    const toNames = (kind: string, chosen: object): string[] =>
      helm(chosen)
        .filter((manifest) => manifest.kind === kind)
        .map(({ metadata }) => metadata.name);
    const jobs = toNames('Job', {});
    const next = toNames('Job', { image: { tag: '9.9.9' } });
    expect(jobs).toHaveLength(next.length);
    expect(jobs.filter((name) => next.includes(name))).toEqual([]);
    const maps = toNames('ConfigMap', {});
    const changed = toNames('ConfigMap', { settings: { monitoring: { LOG_LEVEL: 'debug' } } });
    expect(changed.filter((name) => !maps.includes(name))).toEqual([expect.stringMatching(/^monitoring-\w{10}$/)]);
  });

  itWithHelm('follow the values everywhere, and are valid by the schemas', () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const database = { instances: 1, storageSize: '5Gi', walSize: '' };
    const made = helm({
      host: 'status.example.org',
      image: {
        registry: 'images.example.org/w',
        tag: '2.0.0',
        digests: { gateway: digest },
        pullSecrets: [{ name: 'pull' }],
      },
      services: {
        gateway: { minReplicas: 1, maxReplicas: 1 },
        compliance: { serviceAccountAnnotations: { role: 'r' } },
      },
      secrets: { gatewaySigningKey: 'own-key', wardstoneTls: 'certificate' },
      databases: {
        storageClass: 'fast',
        backups: { enabled: false },
        ...Object.fromEntries(['gateway', 'compliance', 'monitoring', 'errorRegistry'].map((name) => [name, database])),
      },
      gatewayApi: { className: 'envoy', annotations: { a: 'b' } },
      ingress: { enabled: true, className: 'nginx', annotations: { c: 'd' } },
      observability: { labels: { release: 'prometheus' }, runbookUrl: 'https://runbook.example.org/page' },
      settings: { shared: { OIDC_ISSUER: 'https://id.example.org' } },
      extraObjects: [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' }, data: { host: '{{ .Values.host }}' } },
      ],
    });
    expect(schemaErrors(made)).toEqual([]);
    expect(unknownFields(made)).toEqual([]);
    const text = JSON.stringify(made);
    for (const left of ['wardstone.example.test', 'registry.example.test', 'docs.example.test', 'backup-store']) {
      expect([left, text.includes(left)]).toEqual([left, false]);
    }
    expect(text).toContain(`"images.example.org/w/gateway:2.0.0@${digest}"`);
    expect(text).toContain('"secretName":"own-key"');
    const find = (kind: string, name: string): Manifest =>
      made.find((manifest) => manifest.kind === kind && manifest.metadata.name.startsWith(name))!;
    expect(find('Cluster', 'monitoring')['spec']).toMatchObject({
      instances: 1,
      storage: { size: '5Gi', storageClass: 'fast' },
    });
    for (const field of ['walStorage', 'plugins'])
      expect(find('Cluster', 'monitoring')['spec']).not.toHaveProperty(field);
    expect((find('Cluster', 'monitoring')['spec'] as { postgresql: object }).postgresql).not.toHaveProperty(
      'synchronous',
    );
    expect(find('ConfigMap', 'wardstone-')['data']).toMatchObject({
      PUBLIC_BASE_URL: 'https://status.example.org',
      OIDC_ISSUER: 'https://id.example.org',
    });
    expect(find('Ingress', 'wardstone')['spec']).toMatchObject({ ingressClassName: 'nginx' });
    expect(find('ServiceMonitor', 'wardstone').metadata.labels).toEqual({ release: 'prometheus' });
    expect(find('ConfigMap', 'own')['data']).toEqual({ host: 'status.example.org' });
  });

  itWithHelm('are refused with placeholders of installed parts, which are named', () => {
    const refused = (chosen: object): string => {
      try {
        template(['-n', 'wardstone'], chosen);
        return '';
      } catch (error) {
        return /Still placeholders \(example\.test\): (.*)\. Set/.exec((error as { stderr: string }).stderr)![1]!;
      }
    };
    const ofContent = 'S3_BUCKET of monitoring, S3_ENDPOINT of monitoring';
    expect(refused({})).toBe(
      `host, image.registry, databases.backups.destinationPath, observability.runbookUrl, ${ofContent}`,
    );
    const own = {
      host: 'status.example.org',
      image: { registry: 'images.example.org' },
      databases: { backups: { enabled: false } },
      observability: { enabled: false },
    };
    expect(refused({ ...own, oidc: { enabled: true } })).toBe(
      `OIDC_AUDIENCE of wardstone, OIDC_ISSUER of wardstone, OIDC_CLIENT_ID of gateway, ${ofContent}`,
    );
    expect(refused({ ...own, contentS3: { enabled: false } })).toBe('');
    const agents = {
      services: { enabled: false },
      migrations: { enabled: false },
      databases: { enabled: false },
      agents: { enabled: true },
    };
    expect(refused(agents)).toBe('host, image.registry');
  });

  itWithHelm('include a test, whose pod meets the standard of the namespace and reaches the gateway', () => {
    for (const enabled of [false, true]) {
      const tests = helmTests({ tls: { enabled } });
      expect(schemaErrors(tests)).toEqual([]);
      expect(unknownFields(tests)).toEqual([]);
      const all = [...helm({ tls: { enabled } }), ...tests];
      const [pod] = tests.filter(({ kind }) => kind === 'Pod');
      const [gateway] = all.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'gateway');
      const to = { pod: getPodTemplate(gateway!)!.metadata!.labels! };
      expect(mayConnect(all, { pod: pod!.metadata.labels! }, to, 'http')).toBe(true);
      const { containers, securityContext } = pod!['spec'] as {
        containers: { image: string; env: object[]; securityContext: object }[];
        securityContext: object;
      };
      const [container] = getPodTemplate(gateway!)!.spec.containers as unknown as typeof containers;
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(containers[0]).toMatchObject({ image: container!.image, securityContext: container!.securityContext });
      const scheme = enabled ? 'https' : 'http';
      expect(containers[0]!.env).toContainEqual({ name: 'GATEWAY', value: `${scheme}://gateway` });
    }
  });

  itWithHelm('are refused for values that the schema does not know', () => {
    expect(() => helm({ settings: { gateway: { TRUST_PROXI: 'on' } } })).toThrow('TRUST_PROXI');
  });
});

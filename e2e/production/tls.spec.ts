import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadConfig } from '@wardstone/config';
import { ErrorRegistryConfig } from '../../apps/error-registry/src/error-registry.config';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config';
import { describeWithKustomize, type Manifest, getPodTemplate, render } from './kustomize';
import { workspaceRoot } from '../../tools/workspace';
import { overlayInNamespace } from '../../tools/manifests/in-namespace';
import { schemaErrors, unknownFields } from './kubernetes-schemas';

interface CertificateSpec {
  secretName: string;
  isCA?: boolean;
  dnsNames?: string[];
  issuerRef: { kind: string; name: string };
}

interface Volume {
  name: string;
  secret?: { secretName: string; items?: { key: string; path: string }[] };
}

interface Pod {
  volumes: Volume[];
  containers: {
    env?: { name: string; value?: string }[];
    envFrom?: { configMapRef: { name: string } }[];
    volumeMounts: { name: string; mountPath: string }[];
    ports?: { name: string; containerPort: number }[];
    [probe: `${string}Probe`]: { httpGet: { scheme?: string } };
  }[];
}

interface ServiceSpec {
  ports: { name: string; port: number; targetPort: string }[];
}

interface TlsConfig {
  ca: { secret: { name: string; key: string } };
  serverName: string;
}

interface MonitorSpec {
  endpoints: { scheme: string; tlsConfig: TlsConfig; oauth2: { tokenUrl: string; tlsConfig: TlsConfig } }[];
}

const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'] as const;
const NAMESPACE = 'elsewhere';
const PARTS = ['databases', 'migrations', 'services'] as const;
/** Content that cert-manager writes into the secret of a certificate. */
const KEYS = ['ca.crt', 'tls.crt', 'tls.key'];

describeWithKustomize('TLS between processes, in a namespace of any name', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-tls-manifests-'));
  const partFolder = overlayInNamespace(folder, NAMESPACE, {
    databases: [...SERVICES.map((name) => `restore/${name}`), 'tls/databases'],
    migrations: ['tls/migrations'],
    services: ['tls/services', 'tls/gateway-api'],
  });
  const rendered = new Map(PARTS.map((part) => [part, render(partFolder(part))]));
  const all = [...rendered.values()].flat();
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const ofKind = (kind: string): Manifest[] => all.filter((manifest) => manifest.kind === kind);
  const find = (kind: string, name: string): Manifest => {
    const found = ofKind(kind).filter(({ metadata }) => metadata.name === name);
    expect([kind, name, found.length]).toEqual([kind, name, 1]);
    return found[0]!;
  };
  const certificates = ofKind('Certificate').map(({ spec }) => spec as CertificateSpec);
  const certificateIn = (secret: string): CertificateSpec => {
    const found = certificates.filter(({ secretName }) => secretName === secret);
    expect([secret, found.length]).toEqual([secret, 1]);
    return found[0]!;
  };
  const getPod = (manifest: Manifest): Pod => getPodTemplate(manifest)!.spec as unknown as Pod;
  const toSettings = ([container]: Pod['containers']): Record<string, string> =>
    Object.assign(
      {},
      ...(container!.envFrom ?? []).map(({ configMapRef }) => find('ConfigMap', configMapRef.name)['data']),
      ...(container!.env ?? []).map(({ name, value }) => ({ [name]: value })),
    ) as Record<string, string>;
  /** The secret and its key that a file of a pod's first container is made of. */
  const getSource = ({ volumes, containers }: Pod, file: string): { secret: string; key: string } => {
    const mount = containers[0]!.volumeMounts.find(({ mountPath }) => mountPath === path.dirname(file));
    const { secret } = volumes.find(({ name }) => name === mount?.name)!;
    const { secretName, items } = secret!;
    const name = path.basename(file);
    return { secret: secretName, key: items ? (items.find((item) => item.path === name)?.key ?? '') : name };
  };
  const getAuthority = ({ issuerRef }: CertificateSpec): string =>
    (find(issuerRef.kind, issuerRef.name)['spec'] as { ca: { secretName: string } }).ca.secretName;

  it('is valid by the schemas of Kubernetes and of the operators', () => {
    expect(schemaErrors(all)).toEqual([]);
    expect(unknownFields(all)).toEqual([]);
    const misspelled = structuredClone(find('BackendTLSPolicy', 'gateway'));
    Object.assign((misspelled['spec'] as { validation: object }).validation, { hostName: 'gateway' });
    expect(unknownFields([misspelled])).toEqual([expect.stringContaining('hostName')]);
  });

  it('refers to nothing in another namespace', () => {
    const places = all.map(({ kind, metadata }) => (kind === 'Namespace' ? metadata.name : metadata.namespace));
    expect(new Set(places)).toEqual(new Set([NAMESPACE]));
    expect(JSON.stringify(all)).not.toMatch(/\.wardstone\b/);
    expect(JSON.stringify(all)).not.toMatch(/(namespace|metadata\.name)\W{1,8}wardstone\b/);
  });

  it('has one authority, which signs every certificate', () => {
    const [authority, ...others] = certificates.filter(({ isCA }) => isCA);
    expect(others).toEqual([]);
    expect(find(authority!.issuerRef.kind, authority!.issuerRef.name)['spec']).toEqual({ selfSigned: {} });
    for (const certificate of certificates.filter(({ isCA }) => !isCA)) {
      expect(getAuthority(certificate)).toBe(authority!.secretName);
    }
  });

  it('has certificates and authority before the databases that use them', () => {
    const getWave = ({ metadata }: Manifest): number =>
      Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
    const databases = rendered.get('databases')!;
    const first = databases.filter(({ apiVersion }) => apiVersion.startsWith('cert-manager.io/'));
    expect(first).toHaveLength(4);
    const clusters = databases.filter(({ kind }) => kind === 'Cluster');
    expect(Math.max(...first.map(getWave))).toBeLessThan(Math.min(...clusters.map(getWave)));
  });

  it('gives each database, a restored one too, a certificate with the name in its address', () => {
    const clusters = ofKind('Cluster');
    expect(clusters).toHaveLength(2 * SERVICES.length);
    for (const { metadata, spec } of clusters) {
      const { serverTLSSecret, serverCASecret } = (spec as { certificates: Record<string, string> }).certificates;
      expect(serverCASecret).toBe(serverTLSSecret);
      expect(certificateIn(serverTLSSecret!).dnsNames).toContain(`${metadata.name}-rw.${NAMESPACE}`);
    }
    expect(find('Certificate', 'databases-tls')['spec']).toMatchObject({
      secretTemplate: { labels: { 'cnpg.io/reload': '' } },
    });
  });

  it.each(SERVICES)('%s serves HTTPS with existing files, and is probed over HTTPS', (name) => {
    const pod = getPod(find('Deployment', name));
    const settings = toSettings(pod.containers);
    for (const [setting, key] of [
      ['TLS_CERT_FILE', 'tls.crt'],
      ['TLS_KEY_FILE', 'tls.key'],
      ['NODE_EXTRA_CA_CERTS', 'ca.crt'],
    ] as const) {
      const source = getSource(pod, settings[setting]!);
      expect([setting, source.key]).toEqual([setting, key]);
      expect(certificateIn(source.secret).dnsNames).toContain(name);
    }
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      expect(pod.containers[0]![probe]!.httpGet.scheme).toBe('HTTPS');
    }
    const { ports } = find('Service', name)['spec'] as ServiceSpec;
    expect(pod.containers[0]!.ports!.map((port) => port.name)).toContain(
      ports.find(({ port }) => port === 443)!.targetPort,
    );
  });

  it('uses settings that the programs accept', () => {
    const DATABASE_URL = 'postgres://a:b@c/d';
    const gateway = loadConfig(GatewayConfig, {
      ...toSettings(getPod(find('Deployment', 'gateway')).containers),
      DATABASE_URL,
    });
    const registry = loadConfig(ErrorRegistryConfig, {
      ...toSettings(getPod(find('Deployment', 'error-registry')).containers),
      DATABASE_URL,
    });
    expect(gateway).toMatchObject({ TLS_CERT_FILE: '/tls/tls.crt' });
    expect(registry).toMatchObject({ TLS_KEY_FILE: '/tls/tls.key' });
  });

  it('calls every service by a name of its certificate, at a port of its Service', () => {
    const gateway = toSettings(getPod(find('Deployment', 'gateway')).containers);
    const origins = [
      ...['COMPLIANCE_URL', 'MONITORING_URL', 'ERROR_REGISTRY_URL'].map((setting) => gateway[setting]!),
      ...SERVICES.map((name) => toSettings(getPod(find('Deployment', name)).containers)['GATEWAY_JWKS_URL']!),
    ].map((text) => new URL(text));
    for (const { protocol, hostname, port } of origins) {
      expect([hostname, protocol, port]).toEqual([hostname, 'https:', '']);
      expect(certificateIn('services-tls').dnsNames).toContain(hostname);
      find('Service', hostname);
    }
  });

  it.each([...SERVICES.map((name) => ['Deployment', name]), ...SERVICES.map((name) => ['Job', `${name}-migrate`])])(
    '%s %s verifies its database with the authority of that',
    (kind, name) => {
      const pod = getPod(find(kind, name));
      const settings = toSettings(pod.containers);
      expect(settings['PGSSLMODE']).toBe('verify-full');
      const { secret, key } = getSource(pod, settings['NODE_EXTRA_CA_CERTS']!);
      expect([key, KEYS.includes(key)]).toEqual(['ca.crt', true]);
      expect(getAuthority(certificateIn(secret))).toBe(getAuthority(certificateIn('databases-tls')));
    },
  );

  it('keeps the keys of databases from migrations', () => {
    for (const job of ofKind('Job')) {
      const mounted = getPod(job).volumes.filter(({ secret }) => secret?.secretName === 'databases-tls');
      const files = mounted.flatMap(({ secret }) => secret?.items?.map(({ key }) => key) ?? ['everything']);
      expect([job.metadata.name, files]).toEqual([job.metadata.name, ['ca.crt']]);
    }
  });

  it('lets Prometheus verify its targets and its token service', () => {
    const { endpoints } = find('ServiceMonitor', 'wardstone')['spec'] as MonitorSpec;
    for (const { scheme, tlsConfig, oauth2 } of endpoints) {
      expect(scheme).toBe('https');
      for (const { ca, serverName } of [tlsConfig, oauth2.tlsConfig]) {
        expect([ca.secret.key, certificateIn(ca.secret.name).dnsNames!.includes(serverName)]).toEqual(['ca.crt', true]);
      }
      const { protocol, hostname, port } = new URL(oauth2.tokenUrl);
      expect([protocol, hostname, port]).toEqual(['https:', `gateway.${NAMESPACE}.svc`, '']);
    }
  });

  it('lets the Gateway verify, by a ConfigMap that the tutorial creates', () => {
    const { targetRefs, validation } = find('BackendTLSPolicy', 'gateway')['spec'] as {
      targetRefs: { kind: string; name: string }[];
      validation: { hostname: string; caCertificateRefs: { kind: string; name: string }[] };
    };
    for (const { kind, name } of targetRefs) find(kind, name);
    const routed = ofKind('HTTPRoute').flatMap(({ spec }) =>
      (spec as { rules: { backendRefs?: { name: string; port: number }[] }[] }).rules.flatMap(
        ({ backendRefs = [] }) => backendRefs,
      ),
    );
    expect(routed.map(({ name }) => name)).toEqual(targetRefs.map(({ name }) => name));
    expect(certificateIn('services-tls').dnsNames).toContain(validation.hostname);
    const [reference] = validation.caCertificateRefs;
    const guide = fs.readFileSync(path.join(workspaceRoot(), 'k8s', 'README.md'), 'utf8');
    const [, source, key] = /get secret (\S+) -o jsonpath='\{\.data\.(ca\\\.crt)\}'/.exec(guide)!;
    expect([certificateIn(source!).isCA, key]).toEqual([undefined, 'ca\\.crt']);
    expect(guide).toContain(`create configmap ${reference!.name} --from-file=ca.crt`);
    const awaited = [...guide.matchAll(/\bcertificate\/([\w-]+)/g)].map(([, name]) => name!);
    // The certificate of the host is in the tutorial itself.
    expect(awaited.filter((name) => name !== 'wardstone').sort()).toEqual(
      ofKind('Certificate')
        .map(({ metadata }) => metadata.name)
        .sort(),
    );
  });
});

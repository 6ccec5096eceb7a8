import fs from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import { REGISTRY } from './images';
import { createDatabases, type Versions } from './page-walk';
import { NAMESPACE, SERVICES, type Walk } from './walk';

const OFF = { enabled: false };
const SMALL = { resources: { requests: { cpu: '100m' } } };

/** Entries for values.yaml; see DIFFERENCES. */
const toValues = (tag: string): object => ({
  host: 'wardstone.walk.test',
  image: { registry: REGISTRY, tag },
  services: { gateway: SMALL, compliance: SMALL, monitoring: SMALL, errorRegistry: SMALL },
  databases: OFF,
  contentS3: OFF,
  gatewayApi: OFF,
  notifications: OFF,
  observability: OFF,
  managedFront: { enabled: true },
  tokenReview: { enabled: true },
  settings: {
    agent: { WARDSTONE_URL: `http://gateway.${NAMESPACE}` },
    gateway: { RATE_LIMIT: 'off' },
    monitoring: { SAMPLE_INVENTORY: 'true' },
  },
});

/** Runs the section "With Helm" of k8s/README.md in a new namespace. */
export async function walkChart(walk: Walk, { now, next }: Versions): Promise<void> {
  const install = async (tag: string): Promise<void> => {
    // Helm reads YAML 1.1, where a bare "off" is not text.
    fs.writeFileSync(path.join(walk.checkout.folder, 'values.yaml'), stringify(toValues(tag), { version: '1.1' }));
    await walk.page('With Helm 1', [], { minutes: 20 });
  };
  await walk.step('chart: namespaces, secrets, databases (Install 1)', async () => {
    await walk.page('Install 1');
    await createDatabases(walk);
  });
  await walk.step(`chart: install ${now} (With Helm 1)`, async () => {
    await install(now);
    await walk.replicas(2);
    await walk.readPassword();
    await walk.run('kubectl -n wardstone-agents rollout status --timeout=3m daemonset/agent');
  });
  await walk.step('chart: test the release (With Helm 2)', async () => {
    const printed = await walk.page('With Helm 2');
    if (!/Phase:\s+Succeeded/.test(printed)) throw new Error(`no test has run:\n${printed}`);
  });
  await walk.step(`chart: upgrade to ${next} under load`, () => walk.underLoad(() => install(next)));
  await walk.step('chart: roll back under load', () =>
    walk.underLoad(async () => {
      await walk.run(`helm rollback wardstone -n ${NAMESPACE} --wait --timeout 10m`, { minutes: 12 });
      await walk.rolledOut();
    }),
  );
  await walk.step('chart: one service alone, and test the release (With Helm 2)', async () => {
    const others = 'services.compliance.enabled=false,services.monitoring.enabled=false';
    await walk.run(
      `helm upgrade wardstone charts/wardstone -n ${NAMESPACE} -f values.yaml --set ${others} --wait --wait-for-jobs --timeout 10m`,
      { minutes: 12 },
    );
    await walk.servesAlone(['error-registry'], '/rest/status/server');
    const printed = await walk.page('With Helm 2');
    if (!/Phase:\s+Succeeded/.test(printed)) throw new Error(`no test has run:\n${printed}`);
  });
  await walk.step('chart: uninstall', async () => {
    await walk.run(`helm uninstall wardstone -n ${NAMESPACE} --wait --timeout 5m`);
    await walk.run('helm uninstall wardstone-agents -n wardstone-agents --wait --timeout 5m');
    const left = await walk.run(`kubectl -n ${NAMESPACE} get deploy -o name`);
    const running = SERVICES.filter((service) => left.split('\n').includes(`deployment.apps/${service}`));
    if (running.length > 0) throw new Error(`${running.join(', ')} are still there`);
  });
}

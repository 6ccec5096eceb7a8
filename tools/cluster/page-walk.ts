import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@wardstone/host';
import { databases, OTHER_NAMESPACES, visitors, VISITOR_POD } from './surroundings';
import { NAMESPACE, SERVICES, type Substitution, type Walk } from './walk';

/** Image tags: of an earlier commit, of this checkout, and of a later build of the console. */
export interface Versions {
  before: string;
  now: string;
  next: string;
}

const ROTATIONS = 10;
/** Maximum delay before a pod sees a changed secret is a minute and a half. */
const BETWEEN_ROTATIONS_MS = 45_000;
/** SIGNING_KEY_AHEAD_SECONDS, and the time until the last pod has the key. */
const UNTIL_LAST_KEY_SIGNS_SECONDS = 300 + 100;

const OF_OPERATOR: Substitution = [/^kubectl .* cluster\/.*\n/m, ''];
const withLogin = (url: string): Substitution[] => [
  [/curl -u admin /g, 'curl -fsS -u "admin:$ADMIN_PASSWORD" '],
  [/https:\/\/wardstone\.example\.test/g, url],
];

/** Runs k8s/README.md from "Install" to "Remove it". */
export async function walkPage(walk: Walk, versions: Versions): Promise<void> {
  await install(walk, versions.before);
  await walk.step('an agent on every node, by TokenReview (Agents)', () => agents(walk));
  await upgrades(walk, versions);
  await faults(walk);
  await keys(walk);
  await walk.step('leave compliance out (Leave a service out 1)', async () => {
    walk.checkout.leaveOut('compliance');
    await walk.run('kubectl apply -k k8s/overlays/production/services');
    await walk.page('Leave a service out 1');
    await walk.servesAlone(['monitoring', 'error-registry'], '/api/compliance/v2/policies');
  });
  await walk.step('remove it (Remove it)', () => remove(walk));
}

/** Creates the namespaces of other software, and a pod for clients. */
export async function makeSurroundings(walk: Walk): Promise<void> {
  const others = OTHER_NAMESPACES.map((name) => `kubectl create namespace ${name}`).join('\n');
  await walk.run(`${others}\nkubectl apply -f - << 'END'\n${visitors()}END`);
  await walk.run(`kubectl -n ${VISITOR_POD[1]} wait --for=condition=Ready --timeout=3m pod/${VISITOR_POD[2]}`);
}

export async function createDatabases(walk: Walk): Promise<void> {
  await walk.run(`kubectl apply -f - << 'END'\n${databases(NAMESPACE)}END`);
  const names = SERVICES.map((service) => `deploy/${service}-database`).join(' ');
  await walk.run(`kubectl -n ${NAMESPACE} rollout status --timeout=5m ${names}`);
}

async function install(walk: Walk, version: string): Promise<void> {
  walk.checkout.setVersion(version);
  await walk.step('no placeholder is left (Your overlay 1)', async () => {
    const left = await walk.page('Your overlay 1', [[/grep example\.test/, '(grep example.test || true)']]);
    if (left.trim() !== '') throw new Error(left);
  });
  await walk.step('namespace and secrets (Install 1)', async () => void (await walk.page('Install 1')));
  await walk.step('databases (Install 2)', async () => {
    await walk.page('Install 2', [OF_OPERATOR]);
    await createDatabases(walk);
  });
  await walk.step(`schema and services of ${version} (Install 3, 4)`, async () => {
    await migrate(walk, 'Install 3');
    await walk.page('Install 4');
    await walk.replicas(2);
  });
  await walk.step('first login, the account of Prometheus, a join token (Install 7, Agents 1)', async () => {
    await walk.readPassword();
    const env = { ADMIN_PASSWORD: walk.password };
    await walk.atGateway(async (url) => {
      await walk.page('Install 7', withLogin(url), { env });
      await walk.page('Agents 1', withLogin(url), { env });
    });
    const { identity } = await walk.get<{ identity: { user: { username: string } } }>('/auth/caller');
    return `signed in as ${identity.user.username}`;
  });
}

/** Runs the Jobs, and the page's loop that ends when they have ended or one has failed. */
async function migrate(walk: Walk, block: 'Install 3' | 'Upgrade and go back 1'): Promise<void> {
  const printed = await walk.page(block, [], { minutes: 15 });
  if (/\bFailed\b/.test(printed)) throw new Error(`a migration failed:\n${printed}`);
}

async function agents(walk: Walk): Promise<string> {
  await walk.page('Agents 2', [[/^kubectl .* create secret generic agent-join-token .*\n/m, '']]);
  const nodes = (await walk.run('kubectl get nodes -o name')).trim().split('\n').length;
  let known = 0;
  const areThere = async (): Promise<boolean> => {
    known = (await walk.get<unknown[]>('/rest/agents')).length;
    return known === nodes;
  };
  if (!(await waitUntil(areThere, 120_000, 2_000))) throw new Error(`${known} of ${nodes} agents are in inventory`);
  return `${known} of ${nodes} nodes`;
}

async function upgrades(walk: Walk, { before, now, next }: Versions): Promise<void> {
  const upgradeTo = async (version: string): Promise<void> => {
    walk.checkout.setVersion(version);
    await migrate(walk, 'Upgrade and go back 1');
    await walk.page('Upgrade and go back 2');
  };
  await walk.step(`upgrade from ${before} to ${now} under load (Upgrade and go back 1, 2)`, async () => {
    const figures = await walk.underLoad(() => upgradeTo(now), { tabs: false });
    const log = await walk.run(`kubectl -n ${NAMESPACE} logs -l app.kubernetes.io/component=migration --tail=20`);
    const ran = [...log.matchAll(/"service":"([\w-]+)".*"ran":([1-9]\d*)/g)].map(
      ([, of, count]) => `${count} of ${of}`,
    );
    return `migrations: ${ran.join(', ') || 'none'}; ${figures}`;
  });
  await walk.step(`go back to ${before} under load (Upgrade and go back 3)`, () =>
    walk.underLoad(
      async () => {
        await walk.page('Upgrade and go back 3');
        await walk.rolledOut();
      },
      { tabs: false },
    ),
  );
  await walk.step(`upgrade to ${now} again, and remove old settings (Upgrade and go back 4)`, async () => {
    await upgradeTo(now);
    await walk.page('Upgrade and go back 4');
  });
  await walk.step(`upgrade to ${next}, whose console has other files, with tabs`, () =>
    walk.underLoad(() => upgradeTo(next)),
  );
}

async function faults(walk: Walk): Promise<void> {
  const all = SERVICES.map((service) => `deploy/${service}`).join(' ');
  await walk.step('restart every service under load', () =>
    walk.underLoad(async () => {
      await walk.run(`kubectl -n ${NAMESPACE} rollout restart ${all}`);
      await walk.rolledOut();
    }),
  );
  await walk.step('delete a pod of each service under load', () =>
    walk.underLoad(async () => {
      for (const service of SERVICES) {
        const first = `kubectl -n ${NAMESPACE} get pods -l app.kubernetes.io/name=${service} -o name | head -n 1`;
        await walk.run(`kubectl -n ${NAMESPACE} delete --wait=false $(${first})`);
      }
      await sleep(5_000);
      await walk.replicas(2);
    }),
  );
  await walk.step('scale to 3 and back under load', () =>
    walk.underLoad(async () => {
      await walk.scale(3);
      await walk.replicas(3);
      await walk.scale(2);
    }),
  );
  await walk.step('drain a node under load', () => drain(walk));
}

/** On a single node, the budgets hold back the last replica of each service. */
async function drain(walk: Walk): Promise<string> {
  const nodes = (await walk.run('kubectl get nodes -o name')).trim().split('\n');
  const [node] = nodes as [string];
  const selector = '--pod-selector=app.kubernetes.io/part-of=wardstone';
  let outcome = '';
  const figures = await walk.underLoad(async () => {
    const printed = walk.run(`kubectl drain ${node} ${selector} --delete-emptydir-data --timeout=60s 2>&1`);
    outcome = await printed.catch((error: unknown) => (error as Error).message);
    await walk.run(`kubectl uncordon ${node}`);
    await walk.rolledOut();
    await walk.replicas(2);
  });
  const evicted = new Set([...outcome.matchAll(/pod\/(\S+) evicted/g)].map(([, pod]) => pod)).size;
  const isHeldBack = outcome.includes("would violate the pod's disruption budget");
  if (nodes.length === 1 && !isHeldBack) throw new Error(`no budget held a pod back:\n${outcome}`);
  return `${nodes.length} nodes, ${evicted} pods evicted${isHeldBack ? ', the others held back by their budgets' : ''}; ${figures}`;
}

async function keys(walk: Walk): Promise<void> {
  const kids = async (): Promise<string[]> =>
    (await walk.get<{ keys: { kid: string }[] }>('/auth/jwks.json')).keys.map(({ kid }) => kid);
  await walk.step(
    `${ROTATIONS} signing keys under load, with scaling in between (Change keys and passwords 1)`,
    async () => {
      const before = await kids();
      const figures = await walk.underLoad(
        async () => {
          for (let n = 0; n < ROTATIONS; n++) {
            await walk.page('Change keys and passwords 1');
            await walk.scale(n % 2 === 0 ? 3 : 2, ['gateway', 'monitoring']);
            await sleep(BETWEEN_ROTATIONS_MS);
          }
        },
        { settleSeconds: UNTIL_LAST_KEY_SIGNS_SECONDS },
      );
      const fresh = (await kids()).filter((kid) => !before.includes(kid)).length;
      if (fresh < ROTATIONS) throw new Error(`${fresh} of ${ROTATIONS} new keys are published`);
      return `${fresh} keys; ${figures}`;
    },
  );
  await walk.step('a lost password (Change keys and passwords 2)', async () => {
    const password = 'a password of the walk';
    await walk.page(
      'Change keys and passwords 2',
      [
        [/5433/g, '15433'],
        [
          /npx wardstone account passwd admin/,
          'sleep 3; printf "%s\\n" "$NEW_PASSWORD" | npx wardstone account passwd admin; kill %1',
        ],
      ],
      { env: { NEW_PASSWORD: password } },
    );
    walk.password = password;
    await walk.get('/auth/caller');
  });
}

async function remove(walk: Walk): Promise<string> {
  await walk.page('Remove it 1', [], { minutes: 10 });
  const left = await walk.run(`kubectl -n ${NAMESPACE} get deploy,secret,pvc -o name`);
  for (const kept of ['secret/gateway-signing-key', 'persistentvolumeclaim/gateway-database'])
    if (!left.includes(kept)) throw new Error(`${kept} is gone`);
  for (const gone of SERVICES)
    if (left.split('\n').includes(`deployment.apps/${gone}`)) throw new Error(`${gone} is still there`);
  await walk.page('Remove it 2', [], { minutes: 10 });
  return 'databases and secrets stayed until their namespace was deleted';
}

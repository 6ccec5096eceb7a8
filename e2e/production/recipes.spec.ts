import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isOnPath, itWhere } from '@wardstone/testing';
import { parse } from 'yaml';
import { workspaceRoot } from '../../tools/workspace';
import {
  addPatches,
  overlayInNamespace,
  readSettingsPatches,
  replacePlaceholders,
} from '../../tools/manifests/in-namespace';
import { describeWithKustomize, type Manifest, render } from './kustomize';

const root = workspaceRoot();
const guide = fs.readFileSync(path.join(root, 'k8s', 'README.md'), 'utf8');

/** The only block of commands on the page that contains the text. */
function recipeWith(text: string): string {
  const [found, ...others] = recipesWith(text);
  expect([text, others]).toEqual([text, []]);
  return found!;
}

function recipesWith(text: string): string[] {
  return [...guide.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!).filter((block) => block.includes(text));
}

/** Keeps one secret in a file, as the API server would. */
const KUBECTL = `#!/bin/bash
case "$*" in
  *"get secret gateway-signing-key"*) base64 < "$CLUSTER/secret" | tr -d '\\n' ;;
  *"create secret generic gateway-signing-key"*"--dry-run=client"*)
    for argument; do [[ $argument == --from-file=signing-key.json=* ]] && cat "\${argument##*=}"; done ;;
  *"create secret generic gateway-signing-key"*)
    for argument; do [[ $argument == --from-file=signing-key.json=* ]] && cp "\${argument##*=}" "$CLUSTER/secret"; done ;;
  "replace -f -") cat > "$CLUSTER/secret" ;;
  *) echo "not expected: kubectl $*" >&2; exit 1 ;;
esac
`;

interface StoredKeys {
  keys: { x: string; createdAt?: string }[];
}

describe('the recipe of k8s/README.md for the signing key, as printed', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-recipe-'));
    fs.writeFileSync(path.join(folder, 'kubectl'), KUBECTL, { mode: 0o755 });
  });

  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const secret = (): string => fs.readFileSync(path.join(folder, 'secret'), 'utf8');
  /** In the checkout, as the page says, but for the folder that holds keys. */
  const follow = (recipe: string, cwd = root): { status: number | null; stderr: string } =>
    spawnSync('bash', ['-c', recipe.replaceAll(/\bbootstrap\b/g, path.join(folder, 'bootstrap'))], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, CLUSTER: folder },
    });
  const rotation = (): string => recipeWith('npx wardstone account rotate-key');
  const install = (): void => {
    const lines = recipeWith('first-administrator --from-literal').split('\n');
    const made = lines.filter((line) => line.includes('signing-key')).join('\n');
    expect([follow(made, folder).stderr, fs.existsSync(path.join(folder, 'signing-key.json'))]).toEqual(['', false]);
  };

  it('installs a key that is not due for a successor', () => {
    install();
    const [{ createdAt }] = (JSON.parse(secret()) as { keys: [{ createdAt: string }] }).keys;
    expect(Date.now() - Date.parse(createdAt)).toBeLessThan(60_000);
  });

  it('adds a key to the installed one, and leaves nothing on the machine', () => {
    install();
    const [old] = (JSON.parse(secret()) as StoredKeys).keys;

    const { status, stderr } = follow(rotation());

    const { keys } = JSON.parse(secret()) as StoredKeys;
    expect([status, keys, stderr]).toEqual([
      0,
      [expect.objectContaining({ createdAt: expect.any(String) }), old],
      stderr,
    ]);
    expect(keys[0]!.x).not.toBe(old!.x);
    expect(fs.existsSync(path.join(folder, 'bootstrap'))).toBe(false);
  });

  it('replaces the keys after a leak', () => {
    install();
    const [stolen] = (JSON.parse(secret()) as StoredKeys).keys;
    follow(rotation().replace('rotate-key', 'rotate-key --revoke'));
    expect((JSON.parse(secret()) as StoredKeys).keys).toEqual([
      expect.objectContaining({ x: expect.not.stringMatching(stolen!.x) as string }),
    ]);
  });

  it('changes nothing in the cluster when no key could be created, and reports that', () => {
    fs.writeFileSync(path.join(folder, 'secret'), 'no key');
    const { stderr } = follow(rotation());
    expect([secret(), stderr]).toEqual(['no key', expect.stringMatching(/\S/)]);
  });
});

describe('the recipes of k8s/README.md for migrations, as printed', () => {
  const recipes = recipesWith('overlays/production/migrations\nuntil ');

  /** `states` has the state of the Jobs at each query of the recipe. */
  const follow = (
    recipe: string,
    states: readonly string[],
  ): { status: number | null; stdout: string; calls: string[] } => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-recipe-'));
    try {
      fs.writeFileSync(path.join(folder, 'states'), `${states.join('\n')}\n`);
      const kubectl = `#!/bin/bash
cd "$CLUSTER"
echo "$*" >> calls
[ "$(wc -l < calls)" -lt 100 ] || exit 1
case "$*" in
  *" wait --for=condition=complete "*" job -l "*) [ "$(head -n 1 states)" = Complete ] ;;
  *" get job -l "*) head -n 1 states; sed -i 1d states ;;
esac
`;
      fs.writeFileSync(path.join(folder, 'kubectl'), kubectl, { mode: 0o755 });
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}`, CLUSTER: folder };
      const { status, stdout } = spawnSync('bash', ['-ec', recipe], { encoding: 'utf8', env });
      return { status, stdout, calls: fs.readFileSync(path.join(folder, 'calls'), 'utf8').split('\n') };
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  };

  it('are those of the installation and of upgrades', () => {
    expect(recipes).toHaveLength(2);
  });

  it('wait silently until all Jobs are done', () => {
    for (const recipe of recipes) {
      const { status, stdout, calls } = follow(recipe, ['', '', 'Complete']);
      expect([status, stdout.trim()]).toEqual([0, '']);
      expect(calls.filter((call) => call.includes(' wait '))).toHaveLength(3);
    }
  });

  it('fail when a Job has failed, and report that', () => {
    for (const recipe of recipes) {
      const { status, stdout } = follow(recipe, ['', 'SuccessCriteriaMet Complete FailureTarget Failed', '', '']);
      expect([status, stdout.trim()]).toEqual([0, expect.stringMatching(/Failed$/)]);
    }
  });
});

describeWithKustomize('the patches of k8s/README.md for settings of components, as printed', () => {
  const patches = readSettingsPatches();
  const patched = patches.flatMap(({ target, patch }) =>
    (parse(patch) as { path: string; value: string }[]).map(
      ({ path: field, value }) => [target.name, field.replace('/data/', ''), value] as const,
    ),
  );
  const components = ['oidc', 'token-review/services'];

  it('override the settings of components, and roll the pods', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-recipe-'));
    try {
      const services = overlayInNamespace(folder, 'elsewhere', { services: components })('services');
      const before = render(services);
      addPatches(services, patches);
      const after = render(services);

      const findConfigMap = (manifests: readonly Manifest[], name: string): Manifest =>
        manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(`${name}-`))!;
      for (const [name, setting, value] of patched) {
        expect(findConfigMap(after, name)['data']).toMatchObject({ [setting]: value });
        expect(findConfigMap(after, name).metadata.name).not.toBe(findConfigMap(before, name).metadata.name);
      }
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('name every placeholder that a component sets', () => {
    const folder = path.join(root, 'k8s', 'components');
    const placeholders = fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => path.basename(name) === 'kustomization.yaml')
      .flatMap((name) => {
        const component = parse(fs.readFileSync(path.join(folder, name), 'utf8')) as {
          configMapGenerator?: { name: string; literals?: string[] }[];
        };
        return (component.configMapGenerator ?? []).flatMap((map) =>
          (map.literals ?? [])
            .filter((literal) => literal.includes('example.test'))
            .map((literal) => `${literal.split('=', 1)[0]} of ${map.name}`),
        );
      });
    expect(placeholders.length).toBeGreaterThan(4);
    const named = new Set(patched.map(([name, setting]) => `${setting} of ${name}`));
    expect(placeholders.filter((placeholder) => !named.has(placeholder))).toEqual([]);
  });
});

describeWithKustomize('the components of k8s/README.md that leave services out', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-recipe-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("remove everything named after them from each part, in any namespace, and from the gateway's settings", () => {
    const left = ['without/monitoring', 'without/compliance'];
    const parts = { databases: left, migrations: left, services: ['tls/services', ...left] };
    // A namespace that is called like a service stays.
    const partFolder = overlayInNamespace(folder, 'monitoring-of-ours', parts);
    const made = Object.keys(parts).flatMap((part) => render(partFolder(part)));

    const names = made.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names.filter((name) => /^\w+ (compliance|monitoring)/.test(name))).toEqual(['Namespace monitoring-of-ours']);
    for (const kept of ['Deployment gateway', 'Deployment error-registry', 'Cluster error-registry-database'])
      expect(names).toContain(kept);
    const gateway = made.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('gateway-'))!;
    expect(gateway['data']).toMatchObject({
      COMPLIANCE_URL: '',
      MONITORING_URL: '',
      ERROR_REGISTRY_URL: 'https://error-registry',
    });
  });
});

describe('the check of k8s/README.md for placeholders, as printed', () => {
  itWhere(isOnPath('kubectl'), 'kubectl is not on the PATH')('prints those that are left, and nothing else', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-recipe-'));
    try {
      fs.cpSync(path.join(root, 'k8s'), path.join(folder, 'k8s'), { recursive: true });
      const check = (): string =>
        spawnSync('bash', ['-c', recipeWith('grep example.test')], { cwd: folder, encoding: 'utf8' }).stdout;
      const left = check();
      for (const place of [
        'PUBLIC_BASE_URL',
        'S3_ENDPOINT',
        'S3_BUCKET',
        'destinationPath',
        'WARDSTONE_URL',
        'image',
        'hostname',
        'runbook_url',
      ]) {
        expect(left).toContain(`${place}: `);
      }
      replacePlaceholders(path.join(folder, 'k8s'));
      expect(check()).toBe('');
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});

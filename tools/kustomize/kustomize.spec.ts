import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { render } from './kustomize';

describe('rendering', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kustomize-'));
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };

  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it('is what kubectl prints: names hashed alike, references, labels, images, patches and namespaces', () => {
    write(
      'base/kustomization.yaml',
      `kind: Kustomization
resources: [deployment.yaml, namespace.yaml]
labels: [{ pairs: { part: all }, includeTemplates: true }]
configMapGenerator: [{ name: settings, literals: [DATABASE_POOL_SIZE=5] }]
patches: [{ path: patch.yaml, target: { kind: Deployment } }]`,
    );
    write('base/namespace.yaml', 'apiVersion: v1\nkind: Namespace\nmetadata: { name: any }');
    write('base/patch.yaml', '[{ op: add, path: /spec/template/spec/containers/0/args, value: [a] }]');
    write(
      'base/deployment.yaml',
      `apiVersion: apps/v1
kind: Deployment
metadata: { name: program }
spec:
  template:
    spec:
      containers: [{ name: program, image: program, envFrom: [{ configMapRef: { name: settings } }] }]`,
    );
    write('component/kustomization.yaml', 'kind: Component\nresources: [service.yaml]');
    write('component/service.yaml', 'apiVersion: v1\nkind: Service\nmetadata: { name: program }');
    write(
      'overlay/kustomization.yaml',
      `kind: Kustomization
namespace: here
resources: [../base]
components: [../component]
images: [{ name: program, newName: store/program, newTag: 1.2.3 }]
configMapGenerator: [{ name: settings, behavior: merge, literals: [DATABASE_POOL_SIZE=10] }]`,
    );

    // The suffix was made by Kustomize 5.5.0 for the same data.
    const name = 'settings-cfc9584m2k';
    expect(render(path.join(folder, 'overlay'))).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'program', namespace: 'here', labels: { part: 'all' } },
        spec: {
          template: {
            metadata: { labels: { part: 'all' } },
            spec: {
              containers: [
                {
                  name: 'program',
                  image: 'store/program:1.2.3',
                  args: ['a'],
                  envFrom: [{ configMapRef: { name } }],
                },
              ],
            },
          },
        },
      },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'here', labels: { part: 'all' } } },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace: 'here', labels: { part: 'all' } },
        data: { DATABASE_POOL_SIZE: '10' },
      },
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'program', namespace: 'here' } },
    ]);
  });

  it('puts values of one object into fields of others, also of one that is not applied', () => {
    write(
      'guide/kustomization.yaml',
      `kind: Kustomization
resources: [rules.yaml]
configMapGenerator:
  - { name: guide, literals: [URL=https://a.test/b], options: { annotations: { config.kubernetes.io/local-config: 'true' } } }
replacements:
  - source: { kind: ConfigMap, name: guide, fieldPath: data.URL }
    targets: [{ select: { kind: Rule }, fieldPaths: [spec.*.url], options: { delimiter: '#' } }]`,
    );
    write(
      'guide/rules.yaml',
      'apiVersion: a/v1\nkind: Rule\nmetadata: { name: r }\nspec: [{ url: old#one }, { url: old#two }]',
    );
    expect(render(path.join(folder, 'guide'))).toEqual([
      {
        apiVersion: 'a/v1',
        kind: 'Rule',
        metadata: { name: 'r' },
        spec: [{ url: 'https://a.test/b#one' }, { url: 'https://a.test/b#two' }],
      },
    ]);
  });

  it('puts a namespace into addresses that name it', () => {
    write(
      'address/kustomization.yaml',
      `kind: Kustomization
namespace: here
resources: [objects.yaml]
replacements:
  - source: { kind: Service, name: s, fieldPath: metadata.namespace }
    targets:
      - { select: { kind: Rule, name: r }, fieldPaths: [spec.url], options: { delimiter: '.', index: 1 } }
      - { select: { kind: Unknown }, fieldPaths: [spec.url], options: { delimiter: '.', index: 1 } }`,
    );
    const rule = (name: string): string =>
      `\n---\napiVersion: a/v1\nkind: Rule\nmetadata: { name: ${name} }\nspec: { url: http://s.there.svc }`;
    write('address/objects.yaml', `apiVersion: v1\nkind: Service\nmetadata: { name: s }${rule('r')}${rule('other')}`);
    expect(render(path.join(folder, 'address')).map(({ spec }) => spec)).toEqual([
      undefined,
      { url: 'http://s.here.svc' },
      { url: 'http://s.there.svc' },
    ]);
  });

  it('refuses what it does not understand, instead of leaving it out', () => {
    write('strange/kustomization.yaml', 'kind: Kustomization\nnamePrefix: x-');
    expect(() => render(path.join(folder, 'strange'))).toThrow('namePrefix');
  });
});

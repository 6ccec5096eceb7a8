import { itWhere } from '@wardstone/testing';
import { readSettingsPatches } from '../manifests/in-namespace';
import { type Manifest, program } from '../manifests/kustomize';
import { combinations, inScratch, ObjectCheck } from './dry-run';

const object = (name: string): Manifest => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

describe('the dry run', () => {
  it('sends each different object once, and names those that the server refuses wherever they are used', () => {
    const sent: string[][] = [];
    const check = new ObjectCheck((objects) => {
      const names = objects.map(({ metadata }) => metadata.name);
      sent.push(names);
      return names.includes('bad') ? 'unknown field "spec.x"' : undefined;
    });
    const refused = ['ConfigMap bad: unknown field "spec.x"'];

    expect(check.findProblems([object('a'), object('b')])).toEqual([]);
    expect(check.findProblems([object('a'), object('bad'), object('c')])).toEqual(refused);
    expect(check.findProblems([object('bad'), object('c')])).toEqual(refused);
    expect(sent).toEqual([['a', 'b'], ['bad', 'c'], ['bad'], ['c']]);
  });

  it('leaves an installation in the same cluster unchanged, its namespaces included', () => {
    const namespace = (name: string): Manifest => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const names = ['wardstone', 'wardstone-agents'].map((name) => inScratch(namespace(name)).metadata.name);
    expect(names).toEqual(['wardstone-dry-run', 'wardstone-dry-run-agents']);
    const agent = { ...object('agent'), metadata: { name: 'agent', namespace: 'wardstone-agents' } };
    expect(inScratch(agent).metadata).toEqual({ name: 'agent', namespace: 'wardstone-dry-run-agents' });
  });

  itWhere(program !== undefined, 'neither kubectl nor kustomize is on the PATH')(
    'sends values of a user, and none of the placeholders',
    () => {
      const settled = combinations()
        .find(({ name }) => name === 'production with the settings of a user')!
        .render();
      const text = JSON.stringify(settled);
      for (const { patch } of readSettingsPatches())
        for (const [, value] of patch.matchAll(/value: (\S+) }/g)) expect(text).toContain(value);
      expect(text).not.toContain('example.test');
    },
  );

  it('covers every overlay, and production and the chart with each component and without each service', () => {
    const names = combinations().map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'overlay dev/services',
        'overlay production/agents',
        'production + tls',
        'production - gatewayApi',
        'production with the settings of a user',
        'production + everything',
        'production - monitoring',
        'chart',
        'chart + restore.compliance.changeOver',
        'chart - observability',
        'chart + everything',
        'chart - compliance, monitoring, error-registry',
      ]),
    );
  });
});

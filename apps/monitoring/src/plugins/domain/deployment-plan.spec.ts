import fc from 'fast-check';
import { findDependencies, findDependents, planDeployment, type PluginNode } from './deployment-plan';

/** `aPlugin('a', 'b', '?c')`: a requires b and can make use of c. */
const aPlugin = (name: string, ...dependencies: string[]): PluginNode => ({
  name,
  dependencies: dependencies.map((dependency) => ({
    plugin: dependency.replace('?', ''),
    isRequired: !dependency.startsWith('?'),
  })),
});

describe('planDeployment', () => {
  it.each([
    ['dependencies first', [], [aPlugin('a', 'b'), aPlugin('b', '?c'), aPlugin('c')], ['c', 'b', 'a']],
    ['plugins free of each other by name', [], [aPlugin('z'), aPlugin('a', 'z'), aPlugin('m')], ['m', 'z', 'a']],
    ['stored plugins in between', [aPlugin('b', '?c')], [aPlugin('a', 'b'), aPlugin('c')], ['c', 'b', 'a']],
    ['a waiting plugin in place of the stored one', [aPlugin('a', 'b'), aPlugin('b')], [aPlugin('a')], ['a', 'b']],
    ['a plugin that names itself as any other', [], [aPlugin('a', 'a', '?a')], ['a']],
    ['a missing optional dependency as if it were not named', [], [aPlugin('a', '?x')], ['a']],
  ])('orders %s', (_name, stored, waiting, order) => {
    expect(planDeployment(stored, waiting)).toEqual({ order, pending: new Map() });
  });

  it.each([
    [
      'a required dependency is missing',
      [],
      [aPlugin('a', 'x', 'y')],
      { a: 'Requires plugins that are not registered: x, y' },
    ],
    [
      'what it requires has to wait itself',
      [],
      [aPlugin('a', 'b'), aPlugin('b', 'x')],
      { a: 'Requires plugins that are not registered: b', b: 'Requires plugins that are not registered: x' },
    ],
    [
      'it is on a cycle',
      [],
      [aPlugin('a', 'b'), aPlugin('b', '?c'), aPlugin('c', 'a'), aPlugin('d')],
      {
        a: 'Circular dependency: a > b > c > a',
        b: 'Circular dependency: b > c > a > b',
        c: 'Circular dependency: c > a > b > c',
      },
    ],
    [
      'it closes a cycle with a stored one',
      [aPlugin('a', '?b')],
      [aPlugin('b', 'a')],
      { b: 'Circular dependency: b > a > b' },
    ],
  ])('lets a plugin wait when %s', (_name, stored, waiting, reasons) => {
    expect(Object.fromEntries(planDeployment(stored, waiting).pending)).toEqual(reasons);
  });

  it('lets the stored plugin serve others while its upgrade waits', () => {
    const plan = planDeployment([aPlugin('a')], [aPlugin('a', 'x'), aPlugin('b', 'a')]);

    expect(plan.order).toEqual(['a', 'b']);
    expect([...plan.pending.keys()]).toEqual(['a']);
  });

  it('never orders a plugin before one it depends on, nor a waiting one without its requirements', () => {
    const anyName = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const anyPlugin = fc
      .tuple(anyName, fc.array(fc.tuple(anyName, fc.boolean()), { maxLength: 3 }))
      .map(([name, named]) => aPlugin(name, ...named.map(([other, isRequired]) => (isRequired ? other : `?${other}`))));
    const anyPlugins = fc.uniqueArray(anyPlugin, { selector: ({ name }) => name });
    fc.assert(
      fc.property(anyPlugins, (waiting) => {
        const { order, pending } = planDeployment([], waiting);
        expect([...order, ...pending.keys()].sort()).toEqual(waiting.map(({ name }) => name).sort());
        for (const { name, dependencies } of waiting) {
          if (pending.has(name)) continue;
          for (const { plugin, isRequired } of dependencies) {
            if (plugin === name) continue;
            if (isRequired) expect(order).toContain(plugin);
            if (order.includes(plugin)) expect(order.indexOf(plugin)).toBeLessThan(order.indexOf(name));
          }
        }
      }),
      { seed: 61, numRuns: 500 },
    );
  });
});

describe('the plugins around another one', () => {
  const plugins = [aPlugin('a', 'b'), aPlugin('b', '?c', 'x'), aPlugin('c'), aPlugin('d', 'd')];

  it('include direct and indirect dependents', () => {
    expect([...findDependents('c', plugins)].sort()).toEqual(['a', 'b']);
    expect([...findDependents('d', plugins)]).toEqual([]);
  });

  it('include dependencies, known or not', () => {
    expect([...findDependencies('a', plugins)].sort()).toEqual(['b', 'c', 'x']);
    expect([...findDependencies('d', plugins)]).toEqual([]);
  });
});

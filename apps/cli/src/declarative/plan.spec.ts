import fc from 'fast-check';
import { rounds } from '@wardstone/testing';
import type { Wanted } from './documents';
import { type Kind } from './kind';
import { type Found, getIdentity, type Spec } from './records';
import { documentsText } from './export';
import { ALERT_DEFINITION_KIND } from './kinds/alert-definitions';
import { ESCALATION_KIND } from './kinds/escalations';
import { notificationChanges, pairNotifications, unmask } from './kinds/notifications';
import { ROTATION_KIND } from './kinds/rotations';
import { differences, buildPlan, type Step, getVersion } from './plan';
import { linesOfPlan } from './show';

const NODE: Kind = {
  kind: 'Node',
  file: 'nodes',
  about: 'Something that refers to others',
  fields: () => ({}),
  merged: ['parts'],
  fixed: ['type'],
  references: (_identity, { needs = [] }) => (needs as string[]).map((name) => ({ kind: 'Node', name })),
  read: () => Promise.resolve([]),
  create: () => Promise.resolve(),
  change: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
const REPLACED: Kind = { ...NODE, isReplaced: true };
const KEPT: Kind = { ...NODE, kind: 'Kept', remove: undefined! };

const wanted = (name: string, spec: Spec = {}, kind = NODE): Wanted => ({
  kind,
  identity: getIdentity(kind, name, spec),
  spec,
  at: `a.yaml:${name}`,
});
const found = (name: string, spec: Spec = {}): Found => ({ name, spec, id: `id of ${name}` });
const plan = (documents: Wanted[], there: Found[], prune = false, kind = 'Node') =>
  buildPlan(documents, new Map([[kind, there]]), { prune, nowMs: 0 });
const words = (steps: readonly Step[]): string[] => steps.map(({ action, identity }) => `${action} ${identity.name}`);

describe('a plan', () => {
  it('creates missing records, changes different ones and keeps equal ones', () => {
    const { steps, unchanged } = plan(
      [wanted('new', { a: 1 }), wanted('other', { a: 1 }), wanted('same', { a: 1 })],
      [found('other', { a: 2, b: 3 }), found('same', { a: 1, b: 3 }), found('foreign')],
    );
    expect([words(steps), unchanged]).toEqual([['create new', 'change other'], 1]);
    expect(steps[1]).toMatchObject({ spec: { a: 1, b: 3 }, changes: [{ path: ['a'], before: 2, after: 1 }] });
  });

  it('creates referenced records first, and deletes them last', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 12 }), fc.boolean(), (edges, isThere) => {
        const all = edges.map((targets, at) => ({
          name: String(at),
          spec: { needs: at === 0 ? [] : [...new Set(targets.map((target) => String(target % at)))] },
        }));
        const { steps } = isThere
          ? plan([wanted('kept')], [found('kept'), ...all.map(({ name, spec }) => found(name, spec))], true)
          : plan(
              [...all].reverse().map(({ name, spec }) => wanted(name, spec)),
              [],
            );
        expect(steps).toHaveLength(all.length);
        const order = steps.map(({ identity }) => identity.name);
        if (isThere) order.reverse();
        for (const { name, spec } of all)
          for (const need of spec.needs) expect(order.indexOf(need)).toBeLessThan(order.indexOf(name));
      }),
      { numRuns: rounds(1_000) },
    );
  });

  it('creates an optional reference first, and does not require it', () => {
    const optional = (needs: readonly string[]): Kind => ({
      ...NODE,
      references: (_identity, { name }) =>
        name === 'first' ? needs.map((need) => ({ kind: 'Node', name: need, isOptional: true as const })) : [],
    });
    const documents = (needs: readonly string[]) =>
      ['first', 'second'].map((name) => wanted(name, { name }, optional(needs)));
    expect(words(plan(documents(['nowhere']), []).steps)).toEqual(['create first', 'create second']);
    expect(words(plan(documents(['second']), []).steps)).toEqual(['create second', 'create first']);
  });

  it('deletes only on demand, and only kinds of the files', () => {
    const there = [found('a'), found('b')];
    expect(words(plan([wanted('a')], there).steps)).toEqual([]);
    expect(words(plan([wanted('a')], there, true).steps)).toEqual(['delete b']);
    expect(words(plan([], there, true).steps)).toEqual([]);
    expect(words(plan([wanted('a', {}, KEPT)], there, true, 'Kept').steps)).toEqual([]);
  });

  it('compares only the keys of a map that the document has', () => {
    const before = { parts: { a: { x: 1, y: 2 }, b: { x: 1 } } };
    expect(differences(NODE, before, { parts: { a: { x: 1 } } }, 0)).toEqual([]);
    expect(plan([wanted('n', { parts: { a: { y: 3 } } })], [found('n', before)]).steps[0]).toMatchObject({
      changes: [{ path: ['parts', 'a', 'y'], before: 2, after: 3 }],
      spec: { parts: { a: { x: 1, y: 3 }, b: { x: 1 } } },
    });
  });

  it('compares a rotation by overrides that have not ended', () => {
    const override = (startTime: string, endTime: string) => ({ user: 'ann', startTime, endTime });
    const coming = override('2026-12-24T18:00:00+01:00', '2026-12-26T18:00:00+01:00');
    const ended = override('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
    const stored = { overrides: [override('2026-12-24T17:00:00.000Z', '2026-12-26T17:00:00.000Z')] };
    const given = { overrides: [ended, coming] };
    expect(differences(ROTATION_KIND, stored, given, Date.UTC(2026, 11, 1))).toEqual([]);
    expect(differences(ROTATION_KIND, stored, given, Date.UTC(2026, 10, 1))).toHaveLength(1);
  });

  it('compares steps of an escalation policy by receivers, and shows names alone', () => {
    const step = (afterMinutes: number, ...receivers: object[]) => ({ afterMinutes, receivers });
    const hook = (url: string, secret: string) => ({ sender: 'Webhook', config: { url, secret } });
    const mail = { sender: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };
    const before = { steps: [step(0, hook('a', '********'), mail), step(10, mail)] };
    const changes = (...steps: object[]) => differences(ESCALATION_KIND, before, { steps }, 0);
    expect(changes(step(0, mail, hook('a', 'given')), step(10, mail))).toEqual([]);
    expect(changes(step(10, mail), step(0, mail, hook('a', 'given')))).toHaveLength(1);
    const [{ before: old, after } = { before: [], after: [] }] = changes(step(5, hook('b', 'given'), mail));
    expect(ESCALATION_KIND.showChange!('steps', old, after)).toEqual([
      'step 1, after minutes: 0 -> 5',
      '  ~ Webhook: url',
      'step 2, after minutes: 10 -> none',
      '  - Direct Emails: emailAddress',
    ]);
    const masked = { steps: [step(0, hook('a', '********')), step(1, hook('b', '********'))] };
    const identity = { kind: 'EscalationPolicy', name: 'p' };
    expect(ESCALATION_KIND.problem!(identity, masked, { name: 'p', id: '1', spec: before })).toMatch(
      /^Webhook: secret/,
    );
  });

  it('replaces, or refuses, what cannot be changed', () => {
    expect(() => plan([wanted('n', { type: 1 })], [found('n', { type: 2 })])).toThrow(
      'a.yaml:n: Node "n": type cannot be changed; delete it first, or use another name',
    );
    expect(words(plan([wanted('n', { type: 1 }, REPLACED)], [found('n', { type: 2 })]).steps)).toEqual(['replace n']);
  });

  it('is refused, with every reason, for what is ambiguous, missing or a circle', () => {
    const documents = [
      wanted('twice'),
      wanted('lost', { needs: ['nowhere'] }),
      wanted('a', { needs: ['b'] }),
      wanted('b', { needs: ['a'] }),
    ];
    expect(() => plan(documents, [found('twice'), found('twice')])).toThrow(
      [
        'a.yaml:a: Node "a" refers to itself through others',
        'a.yaml:twice: Node "twice": several match, with the ids id of twice, id of twice',
        'a.yaml:lost: Node "lost": there is no Node "nowhere", neither in the files nor in the installation',
      ].join('\n'),
    );
  });

  it('is printed without terminal control characters', () => {
    const { steps, unchanged } = plan(
      [wanted('\u001b[2J', { a: ['\u009b1m', 1], b: null })],
      [found('\u001b[2J', { a: [1, 'x'.repeat(300)], b: 2 })],
    );
    const lines = linesOfPlan({ steps, unchanged });
    expect(lines).toEqual([
      '~   Node "\\u001b[2J"  (a.yaml:\\u001b[2J)',
      '      a:',
      `        - "${'x'.repeat(199)}…`,
      '        + "\\u009b1m"',
      '      b: 2 -> none',
      'Plan: 1 to change; 0 unchanged.',
    ]);
  });

  it('has versions that change only with compared fields', () => {
    const version = (spec: Spec) => getVersion({ kind: NODE }, found('n', spec));
    expect(version({ a: 1, b: 2 })).toBe(version({ b: 2, a: 1 }));
    expect(version({ a: 1 })).not.toBe(version({ a: 2 }));
    expect(getVersion({ kind: NODE }, undefined)).toBe('none');
  });
});

describe('notifications', () => {
  const hook = (config: Spec) => ({ sender: 'Webhook', config });

  it('are equal in any order, and where a mask replaces a secret', () => {
    const there = [hook({ url: 'a', secret: '********' }), hook({ url: 'b', port: 1 })];
    for (const secret of ['********', 'given'])
      expect(pairNotifications(there, [hook({ url: 'b', port: '1' }), hook({ url: 'a', secret })])).toEqual({
        changed: [],
        removed: [],
        added: [],
      });
    expect(pairNotifications(there, [hook({ url: 'a' }), hook({ url: 'b', port: 1 })]).changed).toHaveLength(1);
  });

  it('keep the masked secret, and are rejected if there is none', () => {
    const there = { ...hook({ url: 'https://x/token', secret: '********' }), extraConfig: { p: 'secret' } };
    expect(
      unmask({ ...hook({ url: 'https://x/********', secret: '********' }), extraConfig: { p: '********' } }, there),
    ).toEqual({
      ...hook({ url: 'https://x/token', secret: '********' }),
      extraConfig: { p: 'secret' },
    });
    expect(() => unmask(hook({ secret: '********' }))).toThrow(
      'Webhook: secret is masked, but no value of it is stored',
    );
    expect(() =>
      unmask({ sender: 'x', extraConfig: { p: '********' } }, { sender: 'x', extraConfig: { p: '********' } }),
    ).toThrow('x: p is masked');
  });

  it('keep no secret when the address changes', () => {
    const there = hook({ url: 'https://x.test/token', secret: '********' });
    for (const [url, masked] of [
      ['https://evil.test/', 'secret'],
      ['https://x.test/other', 'secret'],
      ['https://evil.test/********', 'url'],
    ]) {
      const wanted = hook({ url, secret: '********' });
      expect(pairNotifications([there], [wanted]).changed).toHaveLength(1);
      expect(() => unmask(wanted, there)).toThrow(`Webhook: ${masked} is masked, but url was changed`);
    }
    expect(unmask(hook({ url: 'https://evil.test/', secret: 'given' }), there)).toMatchObject({
      config: { secret: 'given' },
    });
  });

  it('are exported without the secrets in their addresses', () => {
    const urls = ['https://u:p@x.test/', 'https://x.test/in/T0KEN', 'https://x.test/?token=T0KEN'];
    const receivers = urls.map((url) => hook({ url }));
    for (const text of [
      documentsText(ESCALATION_KIND, [{ id: '1', name: 'p', spec: { steps: [{ afterMinutes: 0, receivers }] } }]),
      documentsText(ALERT_DEFINITION_KIND, [{ id: '1', name: 'd', spec: { of: {}, notifications: receivers } }]),
    ]) {
      expect(text).not.toMatch(/T0KEN|u:p/);
      expect(text).toContain('https://x.test/********');
    }
    expect(documentsText(ALERT_DEFINITION_KIND, [{ id: '1', name: 'd', spec: { of: {} } }])).not.toContain(
      'notifications',
    );
  });

  it('are shown by names, because values may be secrets', () => {
    const there = [hook({ url: 'https://x/token-1', secret: '********' }), { sender: 'ntfy', config: { topic: 't' } }];
    const lines = notificationChanges(there, [
      hook({ url: 'https://x/token-2', secret: 'given' }),
      { sender: 'Slack', config: { url: 'u' } },
    ]);
    expect(lines).toEqual(['~ Webhook: url', '- ntfy: topic', '+ Slack: url']);
  });
});

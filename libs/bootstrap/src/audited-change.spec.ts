import { changeFacts } from './audited-change';

const THING = { kind: 'policy', id: 'p1', name: 'CIS' } as const;

describe('the facts of a change', () => {
  it('are the values before and after of what differs', () => {
    const before = { title: 'CIS', threshold: 90, goal: null, roles: ['viewer'] };
    expect(
      changeFacts(THING, before, { title: 'CIS', threshold: 95, goal: 'all', roles: ['viewer', 'admin'] }),
    ).toEqual({
      thing: THING,
      changes: [
        { field: 'threshold', from: 90, to: 95 },
        { field: 'goal', from: null, to: 'all' },
        { field: 'roles', from: ['viewer'], to: ['viewer', 'admin'] },
      ],
    });
  });

  it('are the thing alone where nothing differs', () => {
    expect(changeFacts(THING, { a: [1] }, { a: [1] })).toEqual({ thing: THING });
    expect(changeFacts(THING)).toEqual({ thing: THING });
  });

  it.each([
    'password',
    'newPassword',
    'smtpPasswd',
    'SECRET',
    'access_token',
    'apiKey',
    'api-key',
    'credentials',
    'privateKey',
  ])('never hold what is in %s', (field) => {
    const facts = changeFacts(THING, { [field]: 'hunter2', deep: { [field]: ['hunter2'] } }, { [field]: 'hunter3' });
    expect(JSON.stringify(facts)).not.toContain('hunter');
    expect(facts.changes).toContainEqual({ field, from: '***', to: '***' });
  });

  it('are bounded, however much changes', () => {
    const after = Object.fromEntries(Array.from({ length: 500 }, (_field, at) => [`field ${at}`, 'x'.repeat(1e5)]));
    const facts = changeFacts({ ...THING, name: '😀'.repeat(1e5) }, {}, after);
    expect(facts.changes).toHaveLength(12);
    expect(facts.moreChanges).toBe(488);
    expect(JSON.stringify(facts).length).toBeLessThan(4_000);
    expect(facts.thing.name.isWellFormed()).toBe(true);
  });
});

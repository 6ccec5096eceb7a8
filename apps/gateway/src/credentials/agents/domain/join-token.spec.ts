import { measureProcessorTime } from '@wardstone/testing';
import * as fc from 'fast-check';
import { type Applicant, type JoinToken, judge, matchesPattern, newJoinToken } from './join-token';

const NOW = new Date('2026-06-01T12:00:00Z');

const aToken = (over: Partial<JoinToken> = {}): JoinToken => ({
  agent_name: null,
  agent_subject: null,
  name_pattern: null,
  uses: 2,
  used: 0,
  expires_at: new Date(NOW.getTime() + 1),
  ...over,
});
const anApplicant = (over: Partial<Applicant> = {}): Applicant => ({
  name: 'web-2',
  kid: 'new',
  now: NOW,
  earlier: undefined,
  account: undefined,
  ...over,
});
const agent = { subject: 'agent', isAgent: true };

describe('a join token', () => {
  it('has a recognisable prefix, names its agent, and is unique', () => {
    expect(newJoinToken()).toMatch(/^wsj_[\w-]{43}$/);
    expect(newJoinToken('web-2.example.com')).toMatch(/^wsj_web-2\.example\.com\.[\w-]{43}$/);
    expect(newJoinToken()).not.toBe(newJoinToken());
  });

  it.each<[string, Partial<JoinToken>, Partial<Applicant>, string]>([
    ['a new name', {}, {}, 'join'],
    ['the last use', { used: 1 }, {}, 'join'],
    ['one use too many', { used: 2 }, {}, 'refused'],
    ['an expired one', { expires_at: NOW }, {}, 'refused'],
    ['a name of the pattern', { name_pattern: 'web-*' }, {}, 'join'],
    ['another name', { name_pattern: 'db-*' }, {}, 'refused'],
    ['the name of a person', {}, { account: { subject: 'ann', isAgent: false } }, 'taken'],
    ['the name of another agent', {}, { account: agent }, 'taken'],
    ['a lost response', { used: 2 }, { earlier: { kid: 'new', isGood: true }, account: agent }, 'repeat'],
    ['a name whose key was revoked', {}, { earlier: { kid: 'new', isGood: false }, account: agent }, 'refused'],
    ['a name that came before, and was removed', {}, { earlier: { kid: 'old', isGood: false } }, 'refused'],
    ['the invited agent', { agent_name: 'web-2' }, {}, 'join'],
    ['another than the invited agent', { agent_name: 'db-1' }, {}, 'refused'],
    ['a known agent', { agent_name: 'web-2', agent_subject: 'agent' }, { account: agent }, 'rejoin'],
    ['an agent that came meanwhile', { agent_name: 'web-2' }, { account: agent }, 'refused'],
    ['an agent that was removed meanwhile', { agent_name: 'web-2', agent_subject: 'agent' }, {}, 'refused'],
    [
      'an agent that was given more rights',
      { agent_name: 'web-2', agent_subject: 'agent' },
      { account: { ...agent, isAgent: false } },
      'refused',
    ],
  ])('admits or refuses %s', (_case, token, applicant, verdict) => {
    expect(judge(aToken(token), anApplicant(applicant))).toBe(verdict);
  });

  it('matches names as a glob does, in linear time', async () => {
    const toRegExp = (pattern: string): RegExp =>
      new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`);
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '*'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (glob, name) => {
        expect(matchesPattern(glob, name)).toBe(toRegExp(glob).test(name));
      }),
      { numRuns: 2_000 },
    );
    const spentMs = await measureProcessorTime(() => {
      expect(matchesPattern('a*'.repeat(32), `${'a'.repeat(63)}b`)).toBe(true);
      expect(matchesPattern(`${'a*'.repeat(31)}ac`, 'a'.repeat(64))).toBe(false);
    });
    expect(spentMs).toBeLessThan(5_000);
  });
});
